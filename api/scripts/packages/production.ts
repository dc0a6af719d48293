import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: unknown }>;
}

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as unknown;

/** Returns the lock without packages that only development needs. */
function productionOf({ packages, ...lock }: Lock): Lock {
  const { devDependencies: _dev, ...root } = packages['']!;
  const kept = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  return { ...lock, packages: { '': root, ...Object.fromEntries(kept) } };
}

/**
 * Runs npm on a copy of package.json and its lock without what only development needs, and returns how it ended. With
 * `--omit dev` npm 11 leaves out packages of production too that a package of development also needs.
 */
export function npmOfProduction(args: readonly string[]): SpawnSyncReturns<string> {
  const folder = mkdtempSync(join(tmpdir(), 'airlog-production-'));
  try {
    const { devDependencies: _dev, ...manifest } = read('package.json') as { name: string; devDependencies: unknown };
    const copy = join(folder, manifest.name); // npm names its list after the folder
    mkdirSync(copy);
    writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(copy, 'package-lock.json'), JSON.stringify(productionOf(read('package-lock.json') as Lock)));
    const options = { cwd: copy, encoding: 'utf8', maxBuffer: 64 << 20, timeout: 60_000 } as const;
    return spawnSync('npm', [...args, '--package-lock-only'], options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
