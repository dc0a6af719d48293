import { describe, expect, test } from '@jest/globals';
import { legacyInfoOf } from './config-legacy.ts';

const TRIAL = { production: false, plaintext: false };
const PRODUCTION = { production: true, plaintext: false };

describe('LEGACY_INFO_URL', () => {
  test('is an address of the web, or none', () => {
    expect(legacyInfoOf(undefined, PRODUCTION)).toBeNull();
    expect(legacyInfoOf('', PRODUCTION)).toBeNull();
    expect(String(legacyInfoOf('https://legacy.example/quick/info', PRODUCTION))).toBe(
      'https://legacy.example/quick/info',
    );
  });

  test.each([['legacy.example'], ['javascript:alert(1)'], ['ftp://legacy.example/quick/info']])(
    'is refused as %s',
    (value) => {
      expect(legacyInfoOf(value, TRIAL)).toBe(
        'LEGACY_INFO_URL must be an address that starts with http:// or https://.',
      );
    },
  );

  test('has no user and no password, which every browser would get, and the refusal does not repeat them', () => {
    for (const value of ['https://me@legacy.example/', 'https://me:topsecret@legacy.example/'])
      expect(legacyInfoOf(value, TRIAL)).toBe(
        'LEGACY_INFO_URL must not contain a user or a password: browsers get it.',
      );
  });

  test('uses TLS in production', () => {
    expect(legacyInfoOf('http://legacy.example/', PRODUCTION)).toMatch(/^LEGACY_INFO_URL must .*https:/);
    expect(String(legacyInfoOf('http://legacy.example/', TRIAL))).toBe('http://legacy.example/');
  });
});
