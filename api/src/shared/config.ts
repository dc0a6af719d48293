import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import {
  isDemo,
  isWeakKey,
  isWeakSecret,
  refusedAddress,
  refusedEnvironment,
  refusedTarget,
  type Exposure,
} from './config-exposure.ts';
import { CONNECTIONS, databaseOf } from './config-database.ts';
import { legacyInfoOf } from './config-legacy.ts';
import { proxiesOf } from './config-proxies.ts';
import { replicasOf } from './config-replicas.ts';
import { realtimeOf, type Realtime } from './config-realtime.ts';
import { bucketOf } from './config-storage.ts';
import { tracingOf, type Tracing } from './config-traces.ts';
import type { Bucket } from './s3.ts';

/** An invalid environment variable. The message is the one line that the operator sees. */
export class ConfigError extends Error {}

export interface Config {
  production: boolean;
  /**
   * A trial: an empty database gets the demo data, whose users have a public password, and /dev/outbox shows every mail. With
   * the embedded database, and with another one only when DEMO_DATA=1 asks for it; never in production.
   */
  demo: boolean;
  port: number;
  /** When set, this database. When not set, an embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** False: queries are sent without names (DATABASE_PREPARE=0). */
  databasePrepare: boolean;
  /** Connections of this node at most, of all pools (db/connections.ts). */
  databaseConnections: number;
  /** Addresses of replicas for heavy reads, without a login (db/replicas.ts). */
  databaseReplicas: readonly string[];
  /** The folder of the programs of PostgreSQL, for a backup (POSTGRES_BIN); undefined: those of the PATH. */
  postgresBin: string | undefined;
  dataDir: string;
  /** Without a trailing slash. Its scheme decides whether cookies are Secure. */
  publicUrl: string;
  /** The first of `sessionSecrets`, which signs. */
  sessionSecret: string;
  /** Secrets whose signatures are accepted. */
  sessionSecrets: readonly string[];
  /** The first of `encryptionKeys`, which encrypts. */
  encryptionKey: Buffer;
  /** Keys of 32 bytes that decrypt the columns that are encrypted at rest (db/encrypted.ts). */
  encryptionKeys: readonly Buffer[];
  /** iCode codecs in the order in which they are tried. */
  icodeCodecs: string[];
  /**
   * For the Pusher endpoint and the clients' subscriptions. Null: no key is configured, and there are no subscriptions.
   */
  realtime: Realtime | null;
  /** The carrier of the cellular modules, optionally with user and password; without it the simulator's. */
  carrierUrl: string | undefined;
  /** The legacy system from which locations are migrated, optionally with user and password; without it the directory in the database. */
  legacyUrl: string | undefined;
  /** The name of the person to contact before a location with an API key is migrated (LEGACY_CONTACT); null: none is configured. */
  legacyContact: string | null;
  /** The page of the legacy system to which /quick/info leads (LEGACY_INFO_URL); null: the portal's own page. */
  legacyInfo: URL | null;
  /** The mail server, required in production; without it mails stay in the outbox, which a trial shows at /dev/outbox. */
  smtpUrl: string | undefined;
  /** The address that mails are from (MAIL_FROM); by default no-reply at the host of `publicUrl`. */
  mailFrom: string;
  /** With it the mail server reports mails that came back (mail/bounces.service.ts); without it that path is 404. */
  mailBounceSecret: string | undefined;
  /** Takes text messages as POST {to, text}, optionally with user and password; without it an outbox, in production none. */
  smsUrl: string | undefined;
  /** The bucket for the files that users send (STORAGE_URL); null: a folder of `dataDir`. */
  storage: Bucket | null;
  /** How long the files of an upload are kept. Its row, its digests and its nights stay. */
  uploadDays: number;
  portalName: string;
  /** Decides the country that a new address begins with. */
  appRegion: 'us' | 'ca';
  /** Failed sign-ins of an address in a minute, after which it is refused. */
  signInsPerMinute: number;
  /** Files of whole lists that a user may save in an hour (auth/limits.ts). */
  filesPerHour: number;
  /** The proxies in front, whose X-Forwarded-For names the address of a client (TRUSTED_PROXIES); by default none. */
  trustedProxies: BlockList;
  /** Where Prometheus reads what the node measures (METRICS_PORT); undefined: nothing is measured. */
  metricsPort: number | undefined;
  /** Where traces are sent (OTEL_EXPORTER_OTLP_ENDPOINT); null: nothing is traced. */
  tracing: Tracing | null;
  /** From how many milliseconds on a statement is logged as slow (SLOW_STATEMENT_MS); 0: none is. */
  slowStatementMs: number;
  /** Points that a personal access token or an API key has at once, and that come back in an hour (auth/budget.ts). */
  tokenPointsPerHour: number;
  /** How long a node that receives SIGTERM goes on serving while it sends clients away. */
  drainSeconds: number;
  /** How long a connection without a request stays open: longer than the proxies in front keep theirs (drain.ts). */
  keepAliveSeconds: number;
  logLevel: string;
}

/** Days for which Medicare asks its suppliers to keep the records of a claim (42 CFR 424.516(f)), with two leap days. */
const SEVEN_YEARS = 7 * 365 + 2;
/** Of a variable: the one in use, the one before, and the next one. */
const MOST_SECRETS = 3;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function port(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65535)
    throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${value}".`);
  return number;
}

function seconds(name: string, value: string | undefined, fallback: number, most: number): number {
  const number = value === undefined || value === '' ? fallback : Number(value);
  if (!(number >= 0 && number <= most))
    throw new ConfigError(`${name} must be a number of seconds from 0 to ${most}, not "${value}".`);
  return number;
}

function count(name: string, value: string | undefined, fallback: number, most: number, least = 1): number {
  const number = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

function assert(refusal: string | null): void {
  if (refusal) throw new ConfigError(refusal);
}

function url(name: string, value: string, schemes: string[]): string {
  try {
    if (schemes.includes(new URL(value).protocol)) return value.replace(/\/$/, '');
  } catch {
    // The message below covers both an invalid address and a wrong scheme.
  }
  throw new ConfigError(`${name} must be an address that starts with ${schemes.join(' or ')}//.`);
}

/** Secrets of a trial installation: generated once, readable by the owner only. Production must set its own. */
function generatedSecrets(dataDir: string): { sessionSecret: string; encryptionKey: string } {
  const file = resolve(dataDir, 'secrets.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { sessionSecret: string; encryptionKey: string };
  } catch {
    const secrets = { sessionSecret: randomBytes(32).toString('hex'), encryptionKey: randomBytes(32).toString('hex') };
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return secrets;
  }
}

function secretsOf(env: NodeJS.ProcessEnv, production: boolean, dataDir: string) {
  const given = { sessionSecret: env.SESSION_SECRET, encryptionKey: env.ENCRYPTION_KEY };
  if (production && !given.sessionSecret) throw new ConfigError('SESSION_SECRET is required in production.');
  if (production && !given.encryptionKey) throw new ConfigError('ENCRYPTION_KEY is required in production.');
  const generated = given.sessionSecret && given.encryptionKey ? undefined : generatedSecrets(dataDir);
  const sessionSecrets = listed('SESSION_SECRET', given.sessionSecret || generated!.sessionSecret);
  const keys = listed('ENCRYPTION_KEY', given.encryptionKey || generated!.encryptionKey);
  if (sessionSecrets.some((secret) => secret.length < 32))
    throw new ConfigError('SESSION_SECRET must have at least 32 characters.');
  if (!keys.every((key) => /^[0-9a-f]{64}$/i.test(key)))
    throw new ConfigError('ENCRYPTION_KEY must be 64 hexadecimal digits (32 bytes).');
  const encryptionKeys = keys.map((key) => Buffer.from(key, 'hex'));
  const weak = sessionSecrets.some(isWeakSecret)
    ? 'SESSION_SECRET'
    : encryptionKeys.some(isWeakKey)
      ? 'ENCRYPTION_KEY'
      : null;
  if (weak) throw new ConfigError(`${weak} is not random: take the output of \`openssl rand -hex 32\`.`);
  return { sessionSecret: sessionSecrets[0]!, sessionSecrets, encryptionKey: encryptionKeys[0]!, encryptionKeys };
}

/** Returns the secrets of a variable: the one in use, and behind commas those of a rotation (decisions/143). */
function listed(name: string, value: string): string[] {
  const all = value.split(',').map((part) => part.trim());
  if (all.length > MOST_SECRETS) throw new ConfigError(`${name} must have at most ${MOST_SECRETS} values.`);
  if (new Set(all.map((one) => one.toLowerCase())).size < all.length)
    throw new ConfigError(`${name} has the same value twice.`);
  return all;
}

function mailFromOf(value: string | undefined, publicUrl: string): string {
  const address = value || `no-reply@${new URL(publicUrl).hostname}`;
  if (!/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(address))
    throw new ConfigError(`MAIL_FROM must be an e-mail address, not "${address}".`);
  return address;
}

/** Staff joins by a mail, and gets back in by one: without a mail server no one could. */
function smtpOf(value: string | undefined, exposure: Exposure): string | undefined {
  if (!value && exposure.production) throw new ConfigError('SMTP_URL is required in production.');
  return targetOf('SMTP_URL', value, ['smtp:', 'smtps:'], exposure);
}

/** Returns the address of another system, which in production is reached with TLS. */
function targetOf(name: string, value: string | undefined, schemes: string[], exposure: Exposure): string | undefined {
  if (!value) return undefined;
  const address = url(name, value, schemes);
  assert(refusedTarget(name, address, exposure));
  return address;
}

function exposureOf(env: NodeJS.ProcessEnv): Exposure {
  assert(refusedEnvironment(env.NODE_ENV));
  if (!['', '0', '1'].includes(env.ALLOW_PLAINTEXT ?? '')) throw new ConfigError('ALLOW_PLAINTEXT must be 0 or 1.');
  return { production: env.NODE_ENV === 'production', plaintext: env.ALLOW_PLAINTEXT === '1' };
}

/** Returns what the readers of single variables return, and throws the line in place of it. */
function valid<Value extends object | boolean | null>(result: Value | string): Value {
  if (typeof result === 'string') throw new ConfigError(result);
  return result;
}

function regionOf(value: string | undefined): 'us' | 'ca' {
  const region = (value || 'us').toLowerCase();
  if (region !== 'us' && region !== 'ca') throw new ConfigError(`APP_REGION must be us or ca, not "${value}".`);
  return region;
}

function legacyContactOf(value: string | undefined): string | null {
  const name = value?.trim() || null;
  if (name && name.length > 100) throw new ConfigError('LEGACY_CONTACT must have at most 100 characters.');
  return name;
}

function mailBounceSecretOf(value: string | undefined): string | undefined {
  if (value && value.length < 32) throw new ConfigError('MAIL_BOUNCE_SECRET must have at least 32 characters.');
  return value || undefined;
}

function databaseUrlOf(env: NodeJS.ProcessEnv): string | undefined {
  const url = databaseOf(env);
  if (url instanceof Error) throw new ConfigError(url.message);
  return url?.href.replace(/\/$/, '');
}

/** Returns the validated environment. Throws ConfigError with one readable line. No other code reads process.env. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const exposure = exposureOf(env);
  const { production } = exposure;
  const dataDir = resolve(env.DATA_DIR || '.data');
  const httpPort = port('PORT', env.PORT, 4000);
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`);
  if (!['', '0', '1'].includes(env.DATABASE_PREPARE ?? '')) throw new ConfigError('DATABASE_PREPARE must be 0 or 1.');
  const icodeCodecs = (env.ICODE_CODECS ?? 'ic1').split(/[\s,]+/).filter(Boolean);
  const unknown = icodeCodecs.find((name) => name !== 'ic1');
  if (unknown) throw new ConfigError(`ICODE_CODECS names an unknown codec: "${unknown}".`);
  const publicUrl = url('PUBLIC_URL', env.PUBLIC_URL || `http://localhost:${httpPort}`, ['http:', 'https:']);
  assert(refusedAddress(publicUrl, exposure));
  const { usual, fewest, most } = CONNECTIONS;
  return {
    production,
    demo: valid(isDemo(env.DEMO_DATA, { production, embedded: !env.DATABASE_URL })),
    port: httpPort,
    databaseUrl: databaseUrlOf(env),
    databasePrepare: env.DATABASE_PREPARE !== '0',
    databaseConnections: count('DATABASE_CONNECTIONS', env.DATABASE_CONNECTIONS, usual, most, fewest),
    databaseReplicas: valid(replicasOf(env.DATABASE_REPLICA_URLS)),
    postgresBin: env.POSTGRES_BIN || undefined,
    dataDir,
    publicUrl,
    ...secretsOf(env, production, dataDir),
    icodeCodecs,
    realtime: valid(realtimeOf(env, production)),
    carrierUrl: targetOf('CARRIER_URL', env.CARRIER_URL, ['http:', 'https:'], exposure),
    legacyUrl: targetOf('LEGACY_URL', env.LEGACY_URL, ['http:', 'https:'], exposure),
    legacyContact: legacyContactOf(env.LEGACY_CONTACT),
    legacyInfo: valid(legacyInfoOf(env.LEGACY_INFO_URL, exposure)),
    smtpUrl: smtpOf(env.SMTP_URL, exposure),
    mailFrom: mailFromOf(env.MAIL_FROM, publicUrl),
    mailBounceSecret: mailBounceSecretOf(env.MAIL_BOUNCE_SECRET),
    smsUrl: targetOf('SMS_URL', env.SMS_URL, ['http:', 'https:'], exposure),
    storage: env.STORAGE_URL ? valid(bucketOf(env.STORAGE_URL, production)) : null,
    uploadDays: count('UPLOAD_DAYS', env.UPLOAD_DAYS, SEVEN_YEARS, 36_525),
    portalName: env.PORTAL_NAME || 'Airlog',
    appRegion: regionOf(env.APP_REGION),
    trustedProxies: valid(proxiesOf(env.TRUSTED_PROXIES)),
    signInsPerMinute: count('SIGN_INS_PER_MINUTE', env.SIGN_INS_PER_MINUTE, 10, 10_000),
    filesPerHour: count('FILES_PER_HOUR', env.FILES_PER_HOUR, 5, 10_000),
    tokenPointsPerHour: count('TOKEN_POINTS_PER_HOUR', env.TOKEN_POINTS_PER_HOUR, 500_000, 1_000_000_000),
    drainSeconds: seconds('DRAIN_SECONDS', env.DRAIN_SECONDS, 2, 60),
    keepAliveSeconds: count('KEEP_ALIVE_SECONDS', env.KEEP_ALIVE_SECONDS, 65, 240),
    slowStatementMs: count('SLOW_STATEMENT_MS', env.SLOW_STATEMENT_MS, 1000, 3_600_000, 0),
    metricsPort: env.METRICS_PORT ? port('METRICS_PORT', env.METRICS_PORT, 0) : undefined,
    tracing: valid(tracingOf(env)),
    logLevel,
  };
}
