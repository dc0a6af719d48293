import { describe, expect, test } from '@jest/globals';
import { isPublicAddress, namesPrivateHost } from './webhook-addresses.ts';

describe('an IP address', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
    '3ffe:ffff::1',
  ])('of the internet is public: %s', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ['of no host', '0.0.0.0'],
    ['of no host in IPv6', '::'],
    ['of this machine', '127.0.0.1'],
    ['of this machine, another one', '127.255.255.255'],
    ['of this machine in IPv6', '::1'],
    ['of a private network of class A', '10.0.0.0'],
    ['of a private network of class A, the last', '10.255.255.255'],
    ['of a private network of class B', '172.16.0.0'],
    ['of a private network of class B, the last', '172.31.255.255'],
    ['of a private network of class C', '192.168.0.1'],
    ['of a provider', '100.64.0.0'],
    ['of a provider, the last', '100.127.255.255'],
    ['of a link, where clouds have their credentials', '169.254.169.254'],
    ['of a link in IPv6', 'fe80::1'],
    ['of a link in IPv6 with its zone', 'fe80::1%eth0'],
    ['of the internet with a zone', '2606:4700:4700::1111%eth0'],
    ['of a private network in IPv6', 'fd00::1'],
    ['of IPv4 in IPv6, this machine', '::ffff:127.0.0.1'],
    ['of IPv4 in IPv6, in hexadecimal', '::ffff:7f00:1'],
    ['of IPv4 in IPv6, also of the internet', '::ffff:1.1.1.1'],
    ['of IPv4 in IPv6 of before', '::127.0.0.1'],
    ['that is translated to IPv4', '64:ff9b::a00:1'],
    ['that 6to4 leads to IPv4', '2002:7f00:1::1'],
    ['that Teredo leads to IPv4', '2001:0:7f00:1::1'],
    ['of documentation', '192.0.2.1'],
    ['of documentation in IPv6', '2001:db8::1'],
    ['of tests', '198.18.0.1'],
    ['of tests, the last', '198.19.255.255'],
    ['of several hosts', '224.0.0.1'],
    ['of several hosts in IPv6', 'ff02::1'],
    ['of all hosts', '255.255.255.255'],
    ['that is none', 'localhost'],
    ['in another notation', '0x7f.1'],
  ])('%s is not public: %s', (_title, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('an address of the web', () => {
  test.each([
    'http://127.0.0.1/',
    'https://[::1]/hooks',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://127.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://receiver/',
    'https://receiver.local/',
    'https://receiver.internal./',
    'https://api.localhost/',
  ])('names a private host: %s', (url) => expect(namesPrivateHost(new URL(url))).toBe(true));

  test.each([
    'https://receiver.example/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'https://locals.example/',
  ])('names none: %s', (url) => expect(namesPrivateHost(new URL(url))).toBe(false));
});
