import { mkdirSync, openSync, readFileSync, rmSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './shared/processes.ts';

/**
 * Allows one process per data folder: two would share the embedded database's files. Returns a function that releases
 * the lock. Takes over the lock of a dead process.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'airlog.pid');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(readFileSync(file, 'utf8'));
      if (isOther(owner) && isAlive(owner))
        throw new Error(
          `Airlog already runs with this data folder (process ${owner}, ${dataDir}). Stop it, or set DATA_DIR.`,
          { cause: error },
        );
      rmSync(file, { force: true });
    }
  }
  throw new Error(`The data folder ${dataDir} is being taken by another start. Try again.`);
}

const isOther = (pid: number) => Number.isInteger(pid) && pid > 0 && pid !== process.pid;
