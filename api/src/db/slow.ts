import type { Logger } from 'pino';
import { during, workOfNow } from '../shared/work.ts';

const LONGEST = 2000;

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

/**
 * The statements of a node. Those that last for `ms` milliseconds or longer are a line of the log each, and are counted;
 * all are spans of the work that is traced.
 */
export class SlowStatements {
  constructor(
    readonly ms: number,
    readonly log: Logger,
    readonly counted: () => void = () => undefined,
  ) {}

  /**
   * Returns the function to call at the end of a statement, with its milliseconds and the code of its error: its work is
   * the one that runs now.
   */
  begun(text: string): (ms: number, code?: string) => void {
    const work = workOfNow();
    const span = work?.span;
    return (ms, code) => {
      span?.ran(text, ms, code);
      if (ms < this.ms) return;
      this.counted();
      const line = {
        statement: withoutValues(text),
        ms: Math.round(ms),
        operation: work?.operation,
        requestId: work?.id,
      };
      // What reads the answer is of the request that opened the connection.
      during(work ?? {}, () => this.log.warn(line, 'a slow statement'));
    };
  }
}
