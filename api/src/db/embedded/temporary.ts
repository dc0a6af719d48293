import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../shared/processes.ts';
import { reachable } from './embedded-programs.ts';
import { startEmbedded, stopEmbedded } from './embedded.ts';

const PREFIX = 'airlog-temporary-';
const disk = () => (reachable(tmpdir()) ? tmpdir() : '/var/tmp');
/** Linux keeps files of this folder in memory. */
const MEMORY = '/dev/shm';
/** A run of the tests needs less: a log of up to 1 GB, and its databases. */
const ROOM = 8 * 1024 ** 3;
const clusterOf = (folder: string) => join(folder, 'postgres');

export interface TemporaryPostgres {
  /** Address of the superuser. */
  url: string;
  /** Its first process, the parent of the others. */
  pid: number;
  /** Whether its files are in memory. */
  inMemory: boolean;
  stop: () => Promise<void>;
}

/** Removes a temporary folder and stops its PostgreSQL if it runs. */
export async function removeTemporary(folder: string): Promise<void> {
  await stopEmbedded(clusterOf(folder));
  rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders of processes that ended together with their watcher. */
async function sweep(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!isAlive(owner)) await removeTemporary(join(parent, name));
  }
}

/** Whether the machine has so much memory that is not in use, and lets files have it. */
function memoryHasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
}

/**
 * Creates a folder for a run that is thrown away, with its cluster in `postgres`. A process of its own removes it when
 * this one ends, also when this one is killed. Removes what earlier runs left behind in `parent`.
 */
export async function temporaryFolder(parent = disk()): Promise<{ dir: string; remove: () => Promise<void> }> {
  await sweep(parent);
  const dir = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // PostgreSQL's account must enter the folder: else the cluster would be outside it and would not be removed.
  chmodSync(dir, 0o711);
  const watcher = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'temporary-watcher.ts'), dir], {
    cwd: import.meta.dirname,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  return {
    dir,
    remove: async () => {
      await removeTemporary(dir);
      watcher.kill();
    },
  };
}

/**
 * Starts an empty PostgreSQL that is fast, loses everything in a crash, and is deleted when it stops. A copy of a database
 * is a thousand files: in memory, where there is room, it takes a third of the time.
 */
export async function startTemporary(): Promise<TemporaryPostgres> {
  const inMemory = memoryHasRoom();
  const { dir, remove } = await temporaryFolder(inMemory ? MEMORY : disk());
  const { url } = await startEmbedded({
    dir: clusterOf(dir),
    password: 'temporary',
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 300,
      // Its passwords are known: each connection would compute 4096 rounds on both sides.
      scram_iterations: 1,
    },
  });
  const pid = parseInt(readFileSync(join(clusterOf(dir), 'postmaster.pid'), 'utf8'));
  return { url, pid, inMemory, stop: remove };
}
