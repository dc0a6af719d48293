import { pino, type Logger } from 'pino';

/** JSON lines without secrets: no header, no query, no body is ever logged, and errors lose their SQL parameters. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    redact: ['req.headers', 'password', '*.password', '*.pin', '*.pin_number', '*.token'],
    serializers: {
      err: (error: Error & { code?: string }) => ({ type: error.name, code: error.code, message: firstLine(error.message), stack: error.stack?.split('\n').slice(1).join('\n') }),
    },
  });
}

// The driver puts the statement with its values into the message: the part in front of it says what went wrong.
function firstLine(message: string | undefined): string {
  return (message ?? '').split('\n')[0]!.split(' - ').at(-1)!.slice(0, 300);
}
