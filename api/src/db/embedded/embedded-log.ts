import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The server's own log: starts, stops and crashes, at most seven days. Errors of statements stay out, because their
 * texts hold values of patients; the portal logs each with the id of its request.
 */
export const LOG_SETTINGS = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // The server logs the text of the statement in which a process crashed: this is its smallest length.
  track_activity_query_size: 100,
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'server-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
};

/** Returns the last line that the server wrote, for an operator whose server does not start. */
export function lastWords(dir: string): string {
  const files = [join(dir, 'server.log'), ...globSync(join(dir, 'log', '*.log'))].filter((file) => existsSync(file));
  const [newest] = files.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  return newest ? (readFileSync(newest, 'utf8').trim().split('\n').at(-1) ?? '') : 'no log was written';
}
