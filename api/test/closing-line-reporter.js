/** Ends the output with one plain line that says how many tests passed and failed. Jest puts its summary after all reporters. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const broken = results.testResults.filter((file) => file.testExecError).length;
    process.once('exit', () =>
      process.stderr.write(`\n${results.numPassedTests} passed, ${results.numFailedTests + broken} failed\n`),
    );
  }
}
