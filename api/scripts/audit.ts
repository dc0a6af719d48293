import { parseArgs } from 'node:util';
import { archivedLines, archiveLines } from '../src/activity/audit-archive.ts';
import { noteHead, notedHead } from '../src/activity/audit-head.ts';
import { sealKeys } from '../src/activity/audit-keys.ts';
import { findingText, MAX_FINDINGS, verifySeals } from '../src/activity/audit-verify.ts';
import { loadConfig, type Config } from '../src/shared/config.ts';
import { storeOf } from '../src/shared/file-store-of.ts';
import { startError } from '../src/start-errors.ts';
import { visiting } from './simulate/database.ts';

// npm run audit -- --verify [--head SEQ:HASH] [--accept]
// Compares every line of the logs with its seal, and the chain of the seals with the head that the portal noted in
// DATA_DIR. The portal may run. Prints the head of the chain: keep it elsewhere too, and give it with --head the next time.
// --accept  notes the head of the chain as it is in DATA_DIR: after a restore of an older database, when it is known what
//           is lost. Until then each node keeps the head that it noted.
// npm run audit -- --archive --before 2025-01-01
// Moves the lines of the audit log of before a date (UTC), at least a year ago, into files of the store. Their seals stay.
// Exit code 1: a line or a seal was changed or is missing.

const say = (line: string) => void process.stdout.write(`${line}\n`);
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Returns the time of `--before`; throws unless it is a date at least a year ago. */
function timeOf(date: string | undefined): Date {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date ?? '') ? new Date(`${date}T00:00:00Z`) : null;
  if (!time || !(time.getTime() <= Date.now() - YEAR_MS))
    throw new Error('--archive needs --before with a date at least a year ago, such as 2025-01-01.');
  return time;
}

async function archive(config: Config, before: Date): Promise<void> {
  const { lines, files } = await visiting(config, async (client) =>
    archiveLines(client, storeOf(config), await sealKeys((sql) => client.query(sql), config), before),
  );
  say(`${lines} lines archived in ${files} files`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      accept: { type: 'boolean' },
      archive: { type: 'boolean' },
      before: { type: 'string' },
      head: { type: 'string' },
      verify: { type: 'boolean' },
    },
  });
  if (Boolean(values.verify) === Boolean(values.archive)) throw new Error('Give --verify or --archive.');
  if (values.head !== undefined && !/^\d+:[0-9a-f]{64}$/.test(values.head))
    throw new Error('--head is a line that an earlier run printed: a number, a colon and 64 hexadecimal digits.');
  const config = loadConfig();
  if (values.archive) return archive(config, timeOf(values.before));
  // Read before the seals: the portal may go on sealing.
  const noted = notedHead(config.dataDir);
  const heads = [noted, values.head].filter((head) => head !== undefined);
  const { findings, sealed, head } = await visiting(config, async (client) =>
    verifySeals(
      client,
      await sealKeys((sql) => client.query(sql), config),
      await archivedLines(client, storeOf(config)),
      heads,
    ),
  );
  for (const finding of findings) say(findingText(finding));
  const count = findings.length === MAX_FINDINGS ? `${MAX_FINDINGS} or more` : String(findings.length);
  say(`${sealed} sealed, ${count} findings`);
  say(`head ${head ?? 'none'}`);
  if (noted === undefined) say(`no head was noted in ${config.dataDir}: only --head finds an end that is missing`);
  if (values.accept && head) {
    noteHead(config.dataDir, head);
    say(`noted ${head}`);
  }
  if (findings.length === MAX_FINDINGS && findings.every(({ problem }) => problem === 'changed'))
    say('Is ENCRYPTION_KEY, or DATA_DIR, that of the portal? With another key every seal is wrong.');
  if (findings.length > 0) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`\n  ${startError(error, 0)}\n`);
  process.exitCode = 2;
});
