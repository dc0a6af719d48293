import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '../../shared/processes.ts';

/** A connection costs the server a process: between two of them only its own process is looked for. */
const CONNECT_MS = 10_000;

/** Whether the process of the server in a folder runs. */
function hasProcess(dir: string): boolean {
  try {
    return isAlive(Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]));
  } catch {
    return false;
  }
}

/** Whether a server accepts connections. */
function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = connect(port, '127.0.0.1', () => done(true)).once('error', () => done(false));
    probe.once('connect', () => probe.destroy());
  });
}

/** Returns a look at the server of a folder: whether it runs, and accepted a connection within the last seconds. */
export function lookAt(dir: string, port: number): () => Promise<boolean> {
  let answeredAt = -Infinity;
  return async () => {
    if (hasProcess(dir) && performance.now() - answeredAt < CONNECT_MS) return true;
    const answered = await answers(port);
    if (answered) answeredAt = performance.now();
    return answered;
  };
}
