import { spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startTemporary, type TemporaryPostgres } from '../../src/db/embedded/temporary.ts';
import { isAlive } from '../../src/shared/processes.ts';
import { withFault, type Fault } from './fault.ts';

/** killed: a test failed. timeout: the tests did not end in time, which counts as killed. broken: the changed code does not load, which proves nothing. */
export type Outcome = 'killed' | 'timeout' | 'survived' | 'broken';

const PREFIX = 'airlog-mutants-';
/** A test run may take as long for itself and for each of its files. */
const TIMEOUT_MS = 60_000;
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', 'coverage']);
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

interface Answer {
  numFailedTests: number;
  numPassedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs tests with a fault in a copy of the tree. The developer's own tree is only read. All runs share one database server. */
export class FaultRunner {
  readonly #running = new Set<ChildProcess>();
  #database: TemporaryPostgres | undefined;
  #stopped = false;

  private constructor(
    readonly root: string,
    readonly folder: string,
  ) {}

  /** Removes the copies of runs that were killed, and starts the database server. */
  static async open(root: string): Promise<FaultRunner> {
    for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
      if (!isAlive(Number(name.slice(PREFIX.length).split('-')[0])))
        rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
    const runner = new FaultRunner(root, mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
    if (!process.env.TEST_DATABASE_URL) runner.#database = await startTemporary();
    return runner;
  }

  /** Returns the path of a new copy of the tree, with a link to node_modules. */
  copy(): string {
    const copy = mkdtempSync(join(this.folder, 'tree-'));
    cpSync(this.root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
    symlinkSync(join(this.root, 'node_modules'), join(copy, 'node_modules'));
    return copy;
  }

  /** Returns the outcome of the tests of a fault, with the fault in the copy. Restores the copy. */
  async outcomeOf(copy: string, fault: Fault): Promise<Outcome> {
    const file = join(copy, fault.file);
    const original = readFileSync(file, 'utf8');
    writeFileSync(file, withFault(original, fault));
    try {
      return await this.test(copy, fault.tests);
    } finally {
      if (!this.#stopped) writeFileSync(file, original);
    }
  }

  /** Returns the outcome of test files in a copy. */
  async test(copy: string, tests: readonly string[]): Promise<Outcome> {
    const output = join(copy, 'results.json');
    rmSync(output, { force: true });
    // Browser tests load the built client.
    if (tests.some((file) => file.startsWith('web/e2e/'))) {
      rmSync(join(copy, 'dist/web'), { recursive: true, force: true });
      await this.run(copy, 'npm', ['run', '--silent', 'bundle']);
    }
    const cache = join(this.folder, 'cache');
    mkdirSync(cache, { recursive: true });
    const options = ['--runTestsByPath', ...tests, '-w', '1', '--cacheDirectory', cache, '--silent', '--json'];
    const args = [...JEST, ...options, '--outputFile', output];
    if (!(await this.run(copy, process.execPath, args, TIMEOUT_MS * (1 + tests.length)))) return 'timeout';
    if (!existsSync(output)) return 'broken';
    const answer = JSON.parse(readFileSync(output, 'utf8')) as Answer;
    if (answer.numFailedTests > 0) return 'killed';
    if (answer.numRuntimeErrorTestSuites > 0 || answer.numPassedTests === 0) return 'broken';
    return 'survived';
  }

  /** Returns the names of the tests that failed in the last run in a copy, and of the files that did not load. */
  failuresOf(copy: string): string[] {
    const output = join(copy, 'results.json');
    if (!existsSync(output)) return ['no result was written'];
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Answer;
    return testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${name}: ${test.fullName}`);
      return status === 'failed' && failed.length === 0 ? [name] : failed;
    });
  }

  /** Runs a command in a copy. Returns false when it did not end in time. */
  run(copy: string, command: string, args: readonly string[], ms = 2 * TIMEOUT_MS): Promise<boolean> {
    const env = { ...process.env, ...(this.#database ? { TEST_DATABASE_URL: this.#database.url } : {}) };
    // After close() nothing starts any more; the process is about to exit.
    if (this.#stopped) return new Promise(() => undefined);
    return new Promise((resolve, reject) => {
      // A process group of its own, so that the workers of a test run end with it.
      const child = spawn(command, args, { cwd: copy, env, stdio: 'ignore', detached: true });
      this.#running.add(child);
      const timer = setTimeout(() => {
        end(child);
        resolve(false);
      }, ms);
      child.once('error', reject).once('exit', () => {
        clearTimeout(timer);
        this.#running.delete(child);
        resolve(true);
      });
    });
  }

  /** Ends every run and removes the copies and the database. */
  async close(): Promise<void> {
    this.#stopped = true;
    for (const child of this.#running) end(child);
    await this.#database?.stop();
    // The ended processes may still write a file.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
