import type { ChildProcess } from 'node:child_process';
import { startProgram, untilReady } from '../scripts/bench/processes.ts';
import { freePort } from '../src/db/embedded/embedded.ts';
import { TEST_KEY, TEST_SECRET } from './secrets.ts';

/** A portal as it is shipped, in its own process, which a test kills and starts again. */
export interface PortalProcess {
  /** Of the process that runs, or ran last. */
  readonly origin: string;
  /** Starts it, and returns when it is ready. */
  start(): Promise<void>;
  /** Kills it without notice, and returns when it has ended; one that does not run stays as it is. */
  kill(): Promise<void>;
}

/** Returns a portal on this database and folder, with more variables of its environment; it is not started yet. */
export function portalProcess(
  databaseUrl: string,
  dataDir: string,
  environment: Record<string, string> = {},
): PortalProcess {
  let origin = '';
  let portal: ChildProcess | undefined;
  return {
    get origin() {
      return origin;
    },
    async start() {
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      portal = startProgram('api/src/main.ts', ['--no-web'], {
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        DATA_DIR: dataDir,
        SESSION_SECRET: TEST_SECRET,
        ENCRYPTION_KEY: TEST_KEY.toString('hex'),
        LOG_LEVEL: 'silent',
        NODE_OPTIONS: '',
        ...environment,
      });
      await untilReady(`${origin}/readyz`);
    },
    async kill() {
      const running = portal;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((done) => {
        running.once('exit', () => done());
        running.kill('SIGKILL');
      });
    },
  };
}
