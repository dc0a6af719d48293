import { parseArgs } from 'node:util';
import { restoreBackup } from '../src/backup/restore.command.ts';
import { ConfigError, loadConfig } from '../src/shared/config.ts';
import { storeOf } from '../src/shared/file-store-of.ts';
import { startError } from '../src/start-errors.ts';
import { visiting } from './simulate/database.ts';

// npm run restore -- --from FOLDER
// Restores a backup into the empty database of DATABASE_URL and an empty store of files, with the secrets of the backup,
// and compares rows, files and the audit chain with it. Needs pg_restore, of the PATH or of POSTGRES_BIN.
// Exit code 1: it was restored, and something differs. 2: it was refused, or did not end.

const say = (line: string) => void process.stdout.write(`${line}\n`);
/** Differences that are printed. */
const MOST = 100;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const folder = values.from;
  if (!folder) throw new Error('Give the folder of a backup: npm run restore -- --from /backups/2026-11-27');
  const config = loadConfig();
  const differences = await visiting(config, (client) =>
    restoreBackup(client, config, storeOf(config), { folder, environment: process.env, say }),
  );
  differences.slice(0, MOST).forEach(say);
  if (differences.length > 0) process.exitCode = 1;
  say('Next: npm run migrate, start the nodes, and see "After a restore" in docs/operations.md.');
}

main().catch((error: Error) => {
  process.stderr.write(
    `\n  ${error instanceof ConfigError ? `Configuration: ${error.message}` : startError(error, 0)}\n`,
  );
  process.exitCode = 2;
});
