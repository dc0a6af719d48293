import { expect, test } from '@jest/globals';
import { CLIENT_GONE } from '../shared/errors.ts';
import { isUnavailable, replyOf, validationBody } from './errors.ts';

const refused = (count: number) =>
  Array.from({ length: count }, () => ({ field: 'start_date', code: 'x', message: 'invalid' as const }));

test.each([
  ['en', 1, 'This value is not valid.'],
  ['en', 2, 'This value is not valid. (and 1 more error)'],
  ['en', 3, 'This value is not valid. (and 2 more errors)'],
  ['es', 2, 'Este valor no es válido. (y 1 error más)'],
  ['es', 4, 'Este valor no es válido. (y 3 errores más)'],
] as const)(
  'the message of refused input is the first one and the number of the others: %s, %i',
  (locale, count, text) => {
    expect(validationBody(refused(count), locale).message).toBe(text);
  },
);

test.each([
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' }],
  [{ code: '57P01', message: 'terminating connection due to administrator command' }],
  [{ code: '57P03', message: 'the database system is starting up' }],
  [{ message: 'Connection terminated unexpectedly' }],
  [{ message: 'Client has encountered a connection error and is not queryable' }],
  [{ message: 'timeout exceeded when trying to connect' }],
])('an unreachable or overloaded database is reported as unavailable: %p', (fault) => {
  expect(isUnavailable(Object.assign(new Error(fault.message), fault))).toBe(true);
});

test.each([
  [{ code: '23505', message: 'duplicate key value' }],
  [{ code: '57014', message: 'canceling statement due to statement timeout' }],
  [{ message: 'Cannot read properties of undefined' }],
])('any other fault is not reported as unavailable: %p', (fault) => {
  expect(isUnavailable(Object.assign(new Error(fault.message), fault))).toBe(false);
});

test('a client that went away is no fault, and nothing is reported', () => {
  const reported: unknown[] = [];
  expect(replyOf(CLIENT_GONE, 'en', (error) => reported.push(error))).toEqual({ status: 499 });
  expect(reported).toEqual([]);
});
