import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';

/** What a statement is part of: a request or a job by its id, and its operation, route or job. */
interface Work {
  id?: string;
  operation?: string;
}

const running = new AsyncLocalStorage<Work>();
const LONGEST = 2000;

/** Runs `run` as this work: its slow statements are logged with it. */
export const during = <T>(work: Work, run: () => T): T => running.run(work, run);

/** Names the operation of the work that runs, when that is known. It is of a closed set: never a name that a client chose. */
export function nameWork(operation: string): void {
  const work = running.getStore();
  if (work) work.operation = operation;
}

// What may contain a sign of a later one comes first. Without its end a text is one to the end of the statement.
const PARTS =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("[^"]*")|[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\3\$|$)|(?<![\w$.])(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;

/** Returns the text of a statement without a value: the library and copy-out.ts write some into it. */
export const withoutValues = (text: string): string =>
  text
    .replace(PARTS, (_part, comment?: string, name?: string) => (comment ? ' ' : (name ?? '?')))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);

/** The statements of a node that last for `ms` milliseconds or longer: each is a line of the log, and is counted. */
export class SlowStatements {
  constructor(
    readonly ms: number,
    readonly log: Logger,
    readonly counted: () => void = () => undefined,
  ) {}

  /** Returns the function to call at the end of a statement, with its milliseconds: its work is the one that runs now. */
  begun(text: string): (ms: number) => void {
    const work = running.getStore();
    return (ms) => {
      if (ms < this.ms) return;
      this.counted();
      this.log.warn(
        { statement: withoutValues(text), ms: Math.round(ms), operation: work?.operation, requestId: work?.id },
        'a slow statement',
      );
    };
  }
}
