import { expect, test } from '@jest/globals';
import { isUnavailable } from './errors.ts';

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

test.each([[{ code: '23505', message: 'duplicate key value' }], [{ message: 'Cannot read properties of undefined' }]])(
  'any other fault is not reported as unavailable: %p',
  (fault) => {
    expect(isUnavailable(Object.assign(new Error(fault.message), fault))).toBe(false);
  },
);
