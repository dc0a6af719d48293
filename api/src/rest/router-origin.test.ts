import { expect, test } from '@jest/globals';
import { testConfig } from '../../test/secrets.ts';
import { originOf } from './router.ts';

const of = (production: boolean, host: string | undefined, publicUrl = 'https://portal.example') =>
  originOf({ config: { ...testConfig(''), production, publicUrl } }, host);

test.each(['evil.example', 'portal.example.evil.example', 'x@evil.example', undefined])(
  'the links of an answer lead to our own address in production, whatever host is asked: %p',
  (host) => {
    expect(of(true, host)).toBe('https://portal.example');
  },
);

test.each([
  ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['x/../y', 'http://localhost:4000'],
  [undefined, 'http://localhost:4000'],
])('in a trial they lead to the host that is asked, %p: %s', (host, origin) => {
  expect(of(false, host, 'http://localhost:4000')).toBe(origin);
});
