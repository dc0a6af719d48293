/** Ends the output with one plain line that says how many tests passed and failed. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const broken = results.testResults.filter((file) => file.testExecError).length;
    process.stderr.write(`\n${results.numPassedTests} passed, ${results.numFailedTests + broken} failed\n`);
  }
}
