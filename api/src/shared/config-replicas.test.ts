import { expect, test } from '@jest/globals';
import { TEST_KEY, TEST_SECRET } from '../../test/secrets.ts';
import { ConfigError, loadConfig } from './config.ts';

const replicas = (DATABASE_REPLICA_URLS?: string) =>
  loadConfig({ SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex'), DATABASE_REPLICA_URLS })
    .databaseReplicas;

test('replicas are hosts between commas, and without the variable there are none', () => {
  expect([undefined, '', ' , '].map(replicas)).toEqual([[], [], []]);
  const addresses = ['postgres://one', 'postgresql://two:5433/', 'postgres://[::1]:5432?sslmode=verify-full'];
  expect(replicas(addresses.join(', '))).toEqual(addresses);
  expect(replicas(Array(16).fill('postgres://one').join())).toHaveLength(16);
});

test.each([
  ['http://one', 'must be addresses that start with'],
  ['one:5432', 'must be addresses that start with'],
  ['postgres://one,two', 'must be addresses that start with'],
  ['postgres://user@one', 'names hosts only'],
  ['postgres://user:secret@one', 'names hosts only'],
  ['postgres://one/airlog', 'names hosts only'],
  [Array(17).fill('postgres://one').join(), 'must have at most 16'],
])('%s is refused with one line that shows no part of it', (value, line) => {
  const refused = () => replicas(value);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(line);
  expect(refused).not.toThrow(/secret|airlog|\/\/one/);
});
