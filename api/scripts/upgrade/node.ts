import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../src/db/embedded/embedded.ts';

const READY_MS = 300_000;

/** A node of one version, in a process of its own. */
export interface VersionNode {
  origin: string;
  /** Returns the milliseconds until it is ready. Throws with its last lines when it ended before. */
  ready(): Promise<number>;
  /** Ends it, and returns when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts the portal of a folder, which has its packages. */
export async function startNode(folder: string, env: Record<string, string>): Promise<VersionNode> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', join('api', 'src', 'main.ts'), '--no-web'], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: origin, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-1000)));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return {
    origin,
    async ready() {
      const started = performance.now();
      while (performance.now() - started < READY_MS && !hasEnded()) {
        const isReady = await fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return performance.now() - started;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error(said.trim().split('\n').slice(-3).join(' ').trim() || `${origin} did not become ready`);
    },
    async end(signal) {
      if (hasEnded()) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
