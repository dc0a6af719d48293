import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3, type S3Server } from '../../test/s3-server.ts';
import { startMailServer, type MailServer } from '../../test/smtp.ts';
import { freePort } from '../../src/db/embedded/embedded.ts';
import { untilReady } from '../bench/processes.ts';
import { startLink, type Link } from './link.ts';
import { Node } from './node.ts';
import { Server } from './postgres.ts';
import { ended, findPrograms, started } from './programs.ts';
import { proxyConfig } from './proxy.ts';
import { makeCertificate, storeWithTls } from './tls.ts';

export interface Cluster {
  /** The address that users open. */
  origin: string;
  /** Of the proxy in front of the nodes. */
  port: number;
  nodes: Node[];
  /** The primary first. */
  servers: [Server, Server];
  mail: MailServer;
  store: S3Server;
  /** The network between the nodes and the store. */
  storeLink: Link;
  /** Settings of each node, with its secrets. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const NODES = 2;

/**
 * Starts a portal of two nodes as in production on this machine: PostgreSQL with a standby that has each commit before it is
 * acknowledged, a proxy, a store and a mail catcher. All that it writes is in one folder, which `stop` deletes. `address`:
 * what users open, where that is not the proxy.
 */
export async function startCluster(say: (line: string) => void, address?: string): Promise<Cluster> {
  const programs = findPrograms();
  const dir = mkdtempSync(join(tmpdir(), 'airlog-cluster-'));
  chmodSync(dir, 0o755);
  const closing: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const tls = await makeCertificate(programs.openssl, dir);
    const password = randomBytes(16).toString('hex');
    const settings = { programs, dir, password, ...tls };
    const servers: [Server, Server] = [
      new Server('db1', await freePort(), settings),
      new Server('db2', await freePort(), settings),
    ];
    closing.push(...servers.map((server) => () => server.stop()));
    say('PostgreSQL: a primary, and a standby that follows it …');
    await servers[0].initialize();
    await servers[0].start();
    await servers[1].follow(servers[0]);
    await servers[1].start();
    await servers[0].replicateSynchronously();

    const mail = await startMailServer();
    const store = await startS3();
    const secure = await storeWithTls(store, tls);
    const storeLink = await startLink(secure.port);
    closing.push(
      () => mail.close(),
      () => store.close(),
      secure.close,
      () => storeLink.close(),
    );
    const port = await freePort();
    const proxied = `http://127.0.0.1:${port}`;
    const origin = address ?? proxied;
    const bucket = new URL(store.url);
    const env = {
      NODE_ENV: 'production',
      ALLOW_PLAINTEXT: '1',
      PUBLIC_URL: origin,
      SMTP_URL: mail.url,
      STORAGE_URL: `s3://${bucket.username}:${bucket.password}@127.0.0.1:${storeLink.port}${bucket.pathname}${bucket.search}`,
      NODE_EXTRA_CA_CERTS: tls.certificate,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      TRUSTED_PROXIES: '127.0.0.1',
      // Without them no page has events.
      REALTIME_APP_ID: 'cluster',
      REALTIME_KEY: randomBytes(16).toString('hex'),
      REALTIME_SECRET: randomBytes(16).toString('hex'),
      DRAIN_SECONDS: '4',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: '',
    };
    const database = `postgresql://postgres:${password}@HOSTS/postgres?target_session_attrs=primary&sslmode=verify-full&sslrootcert=${tls.certificate}`;
    const ports = servers.map((server) => server.port);
    const nodes: Node[] = [];
    for (let number = 1; number <= NODES; number += 1) {
      const dataDir = join(dir, `node${number}`);
      mkdirSync(dataDir);
      nodes.push(await Node.make(`node${number}`, await freePort(), ports, database, { ...env, DATA_DIR: dataDir }));
    }
    closing.push(
      ...nodes.flatMap((node) => [() => node.links.forEach((link) => void link.close()), () => node.stop('SIGTERM')]),
    );
    say('Two nodes …');
    for (const node of nodes) node.begin();
    for (const node of nodes) await node.ready();
    const proxy = started(programs.haproxy, ['-f', proxyConfig(dir, port, nodes), '-q']);
    closing.push(() => ended(proxy));
    await untilReady(`${proxied}/readyz`);
    return { origin, port, nodes, servers, mail, store, storeLink, env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
