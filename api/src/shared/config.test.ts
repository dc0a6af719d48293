import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { TEST_KEY, TEST_SECRET } from '../../test/secrets.ts';
import { ConfigError, loadConfig } from './config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'airlog-config-')), 'data');
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }));

const KEYS = ['one', 'two', 'three', 'four'].map((name) => createHash('sha256').update(name).digest('hex'));
const secrets = { SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex') };
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', SMTP_URL: 'smtps://mail:465' };

test('without any variable the portal has its defaults', () => {
  expect(loadConfig({ DATA_DIR: dataDir })).toMatchObject({
    production: false,
    demo: true,
    port: 4000,
    databaseUrl: undefined,
    databaseConnections: 15,
    slowStatementMs: 1000,
    publicUrl: 'http://localhost:4000',
    icodeCodecs: ['ic1'],
    carrierUrl: undefined,
    legacyUrl: undefined,
    legacyContact: null,
    legacyInfo: null,
    portalName: 'Airlog',
    appRegion: 'us',
    logLevel: 'info',
  });
});

describe('outside production', () => {
  test('secrets are generated once, into a file that only its owner reads', () => {
    const first = loadConfig({ DATA_DIR: dataDir });
    const file = join(dataDir, 'secrets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      sessionSecret: first.sessionSecret,
      encryptionKey: first.encryptionKey.toString('hex'),
    });
    expect([first.sessionSecret.length, first.encryptionKey.length]).toEqual([64, 32]);
    const second = loadConfig({ DATA_DIR: dataDir });
    expect([second.sessionSecret, second.encryptionKey]).toEqual([first.sessionSecret, first.encryptionKey]);
  });

  test('two installations do not share their secrets', () => {
    const other = `${dataDir}-other`;
    expect(loadConfig({ DATA_DIR: dataDir }).sessionSecret).not.toBe(loadConfig({ DATA_DIR: other }).sessionSecret);
  });

  test('a secret that is given is used, and what is missing is generated', () => {
    const config = loadConfig({ DATA_DIR: dataDir, SESSION_SECRET: secrets.SESSION_SECRET });
    expect(config.sessionSecret).toBe(secrets.SESSION_SECRET);
    expect(config.encryptionKey).toHaveLength(32);
  });

  test('with both secrets given no file is written', () => {
    loadConfig({ DATA_DIR: dataDir, ...secrets });
    expect(() => statSync(join(dataDir, 'secrets.json'))).toThrow('ENOENT');
  });
});

describe('in production', () => {
  test('the given secrets are used', () => {
    const config = loadConfig({ ...production, ...secrets, DATA_DIR: dataDir });
    expect(config).toMatchObject({ production: true, sessionSecret: secrets.SESSION_SECRET });
    expect(config.encryptionKey.toString('hex')).toBe(secrets.ENCRYPTION_KEY);
  });

  test('SMTP_URL is required, because invitations are the way in; elsewhere it is not', () => {
    const env = { ...production, ...secrets, DATA_DIR: dataDir, SMTP_URL: '' };
    expect(() => loadConfig(env)).toThrow(new ConfigError('SMTP_URL is required in production.'));
    expect(loadConfig({ ...env, NODE_ENV: 'development', PUBLIC_URL: '' }).smtpUrl).toBeUndefined();
    expect(loadConfig({ ...env, SMTP_URL: 'smtps://user:secret@mail:465' }).smtpUrl).toBe(
      'smtps://user:secret@mail:465',
    );
  });

  test.each(['SESSION_SECRET', 'ENCRYPTION_KEY'])('%s is required, and none is generated', (name) => {
    const env = { ...production, ...secrets, DATA_DIR: dataDir, [name]: undefined };
    expect(() => loadConfig(env)).toThrow(new ConfigError(`${name} is required in production.`));
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });
});

describe('during a rotation', () => {
  test('a variable has the secret in use first, and those that are accepted behind commas', () => {
    const config = loadConfig({
      ENCRYPTION_KEY: ` ${KEYS[0]} ,${KEYS[1]},${KEYS[2]}`,
      SESSION_SECRET: `${'new-secret-'.repeat(4)}, ${TEST_SECRET}`,
    });
    expect([config.encryptionKey.toString('hex'), config.encryptionKeys.map((key) => key.toString('hex'))]).toEqual([
      KEYS[0],
      KEYS.slice(0, 3),
    ]);
    expect([config.sessionSecret, config.sessionSecrets]).toEqual([
      'new-secret-'.repeat(4),
      ['new-secret-'.repeat(4), TEST_SECRET],
    ]);
  });

  test('ends with one secret', () => {
    const config = loadConfig(secrets);
    expect([config.sessionSecrets, config.encryptionKeys]).toEqual([[config.sessionSecret], [config.encryptionKey]]);
  });
});

describe('a port', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    ['65535', 65535],
    ['', 4000],
  ])('of %j is taken as %d', (PORT, port) => {
    expect(loadConfig({ ...secrets, PORT }).port).toBe(port);
  });

  test.each(['65536', '-1', '80.5', 'http', ' x'])('of %j stops the start', (PORT) => {
    expect(() => loadConfig({ ...secrets, PORT })).toThrow(
      new ConfigError(`PORT must be a port number from 0 to 65535, not "${PORT}".`),
    );
  });
});

describe('prepared statements', () => {
  test.each([
    [undefined, true],
    ['1', true],
    ['0', false],
  ])('DATABASE_PREPARE=%s: %s', (DATABASE_PREPARE, expected) => {
    expect(loadConfig({ ...secrets, DATABASE_PREPARE }).databasePrepare).toBe(expected);
  });

  test('DATABASE_PREPARE is 0 or 1', () => {
    expect(() => loadConfig({ ...secrets, DATABASE_PREPARE: 'no' })).toThrow('DATABASE_PREPARE must be 0 or 1.');
  });
});

describe('an address', () => {
  test('loses its trailing slash, and may be of any allowed scheme', () => {
    expect(loadConfig({ ...production, ...secrets, PUBLIC_URL: 'https://portal.example/' }).publicUrl).toBe(
      'https://portal.example',
    );
    for (const DATABASE_URL of ['postgres://u:p@db/x', 'postgresql://u:p@db/x'])
      expect(loadConfig({ ...secrets, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    expect(loadConfig({ ...secrets, CARRIER_URL: 'https://u:p@carrier.example/api' }).carrierUrl).toBe(
      'https://u:p@carrier.example/api',
    );
  });

  test.each([
    ['PUBLIC_URL', 'portal.example', 'http:// or https://'],
    ['PUBLIC_URL', 'ftp://portal.example', 'http:// or https://'],
    ['DATABASE_URL', 'mysql://u:secret@db/x', 'postgres:// or postgresql://'],
    ['DATABASE_URL', 'not an address', 'postgres:// or postgresql://'],
    ['CARRIER_URL', 'file:///etc/passwd', 'http:// or https://'],
    ['SMTP_URL', 'http://mail:25', 'smtp:// or smtps://'],
  ])('%s=%s stops the start with one line that does not repeat it', (name, value, schemes) => {
    expect(() => loadConfig({ ...secrets, [name]: value })).toThrow(
      new ConfigError(`${name} must be an address that starts with ${schemes.replace('// or', ' or')}.`),
    );
  });
});

test.each([
  [{ SESSION_SECRET: 's'.repeat(31) }, 'SESSION_SECRET must have at least 32 characters.'],
  [{ MAIL_BOUNCE_SECRET: 'b'.repeat(31) }, 'MAIL_BOUNCE_SECRET must have at least 32 characters.'],
  [{ ENCRYPTION_KEY: '0f'.repeat(31) }, 'ENCRYPTION_KEY must be 64 hexadecimal digits (32 bytes).'],
  [{ ENCRYPTION_KEY: 'xy'.repeat(32) }, 'ENCRYPTION_KEY must be 64 hexadecimal digits (32 bytes).'],
  [{ SESSION_SECRET: `${TEST_SECRET},${'s'.repeat(31)}` }, 'SESSION_SECRET must have at least 32 characters.'],
  [{ SESSION_SECRET: `${TEST_SECRET},` }, 'SESSION_SECRET must have at least 32 characters.'],
  [{ SESSION_SECRET: `${TEST_SECRET}, ${TEST_SECRET}` }, 'SESSION_SECRET has the same value twice.'],
  [{ ENCRYPTION_KEY: `${KEYS[0]},` }, 'ENCRYPTION_KEY must be 64 hexadecimal digits (32 bytes).'],
  [{ ENCRYPTION_KEY: `${KEYS[0]},${KEYS[0]!.toUpperCase()}` }, 'ENCRYPTION_KEY has the same value twice.'],
  [{ ENCRYPTION_KEY: KEYS.join() }, 'ENCRYPTION_KEY must have at most 3 values.'],
  [
    { ENCRYPTION_KEY: `${KEYS[0]},${'00'.repeat(32)}` },
    'ENCRYPTION_KEY is not random: take the output of `openssl rand -hex 32`.',
  ],
  [{ ICODE_CODECS: 'ic1,other' }, 'ICODE_CODECS names an unknown codec: "other".'],
  [{ APP_REGION: 'mx' }, 'APP_REGION must be us or ca, not "mx".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".'],
])('%j stops the start', (env, message) => {
  expect(() => loadConfig({ ...secrets, ...env })).toThrow(new ConfigError(message));
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['b'.repeat(32), 'b'.repeat(32)],
])('MAIL_BOUNCE_SECRET %p is taken as %p', (value, secret) => {
  expect(loadConfig({ DATA_DIR: dataDir, MAIL_BOUNCE_SECRET: value }).mailBounceSecret).toBe(secret);
});

test.each([
  [undefined, 2],
  ['', 2],
  ['0', 0],
  ['1.5', 1.5],
  ['60', 60],
])('DRAIN_SECONDS %p lets a node that ends serve for %p seconds', (value, seconds) => {
  expect(loadConfig({ DATA_DIR: dataDir, DRAIN_SECONDS: value }).drainSeconds).toBe(seconds);
});

test.each([
  [undefined, 65],
  ['1', 1],
  ['240', 240],
])('KEEP_ALIVE_SECONDS %p keeps a connection without a request for %p seconds', (value, seconds) => {
  expect(loadConfig({ DATA_DIR: dataDir, KEEP_ALIVE_SECONDS: value }).keepAliveSeconds).toBe(seconds);
});

test.each(['0', '241', '1.5', 'long'])('KEEP_ALIVE_SECONDS %p is refused with its name', (value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, KEEP_ALIVE_SECONDS: value })).toThrow(
    `KEEP_ALIVE_SECONDS must be a whole number from 1 to 240, not "${value}".`,
  );
});

test.each([
  [undefined, 10],
  ['1', 1],
  ['10000', 10_000],
])('SIGN_INS_PER_MINUTE %p refuses an address after %p failures in a minute', (value, failures) => {
  expect(loadConfig({ DATA_DIR: dataDir, SIGN_INS_PER_MINUTE: value }).signInsPerMinute).toBe(failures);
});

test.each([
  [undefined, 5],
  ['1', 1],
  ['10000', 10_000],
])('FILES_PER_HOUR %p lets a user save %p lists as files in an hour', (value, files) => {
  expect(loadConfig({ DATA_DIR: dataDir, FILES_PER_HOUR: value }).filesPerHour).toBe(files);
});

test.each(['0', '10001', '1.5', 'many'])('FILES_PER_HOUR %p is refused with its name', (value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, FILES_PER_HOUR: value })).toThrow(
    `FILES_PER_HOUR must be a whole number from 1 to 10000, not "${value}".`,
  );
});

test.each(['0', '10001', '1.5', 'many'])('SIGN_INS_PER_MINUTE %p is refused with its name', (value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, SIGN_INS_PER_MINUTE: value })).toThrow(
    `SIGN_INS_PER_MINUTE must be a whole number from 1 to 10000, not "${value}".`,
  );
});

test.each(['0', '1', '3600000'])('SLOW_STATEMENT_MS %p is taken', (value) => {
  expect(loadConfig({ DATA_DIR: dataDir, SLOW_STATEMENT_MS: value }).slowStatementMs).toBe(Number(value));
});

test.each(['-1', '3600001', '1.5', 'long'])('SLOW_STATEMENT_MS %p is refused with its name', (value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, SLOW_STATEMENT_MS: value })).toThrow(
    `SLOW_STATEMENT_MS must be a whole number from 0 to 3600000, not "${value}".`,
  );
});

test.each(['-1', '61', 'soon'])('DRAIN_SECONDS %p is refused with its name', (value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, DRAIN_SECONDS: value })).toThrow(
    `DRAIN_SECONDS must be a number of seconds from 0 to 60, not "${value}".`,
  );
});

describe('DEMO_DATA', () => {
  const own = { ...secrets, DATABASE_URL: 'postgres://db/airlog' };

  test.each([
    [{}, true],
    [{ DEMO_DATA: '' }, true],
    [{ DEMO_DATA: '0' }, false],
    [own, false],
    [{ ...own, DEMO_DATA: '0' }, false],
    [{ ...own, DEMO_DATA: '1' }, true],
    [{ ...production, ...secrets }, false],
    [{ ...production, ...own, DEMO_DATA: '0' }, false],
  ])('belongs to the embedded database, and to another one only when it is asked for: %j is %p', (env, demo) => {
    expect(loadConfig({ DATA_DIR: dataDir, ...env }).demo).toBe(demo);
  });

  test('is 0 or 1, and never 1 in production', () => {
    expect(() => loadConfig({ DATA_DIR: dataDir, DEMO_DATA: 'true' })).toThrow('DEMO_DATA must be 0 or 1.');
    expect(() => loadConfig({ ...production, ...own, DEMO_DATA: '1' })).toThrow('DEMO_DATA is not for production');
  });
});
