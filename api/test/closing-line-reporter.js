/**
 * Ends the output with one plain line that counts passed and failed tests. Jest prints its summary after all reporters.
 */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const broken = results.testResults.filter((file) => file.testExecError).length;
    process.once('exit', () =>
      process.stderr.write(`\n${results.numPassedTests} passed, ${results.numFailedTests + broken} failed\n`),
    );
  }
}
