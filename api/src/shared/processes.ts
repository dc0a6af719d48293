import { readFileSync } from 'node:fs';

/** Whether a process has ended, and its parent has not asked for its end. Only Linux says so. */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.startsWith('Z');
  } catch {
    return false;
  }
}

/** Whether a process runs. Only the answer "no such process" counts as ended: it may belong to another account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
