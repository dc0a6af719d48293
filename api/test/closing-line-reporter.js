import { collectCpuTime } from './cpu-time.js';

/**
 * Ends the output with one plain line that counts passed and failed tests, and one before it with the CPU seconds of each
 * project. Jest prints its summary after all reporters.
 */
export default class ClosingLine {
  #secondsByProject = collectCpuTime(); // before the first worker starts

  onRunComplete(_contexts, results) {
    const broken = results.testResults.filter((file) => file.testExecError).length;
    const seconds = [...this.#secondsByProject()].map(([project, used]) => `${project} ${used.toFixed(0)}`);
    process.once('exit', () =>
      process.stderr.write(
        `\nCPU seconds: ${seconds.join(', ')}\n${results.numPassedTests} passed, ${results.numFailedTests + broken} failed\n`,
      ),
    );
  }
}
