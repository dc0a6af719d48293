import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'rivals');
const written = (file: string) => statSync(join(FOLDER, file)).mtimeMs;
/** What npm writes last into a folder of packages. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Installs the GraphQL servers that the portal is compared with, unless they are there as their lock names them. They are a
 * package of their own, so that `npm ci` of the portal does not install them (decisions/151).
 */
export function installRivals(): void {
  if (existsSync(join(FOLDER, INSTALLED)) && written(INSTALLED) >= written('package-lock.json')) return;
  process.stderr.write('Installing the servers to compare with …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci failed in ${FOLDER}.`);
}
