import { AsyncLocalStorage } from 'node:async_hooks';

/** What a statement is part of: a request or a job by its id, and its operation, route or job. */
interface Work {
  id?: string;
  operation?: string;
}

const running = new AsyncLocalStorage<Work>();

/** Returns the work that runs; undefined outside of any. */
export const workOfNow = (): Work | undefined => running.getStore();

/** Runs `run` as this work: its slow statements are logged with it (db/slow.ts). */
export const during = <T>(work: Work, run: () => T): T => running.run(work, run);

/** Names the operation of the work that runs, when that is known. It is of a closed set: never a name that a client chose. */
export function nameWork(operation: string): void {
  const work = running.getStore();
  if (work) work.operation = operation;
}
