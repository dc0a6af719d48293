import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A part of a trace (traces/traces.ts). Names, attributes and codes are of closed sets: never a value of a request, which
 * could be a person's.
 */
export interface Span {
  /** As each line of the log names them. */
  readonly ids: { trace_id: string; span_id: string };
  /** The span of the same work in which this one began. */
  readonly around: Span | undefined;
  /** Begins a span within this one. `isCall`: another system works, and we wait. */
  begin(name: string, as?: { attributes?: Record<string, string>; isCall?: boolean }): Span;
  /** Adds a statement that has ended, with the code of its error. */
  ran(statement: string, ms: number, code?: string): void;
  /** Ends it, with the code of the error with which it failed. */
  end(code?: string): void;
}

/** What a statement is part of: a request or a job by its id, and its operation, route or job. */
interface Work {
  id?: string;
  operation?: string;
  /** The span that runs; undefined while nothing is traced. */
  span?: Span;
}

const running = new AsyncLocalStorage<Work>();

/** Returns the work that runs; undefined outside of any. */
export const workOfNow = (): Work | undefined => running.getStore();

/** Runs `run` as this work: its slow statements (db/slow.ts), its lines of the log and its spans are of it. */
export const during = <T>(work: Work, run: () => T): T => running.run(work, run);

/**
 * Names the operation of the work that runs, when that is known, and begins its span. It is of a closed set: never a name
 * that a client chose.
 */
export function nameWork(operation: string, attributes?: Record<string, string>): void {
  const work = running.getStore();
  if (!work) return;
  work.operation = operation;
  work.span = work.span?.begin(operation, { attributes });
}

/** Ends the span of the operation that runs, with the code of the error with which it failed. */
export function endWork(code?: string): void {
  const work = running.getStore();
  if (!work?.operation || !work.span) return; // it was refused before it was known what it asks for
  work.span.end(code);
  work.span = work.span.around ?? work.span; // a line of the log that follows is of the trace
}

/** Runs what another system does for the work, as a span of its own. */
export async function calling<T>(system: string, run: () => Promise<T>): Promise<T> {
  const span = running.getStore()?.span?.begin(system, { isCall: true });
  try {
    const result = await run();
    span?.end();
    return result;
  } catch (error) {
    span?.end(String((error as { code?: unknown }).code ?? 'failed'));
    throw error;
  }
}
