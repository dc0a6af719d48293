import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../src/shared/config.ts';

/** Fixed secrets, so that every worker derives the same login. */
export const TEST_SECRET = 'only-for-tests-only-for-tests-only-for-tests';
export const TEST_KEY = createHash('sha256').update('only for tests').digest();

/** The same as the configuration has them. */
export const TEST_SECRETS = {
  sessionSecret: TEST_SECRET,
  sessionSecrets: [TEST_SECRET],
  encryptionKey: TEST_KEY,
  encryptionKeys: [TEST_KEY],
};

/** Returns the folder of a test's portal, which its database alone has; it exists when something is written there. */
export function dataDirOf(databaseUrl: string): string {
  return join(tmpdir(), `airlog-test-${databaseUrl.split('@').at(-1)!.replaceAll(/\W+/g, '-')}`);
}

/** Returns the configuration of a test's portal on this database. */
export const testConfig = (databaseUrl: string): Config => ({
  production: false,
  demo: true,
  port: 0,
  databaseUrl,
  databasePrepare: true,
  databaseConnections: 15,
  databaseReplicas: [],
  postgresBin: undefined,
  dataDir: dataDirOf(databaseUrl),
  publicUrl: 'http://localhost:4000',
  ...TEST_SECRETS,
  icodeCodecs: ['ic1'],
  carrierUrl: undefined,
  legacyUrl: undefined,
  legacyContact: 'Dana Reyes',
  legacyInfo: null,
  smtpUrl: undefined,
  mailFrom: 'no-reply@localhost',
  mailBounceSecret: undefined,
  smsUrl: undefined,
  storage: null,
  uploadDays: 2557,
  realtime: { appId: 'test', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' },
  portalName: 'Airlog',
  appRegion: 'us',
  signInsPerMinute: 1000,
  filesPerHour: 1000,
  trustedProxies: new BlockList(),
  tokenPointsPerHour: 500_000,
  drainSeconds: 0,
  keepAliveSeconds: 65,
  metricsPort: undefined,
  slowStatementMs: 0,
  tracing: null,
  logLevel: process.env.TEST_LOG ?? 'silent',
});
