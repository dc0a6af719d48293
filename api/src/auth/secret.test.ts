import { describe, expect, test } from '@jest/globals';
import { digestOf, kindOfSecret, newSecret } from './secret.ts';

describe('a secret', () => {
  test.each([
    ['token', /^rtp_pat_[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/],
    ['key', /^rtp_sk_[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/],
    ['access', /^rtp_at_[0-9A-Za-z]{30}[0-9A-Za-z]{6}$/],
  ] as const)('of the kind %s has its prefix, 30 digits of base 62 and a checksum of 6', (kind, form) => {
    const secrets = Array.from({ length: 200 }, () => newSecret(kind));
    for (const secret of secrets)
      expect([secret, form.test(secret), kindOfSecret(secret)]).toEqual([secret, true, kind]);
    expect(new Set(secrets).size).toBe(200);
  });

  test('has the CRC32 of what precedes it at its end, in base 62', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    // CRC-32 of ISO 3309, bit by bit.
    const crc = (text: string) => {
      let sum = 0xffffffff;
      for (const byte of Buffer.from(text)) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
      }
      return (sum ^ 0xffffffff) >>> 0;
    };
    const secret = newSecret('key');
    const value = [...secret.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc(secret.slice(0, -6)));
  });

  test('with any one character changed is none', () => {
    const secret = newSecret('token');
    for (let index = 0; index < secret.length; index += 1) {
      const other = secret[index] === 'x' ? 'y' : 'x';
      expect([index, kindOfSecret(secret.slice(0, index) + other + secret.slice(index + 1))]).toEqual([index, null]);
    }
    for (const wrong of [
      `${secret}0`,
      secret.slice(1),
      ` ${secret}`,
      `${secret}\n`,
      secret.replace('rtp_pat_', 'rtp_sk_'),
      '',
    ])
      expect(kindOfSecret(wrong)).toBeNull();
  });

  test('is kept as its SHA-256', () => {
    expect(digestOf('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
