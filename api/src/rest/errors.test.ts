import { expect, test } from '@jest/globals';
import { CLIENT_GONE } from '../shared/errors.ts';
import { publicError } from '../graphql/errors.ts';
import { isUnavailable, replyOf, validationBody } from './errors.ts';

const refused = (count: number) =>
  Array.from({ length: count }, () => ({ field: 'start_date', code: 'x', message: 'invalid' as const }));

test.each([
  ['en', 1, 'This value is not valid. Check it.'],
  ['en', 2, 'This value is not valid. Check it. (and 1 more error)'],
  ['en', 3, 'This value is not valid. Check it. (and 2 more errors)'],
  ['es', 2, 'Este valor no es válido. Compruébelo. (y 1 error más)'],
  ['es', 4, 'Este valor no es válido. Compruébelo. (y 3 errores más)'],
] as const)(
  'the message of refused input is the first one and the number of the others: %s, %i',
  (locale, count, text) => {
    expect(validationBody(refused(count), locale).message).toBe(text);
  },
);

/** What node-postgres, its pool, our own and PostgreSQL raise, by the moment at which the server is gone. */
const LOSSES: [string, { code?: string; syscall?: string; message: string }[]][] = [
  [
    'no connection can be opened',
    [
      { code: 'ECONNREFUSED', syscall: 'connect', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
      { code: 'ECONNRESET', syscall: 'connect', message: 'connect ECONNRESET 127.0.0.1:5432' },
      { code: 'EHOSTUNREACH', syscall: 'connect', message: 'connect EHOSTUNREACH 10.0.0.1:5432' },
      { code: 'ENETUNREACH', syscall: 'connect', message: 'connect ENETUNREACH 10.0.0.1:5432' },
      { code: 'ETIMEDOUT', syscall: 'connect', message: 'connect ETIMEDOUT 10.0.0.1:5432' },
      { code: 'ENOENT', syscall: 'connect', message: 'connect ENOENT /run/.s.PGSQL.5432' },
      { code: 'ENOTFOUND', syscall: 'getaddrinfo', message: 'getaddrinfo ENOTFOUND db.test' },
      { code: 'EAI_AGAIN', syscall: 'getaddrinfo', message: 'getaddrinfo EAI_AGAIN db.test' },
      { message: 'timeout expired' },
      { message: 'Connection terminated due to connection timeout' },
    ],
  ],
  [
    'a connection is being opened',
    [
      { code: '57P03', message: 'the database system is starting up' },
      { code: '57P03', message: 'the database system is shutting down' },
      { code: '53300', message: 'sorry, too many clients already' },
      { code: '08004', message: 'server login failed' },
      { message: 'Connection terminated unexpectedly' },
    ],
  ],
  [
    'a statement is sent, or its answer is read',
    [
      { code: 'EPIPE', syscall: 'write', message: 'write EPIPE' },
      { code: 'ECONNRESET', syscall: 'write', message: 'write ECONNRESET' },
      { code: 'ECANCELED', syscall: 'write', message: 'write ECANCELED' },
      { code: 'ECONNABORTED', syscall: 'write', message: 'write ECONNABORTED' },
      { code: 'ECONNRESET', syscall: 'read', message: 'read ECONNRESET' },
      { code: 'ETIMEDOUT', syscall: 'read', message: 'read ETIMEDOUT' },
      { code: 'ERR_STREAM_DESTROYED', message: 'Cannot call write after a stream was destroyed' },
      { code: 'ERR_SOCKET_CLOSED', message: 'Socket is closed' },
      { code: '57P01', message: 'terminating connection due to administrator command' },
      { code: '57P02', message: 'terminating connection because of crash of another server process' },
      { code: '08006', message: 'server conn crashed' },
    ],
  ],
  [
    'a connection was lost before its statement',
    [
      { code: '25P03', message: 'terminating connection due to idle-in-transaction timeout' },
      { code: '57P05', message: 'terminating connection due to idle-session timeout' },
      { message: 'Client has encountered a connection error and is not queryable' },
      { message: 'Client was closed and is not queryable' },
      { message: 'Connection terminated' },
    ],
  ],
  [
    'no connection is free, or the node ends',
    [
      { message: 'timeout exceeded when trying to connect' },
      { message: 'Cannot use a pool after calling end on the pool' },
      { message: 'The pool of connections has ended.' },
      { message: 'driver has already been destroyed' },
    ],
  ],
  [
    'it has no room',
    [
      { code: '53100', message: 'could not extend file' },
      { code: '53200', message: 'out of memory' },
      { code: '55P03', message: 'canceling statement due to lock timeout' },
    ],
  ],
];

test.each(LOSSES.flatMap(([moment, faults]) => faults.map((fault) => [moment, fault] as const)))(
  'both APIs ask to retry when %s: %p',
  (_moment, fault) => {
    const error = Object.assign(new Error(fault.message), fault);
    expect(replyOf(error, 'en', () => undefined)).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
    expect(publicError({ message: '' }, error, undefined).extensions).toMatchObject({ code: 'UNAVAILABLE' });
  },
);

test.each([
  [{ code: '23505', message: 'duplicate key value' }],
  [{ code: '57014', message: 'canceling statement due to statement timeout' }],
  [{ code: 'ENOENT', syscall: 'open', message: 'ENOENT: no such file or directory' }],
  [{ message: 'Cannot read properties of undefined' }],
])('any other fault is not reported as unavailable: %p', (fault) => {
  expect(isUnavailable(Object.assign(new Error(fault.message), fault))).toBe(false);
});

test('a client that went away is no fault, and nothing is reported', () => {
  const reported: unknown[] = [];
  expect(replyOf(CLIENT_GONE, 'en', (error) => reported.push(error))).toEqual({ status: 499 });
  expect(reported).toEqual([]);
});
