/** Asking for an address or a connection: whatever the system answers, nothing was sent. */
const CONNECTING = new Set(['connect', 'getaddrinfo']);

/** A write reached a server that only reads: a standby (portal-client.ts). */
export const STANDBY = 'AIRLOG_STANDBY';

const CODES = new Set([
  // Node, while something is read or written: the other side ended, or the system gave the connection up.
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ECANCELED',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_SOCKET_CLOSED',
  // PostgreSQL: connections that were refused or lost, on the way or by a pooler.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // It shuts down, has crashed, starts or stops; a session was idle for too long, also within a transaction.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  // It has no room: resources, disk, memory, connections; or a lock took too long.
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '55P03',
  STANDBY,
]);

/**
 * Messages of errors without a code. The driver: a connection that was not there in time, ended under a statement, or had
 * ended before it. The pools: no connection was free in time, or the node ends.
 */
const MESSAGES =
  /^timeout expired$|^Connection terminated|not queryable$|^timeout exceeded when trying to connect$|after calling end on the pool$|^The pool of connections has ended\.$|^driver has already been destroyed$/;

/** Whether the database could not be reached, was lost, or had no room at any moment of a statement: it may be sent again. */
export function isLost(error: unknown): boolean {
  const { code = '', syscall = '', message = '' } = error as { code?: string; syscall?: string; message?: string };
  return CODES.has(code) || CONNECTING.has(syscall) || MESSAGES.test(message);
}
