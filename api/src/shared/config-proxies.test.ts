import { expect, test } from '@jest/globals';
import type { BlockList } from 'node:net';
import { ConfigError, loadConfig } from './config.ts';
import { TEST_KEY, TEST_SECRET } from '../../test/secrets.ts';

const load = (TRUSTED_PROXIES?: string): BlockList =>
  loadConfig({ SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex'), TRUSTED_PROXIES }).trustedProxies;

test.each([undefined, '', ' , '])('TRUSTED_PROXIES %p trusts no proxy', (value) => {
  expect(load(value).rules).toEqual([]);
});

test('addresses and networks of both families are trusted, with spaces between them', () => {
  const proxies = load('10.0.0.5, 172.16.0.0/12 ,fd00::/8, 2001:db8::1/128');
  const trusted = ['10.0.0.5', '172.31.255.255'].map((address) => proxies.check(address));
  const others = ['10.0.0.6', '172.32.0.0'].map((address) => proxies.check(address));
  expect([...trusted, proxies.check('fdff::1', 'ipv6'), proxies.check('2001:db8::1', 'ipv6')]).not.toContain(false);
  expect([...others, proxies.check('fe00::1', 'ipv6'), proxies.check('2001:db8::2', 'ipv6')]).not.toContain(true);
});

test.each(['proxy.internal', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', '10.0.0', 'fe80::1%eth0', '*'])(
  'TRUSTED_PROXIES %p stops the start with its name and the entry',
  (entry) => {
    expect(() => load(`10.0.0.5,${entry}`)).toThrow(
      new ConfigError(
        `TRUSTED_PROXIES must be addresses or networks such as 10.0.0.5, 10.1.0.0/16, with commas between them, not "${entry}".`,
      ),
    );
  },
);

test.each(['0.0.0.0/0', '::/0'])('TRUSTED_PROXIES %s is refused: every client could choose its address', (entry) => {
  expect(() => load(entry)).toThrow(new ConfigError(`TRUSTED_PROXIES must not trust every address: "${entry}".`));
});
