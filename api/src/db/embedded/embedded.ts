import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { lookAt } from './embedded-alive.ts';
import { lastWords, LOG_SETTINGS } from './embedded-log.ts';
import { asRoot, binaries, clusterFolder, identity, UNPRIVILEGED, type Binaries } from './embedded-programs.ts';

const run = promisify(execFile);

export interface EmbeddedPostgres {
  /** Address of the superuser, for migrations. */
  url: string;
  /** True when it was already running: a visitor then leaves it running. */
  adopted: boolean;
  /** Whether the server runs, and accepted a connection within the last seconds. */
  alive(): Promise<boolean>;
  /** Starts the server again, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  /** Folder of the cluster; created when missing. */
  dir: string;
  password: string;
  /** Extra `-c name=value` settings of the server. */
  settings?: Record<string, string | number>;
}

/** Whether the folder contains a cluster. */
export const hasCluster = (dir: string): boolean => existsSync(join(clusterFolder(dir), 'PG_VERSION'));

/** Returns a free port. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
      });
  });
}

async function initialize({ initdb }: Binaries, dir: string, password: string) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (asRoot()) chownSync(dir, UNPRIVILEGED, UNPRIVILEGED);
  const passwordFile = join(mkdtempSync(join(tmpdir(), 'airlog-init-')), 'password');
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (asRoot()) {
      chownSync(dirname(passwordFile), UNPRIVILEGED, UNPRIVILEGED);
      chownSync(passwordFile, UNPRIVILEGED, UNPRIVILEGED);
    }
    await run(
      initdb,
      [
        '-D',
        dir,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C',
        '--no-sync',
      ],
      identity(),
    );
  } finally {
    rmSync(dirname(passwordFile), { recursive: true, force: true });
  }
}

/** Returns the port of a server that a killed process left running, or undefined. */
async function leftRunning({ pg_ctl }: Binaries, dir: string): Promise<number | undefined> {
  const alive = await run(pg_ctl, ['status', '-D', dir], identity()).then(
    () => true,
    () => false,
  );
  return alive ? Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[3]) : undefined;
}

async function start({ pg_ctl }: Binaries, dir: string, port: number, extra: Options['settings']): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 120,
    ...LOG_SETTINGS,
    ...extra,
  };
  const flags = Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  await run(
    pg_ctl,
    ['start', '-D', dir, '-w', '-t', '60', '-l', join(dir, 'server.log'), '-o', flags],
    identity(),
  ).catch(() => {
    throw new Error(`The embedded PostgreSQL did not start: ${lastWords(dir)}`);
  });
}

/**
 * Starts (and on first use creates) a PostgreSQL 18 in a folder, on 127.0.0.1 only. Adopts one that a killed process
 * left running.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  const bin = await binaries();
  const dir = clusterFolder(options.dir);
  if (!existsSync(join(dir, 'PG_VERSION'))) await initialize(bin, dir, options.password);
  const running = await leftRunning(bin, dir);
  const port = Number(running ?? options.settings?.port ?? (await freePort()));
  const begin = () => start(bin, dir, port, options.settings);
  if (running === undefined) await begin();
  return {
    url: `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    adopted: running !== undefined,
    alive: lookAt(dir, port),
    restart: begin,
    stop: async () => {
      await run(bin.pg_ctl, ['stop', '-D', dir, '-m', 'fast', '-w', '-t', '30'], identity()).catch(() => undefined);
    },
  };
}

/** Stops the server of a cluster's folder at once, if it runs: what is not on disk is lost. */
export async function stopEmbedded(dir: string): Promise<void> {
  if (!existsSync(join(dir, 'postmaster.pid'))) return;
  const { pg_ctl } = await binaries();
  await run(pg_ctl, ['stop', '-D', dir, '-m', 'immediate', '-w', '-t', '30'], identity()).catch(() => undefined);
}
