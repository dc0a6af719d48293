import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Starts one of our TypeScript programs, which ends with this process; shows its errors but not its output. */
export function startProgram(file: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  return child.once('exit', () => process.off('exit', end));
}

/** Ends a program that we started and waits for its exit. */
export function stopProgram(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}

/** Returns the milliseconds until an address returns 200. */
export async function untilReady(url: string, limitMs = 120_000): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < limitMs) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not answer within ${limitMs} ms`);
}
