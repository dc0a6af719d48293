import { parseArgs } from 'node:util';
import { makeBackup } from '../src/backup/backup.command.ts';
import { ConfigError, loadConfig } from '../src/shared/config.ts';
import { storeOf } from '../src/shared/file-store-of.ts';
import { startError } from '../src/start-errors.ts';
import { visiting } from './simulate/database.ts';

// npm run backup -- --to FOLDER
// Writes the database, its roles, the files that users sent and the head of the audit logs into a new folder. Neither
// ENCRYPTION_KEY nor SESSION_SECRET is in it. The portal may run. Needs pg_dump, of the PATH or of POSTGRES_BIN.
// Exit code 1: the backup is complete, and the database names cards that the store does not have. 2: there is no backup.

const say = (line: string) => void process.stdout.write(`${line}\n`);
/** Cards that are named. */
const MOST = 100;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const folder = values.to;
  if (!folder) throw new Error('Give a new folder: npm run backup -- --to /backups/2026-11-27');
  const config = loadConfig();
  const missing = await visiting(config, (client) =>
    makeBackup(client, config, storeOf(config), { folder, environment: process.env, say }),
  );
  say(`The backup is in ${folder}. Keep ENCRYPTION_KEY and SESSION_SECRET elsewhere: it is of no use without them.`);
  if (missing.length === 0) return;
  say(`The store does not have the files of ${missing.length} uploads:`);
  missing.slice(0, MOST).forEach(say);
  process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(
    `\n  ${error instanceof ConfigError ? `Configuration: ${error.message}` : startError(error, 0)}\n`,
  );
  process.exitCode = 2;
});
