import { createCipheriv, createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { decryptColumn, encryptColumn, encryptedWith, secretId } from './cipher.ts';

const [first, second, third] = ['one', 'two', 'three'].map((name) => createHash('sha256').update(name).digest()) as [
  Buffer,
  Buffer,
  Buffer,
];

/** A value as it was written before values named their key, by code of its own. */
function former(key: Buffer, text: string): string {
  const iv = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')}`;
}

test('a value names the key with which it is encrypted, and no two values are equal', () => {
  const value = encryptColumn(first, '0042');
  expect(value).toMatch(/^v2\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
  expect(value.startsWith(encryptedWith(first))).toBe(true);
  expect(value.startsWith(encryptedWith(second))).toBe(false);
  expect(encryptColumn(first, '0042')).not.toBe(value);
});

test('the id of a secret is a part of a hash: 8 digits, equal for a text and its bytes', () => {
  const id = createHash('sha256').update('airlog secret id:abc').digest('hex').slice(0, 8);
  expect([secretId('abc'), secretId(Buffer.from('abc'))]).toEqual([id, id]);
});

describe('a value is decrypted', () => {
  test.each([['0042'], [''], ['ñandú ✓'], ['x'.repeat(10_000)]])('whatever it is: %.12s', (text) => {
    expect(decryptColumn([first], encryptColumn(first, text))).toBe(text);
  });

  test('with any of the keys, in any order, also one of before', () => {
    for (const keys of [
      [first, second],
      [second, first],
      [third, second, first],
    ])
      for (const value of [encryptColumn(first, '0042'), former(first, '0042')])
        expect(decryptColumn(keys, value)).toBe('0042');
  });
});

describe('a value is refused', () => {
  test('that none of the keys encrypted', () => {
    const message = `An encrypted column names the key ${secretId(first)}, which ENCRYPTION_KEY does not contain.`;
    expect(() => decryptColumn([second, third], encryptColumn(first, '0042'))).toThrow(message);
    expect(() => decryptColumn([second, third], former(first, '0042'))).toThrow('was changed, or encrypted with a key');
  });

  test.each([
    ['another key in its name', (value: string) => value.replace(secretId(first), secretId(second))],
    ['another text', (value: string) => value.slice(0, -2) + (value.endsWith('AA') ? 'BB' : 'AA')],
    ['another tag', (value: string) => value.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`)],
  ])('with %s', (_what, change) => {
    expect(() => decryptColumn([first, second], change(encryptColumn(first, '0042')))).toThrow('was changed');
  });

  test.each(['', 'v3.x.y.z', 'v2.12345678.x', '0042', 'v1.x.y'])('of an unknown form: %j', (value) => {
    expect(() => decryptColumn([first], value)).toThrow('unknown form');
  });
});
