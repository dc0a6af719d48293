import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './programs.ts';

const MEGABYTES = 512;
/** A file of no one in a folder of PostgreSQL, as a log that grew. */
const FILLER = 'filler';
const [LARGE, SMALL] = [1024 * 1024, 512];

/** A disk of its own under a folder, so that it can be full. Needs root. */
export class Disk {
  private constructor(readonly folder: string) {}

  /** Puts an empty disk under a folder. Returns why this is not possible here. */
  static async under(folder: string): Promise<Disk | string> {
    return run('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=0700`, 'tmpfs', folder]).then(
      () => new Disk(folder),
      (error: Error & { stderr?: string }) => (error.stderr || error.message).trim(),
    );
  }

  /** Uses all that is free. */
  fill(): void {
    const file = openSync(join(this.folder, FILLER), 'w');
    for (const size of [LARGE, SMALL])
      try {
        for (const piece = Buffer.alloc(size); ;) writeSync(file, piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    closeSync(file);
  }

  free(): void {
    rmSync(join(this.folder, FILLER), { force: true });
  }

  async remove(): Promise<void> {
    await run('umount', [this.folder]);
  }
}
