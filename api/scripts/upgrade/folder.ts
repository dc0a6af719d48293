import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of this version. */
export const ROOT = join(import.meta.dirname, '../../..');

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Returns the hash of a commit; of the newest tag without a name. Throws when there is none. */
export function commitOf(name: string | undefined): string {
  const wanted = name ?? git('tag', '--sort=-creatordate').split('\n')[0];
  if (!wanted) throw new Error('There is no tag: give the commit of the version before with --from.');
  return git('rev-parse', '--verify', `${wanted}^{commit}`);
}

/**
 * Returns a temporary folder with the files of a commit and its packages: those of this version when both have the same
 * lock file, or installed again.
 */
export function versionFolder(commit: string): { folder: string; remove: () => void } {
  const parent = mkdtempSync(join(tmpdir(), 'airlog-upgrade-'));
  const folder = join(parent, 'version');
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  };
  git('worktree', 'add', '--detach', folder, commit);
  try {
    const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
    if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    else
      execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--silent'], {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
      });
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
