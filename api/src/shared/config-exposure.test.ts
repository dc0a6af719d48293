import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from './config.ts';

const secrets = {
  SESSION_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
  ENCRYPTION_KEY: createHash('sha256').update('only for tests').digest('hex'),
  DATA_DIR: '/nonexistent',
};
const production = {
  ...secrets,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.example',
  SMTP_URL: 'smtps://mail.example',
};
const refusal = (env: NodeJS.ProcessEnv): string | null => {
  try {
    loadConfig(env);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

describe('a trial', () => {
  test.each([
    undefined,
    '',
    'http://localhost:4000',
    'http://127.0.0.1:80',
    'http://127.1.2.3',
    'http://[::1]:4000',
    'http://portal.localhost',
  ])('starts at %s', (PUBLIC_URL) => {
    expect(refusal({ ...secrets, PUBLIC_URL, MAIL_FROM: 'no-reply@localhost' })).toBeNull();
  });

  test.each([
    'https://portal.example',
    'https://localhost',
    'http://portal.example',
    'http://192.168.1.5:4000',
    'http://0.0.0.0:4000',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://[2001:db8::1]',
  ])('does not start at %s, which others can reach', (PUBLIC_URL) => {
    for (const NODE_ENV of [undefined, 'development', 'test'])
      expect(refusal({ ...secrets, PUBLIC_URL, NODE_ENV, ALLOW_PLAINTEXT: '1' })).toMatch(
        /^PUBLIC_URL .*NODE_ENV=production/,
      );
  });

  test('may use other systems without TLS', () => {
    expect(
      refusal({ ...secrets, SMTP_URL: 'smtp://mail:1025', LEGACY_URL: 'http://u:p@legacy', SMS_URL: 'http://sms' }),
    ).toBeNull();
  });
});

test.each(['Production', 'prod', 'staging', ' production', 'PRODUCTION'])('NODE_ENV=%j is refused', (NODE_ENV) => {
  expect(refusal({ ...production, NODE_ENV })).toBe(
    `NODE_ENV must be one of development, test, production, not "${NODE_ENV}".`,
  );
});

describe('production', () => {
  test('starts with TLS everywhere', () => {
    const others = { LEGACY_URL: 'https://u:p@legacy', SMS_URL: 'https://sms', CARRIER_URL: 'https://carrier' };
    for (const SMTP_URL of ['smtps://u:p@mail', 'smtp://mail:587?requireTLS=true'])
      expect(refusal({ ...production, ...others, SMTP_URL })).toBeNull();
  });

  test.each([
    ['PUBLIC_URL', 'http://portal.example'],
    ['PUBLIC_URL', 'http://localhost:4000'],
    ['LEGACY_URL', 'http://user:topsecret@legacy.example'],
    ['SMS_URL', 'http://user:topsecret@sms.example'],
    ['CARRIER_URL', 'http://user:topsecret@carrier.example'],
    ['SMTP_URL', 'smtp://user:topsecret@mail.example'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false'],
    ['SMTP_URL', 'smtps://mail.example?secure=false'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false'],
  ])('does not start with %s=%s, unless ALLOW_PLAINTEXT=1 says so', (name, value) => {
    for (const ALLOW_PLAINTEXT of [undefined, '', '0']) {
      const message = refusal({ ...production, [name]: value, ALLOW_PLAINTEXT });
      expect(message).toMatch(new RegExp(`^${name} .*ALLOW_PLAINTEXT=1[^\n]*\\.$`));
      expect(message).not.toContain('topsecret');
    }
    expect(refusal({ ...production, [name]: value, ALLOW_PLAINTEXT: '1' })).toBeNull();
  });

  test('takes 0 or 1 for ALLOW_PLAINTEXT', () => {
    expect(refusal({ ...production, ALLOW_PLAINTEXT: 'yes' })).toBe('ALLOW_PLAINTEXT must be 0 or 1.');
  });
});

test.each([
  'https://portal.example/app',
  'https://u@portal.example',
  'https://portal.example?x=1',
  'https://portal.example/#x',
])('PUBLIC_URL=%s is no address of a portal', (PUBLIC_URL) => {
  expect(refusal({ ...production, PUBLIC_URL })).toBe(
    'PUBLIC_URL must be a scheme and a host, without a path, a user or a query.',
  );
});

describe('a secret that cannot be random is refused, in a trial too', () => {
  test.each([
    '0'.repeat(64),
    'f'.repeat(64),
    '0f'.repeat(32),
    '0123456789abcdef'.repeat(4),
    '00'.repeat(17) + '000102030405060708090a0b0c0d0e',
  ])('ENCRYPTION_KEY %s', (ENCRYPTION_KEY) => {
    for (const env of [secrets, production])
      expect(refusal({ ...env, ENCRYPTION_KEY })).toBe(
        'ENCRYPTION_KEY is not random: take the output of `openssl rand -hex 32`.',
      );
  });

  test('SESSION_SECRET of one letter', () => {
    expect(refusal({ ...production, SESSION_SECRET: 'x'.repeat(40) })).toBe(
      'SESSION_SECRET is not random: take the output of `openssl rand -hex 32`.',
    );
  });

  test('and every key that is random is taken', () => {
    for (let index = 0; index < 2000; index += 1) {
      const ENCRYPTION_KEY = createHash('sha256').update(String(index)).digest('hex');
      const SESSION_SECRET = ENCRYPTION_KEY.slice(0, 32);
      if (refusal({ ...secrets, ENCRYPTION_KEY, SESSION_SECRET })) expect([index, 'refused']).toEqual([index, 'taken']);
    }
  });
});
