import { describe, expect, test } from '@jest/globals';
import type { BlockList } from 'node:net';
import { proxiesOf } from './config-proxies.ts';
import { addressOf, customerOf, networkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('the address %s belongs to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8::/64'],
  ['::1', '::/64'],
  ['::1.2.3.4', '::1.2.3.4'],
  ['', ''],
])('the address %p is %p in a log', (ip, network) => {
  expect(customerOf(ip)).toBe(network);
});

describe('the address of a request', () => {
  const of = (proxies: string, remoteAddress: string | undefined, forwarded?: string) =>
    addressOf(
      { trustedProxies: proxiesOf(proxies) as BlockList },
      { socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
    );

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [undefined, ''],
  ])('of a peer %p without a proxy is %p', (peer, address) => {
    expect(of('', peer)).toBe(address);
  });

  test.each([
    ['', '10.0.0.5'],
    ['10.0.0.6', '10.0.0.5'],
    ['10.0.0.4/31', '203.0.113.66'],
    ['10.0.0.6/31', '10.0.0.5'],
  ])('with the proxies %p a header of 10.0.0.5 leaves or makes it %s', (proxies, address) => {
    expect(of(proxies, '::ffff:10.0.0.5', '203.0.113.66')).toBe(address);
  });

  test.each([
    ['what a client writes itself comes before its address', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['a second trusted proxy is passed', '6.6.6.6, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['a proxy that is not trusted is the address', '198.51.100.7, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
    ['a client inside the trusted network is the first', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['what is no address ends the list', '198.51.100.7, unknown, 10.1.2.3', '10.1.2.3'],
    ['an empty header names none', '', '10.0.0.5'],
    ['the port of a client is no part of it', '198.51.100.7:52100', '198.51.100.7'],
    ['the port of an IPv6 client is no part of it', '[2001:DB8::7]:52100', '2001:db8::7'],
    ['an IPv4 address in an IPv6 one is that address', '::ffff:198.51.100.7', '198.51.100.7'],
    ['an IPv6 client keeps its address', '2001:db8:1:2::7', '2001:db8:1:2::7'],
    ['numbers in another notation are no address', '0x7f.1', '10.0.0.5'],
  ])('of a trusted proxy: %s', (_title, forwarded, address) => {
    expect(of('10.0.0.0/8', '10.0.0.5', forwarded)).toBe(address);
  });

  test('of a trusted proxy over IPv6 is the one that it names', () => {
    expect(of('fd00::/8', 'fd12::1', '198.51.100.7')).toBe('198.51.100.7');
    expect(of('fd00::/8', 'fe12::1', '198.51.100.7')).toBe('fe12::1');
  });
});
