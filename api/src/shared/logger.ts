import { pino, type DestinationStream, type Logger } from 'pino';
import { workOfNow } from './work.ts';

/**
 * JSON lines without secrets: no header, query or body is ever logged, and errors lose their SQL parameters. When
 * `traced`, a line of a request or a job names its trace.
 */
export function createLogger(level: string, destination?: DestinationStream, traced = false): Logger {
  const options = {
    level,
    base: undefined,
    ...(traced && { mixin: () => ({ ...workOfNow()?.span?.ids }) }),
    redact: ['req.headers', 'password', '*.password', '*.pin', '*.pin_number', '*.token'],
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: reasonOf(error),
        stack: framesOf(error.stack),
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

// The driver prefixes its message with the statement and its values, and PostgreSQL quotes the value that it could not
// read (class 22).
function reasonOf({ message = '', code = '' }: Error & { code?: string }): string {
  const reason = message.split(' - ').at(-1)!.split('\n')[0]!;
  return (/^22.{3}$/.test(code) ? reason.replace(/".*/s, '"…"') : reason).slice(0, 300);
}

// A message of several lines precedes the frames: only the frames are kept.
const framesOf = (stack: string | undefined) =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
