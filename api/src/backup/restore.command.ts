import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archivedLines } from '../activity/audit-archive.ts';
import { noteHead, notedHead } from '../activity/audit-head.ts';
import { sealKeys } from '../activity/audit-keys.ts';
import { findingText, verifySeals } from '../activity/audit-verify.ts';
import { MIGRATIONS, readMigrations } from '../db/migrations.ts';
import { assertAccepted, type Secrets } from '../db/secrets.ts';
import { waitForStarts } from '../db/start-lock.ts';
import type { Config } from '../shared/config.ts';
import type { FileStore } from '../shared/file-store.ts';
import {
  assertEmptyDatabase,
  countRows,
  givingFunctions,
  serverVersion,
  type OwnerConnection,
} from './backup-database.ts';
import { assertEmptyStore, assertFiles, compareFiles, restoreFiles } from './backup-files.ts';
import { assertParts, PARTS, readManifest, type Manifest } from './backup-manifest.ts';
import { connectionVariables, findProgram, runProgram, type Program } from './backup-programs.ts';
import { addressOf, type Given } from './backup.command.ts';

type Configured = Pick<Config, 'databaseUrl' | 'postgresBin' | 'dataDir'> & Secrets;
/** From this version on pg_restore sends a setting that earlier servers refuse. */
const NEW_SETTING = 17;

/** Throws when this version does not know a migration of the backup, which is of a later one. */
function assertKnown({ migrations, version }: Manifest): void {
  const known = readMigrations(MIGRATIONS).map(({ name }) => name);
  const unknown = migrations.find((name) => name > known.at(-1)!);
  if (unknown)
    throw new Error(
      `The backup is of version ${version} with the migration ${unknown}, which this version does not have. Restore it with that version.`,
    );
}

/** Returns the program that reads the dump. Throws when it cannot, or when the server is older than that of the backup. */
async function restorer(client: OwnerConnection, config: Configured, { server, pgDump }: Manifest): Promise<Program> {
  const here = await serverVersion(client);
  if (here < server)
    throw new Error(
      `The server is PostgreSQL ${here}, and the backup is of ${server}. Take that version or a later one.`,
    );
  const of = 'the pg_dump of the backup';
  const program = await findProgram('pg_restore', config.postgresBin, { needed: pgDump, of });
  if (program.version >= NEW_SETTING && here < NEW_SETTING)
    throw new Error(
      `pg_restore ${program.version} does not work with PostgreSQL ${here}. Name the folder of its programs in POSTGRES_BIN.`,
    );
  return program;
}

/** Makes the roles, and all of the database in one transaction. */
async function restoreDatabase(
  client: OwnerConnection,
  config: Configured,
  { folder, environment }: Given,
  program: Program,
): Promise<void> {
  await client.query(readFileSync(join(folder, PARTS.roles), 'utf8'));
  const temporary = mkdtempSync(join(tmpdir(), 'airlog-restore-'));
  try {
    const variables = connectionVariables(addressOf(config), client, temporary);
    await givingFunctions(client, () =>
      runProgram(
        program,
        ['--exit-on-error', '--single-transaction', `--dbname=${variables.PGDATABASE}`, join(folder, PARTS.dump)],
        { ...environment, ...variables },
      ),
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Returns what is not as the manifest and the lists say. */
async function differences(
  client: OwnerConnection,
  config: Configured,
  files: FileStore,
  { folder, say }: Given,
  manifest: Manifest,
): Promise<string[]> {
  const counts = new Map((await countRows(client)).map(({ name, rows }) => [name, rows]));
  const tables = manifest.tables.filter(({ name, rows }) => counts.get(name) !== rows);
  say(`${manifest.tables.length} tables counted, ${tables.length} differ`);
  const compared = await compareFiles(files, folder);
  const lost = Math.max(0, manifest.files.count - compared.count);
  say(`${compared.count} files read, ${compared.different.length + lost} differ`);
  const heads = manifest.auditHead === null ? [] : [manifest.auditHead];
  const keys = await sealKeys((sql) => client.query(sql), config);
  const { findings, sealed } = await verifySeals(client, keys, await archivedLines(client, files), heads);
  say(`${sealed} sealed, ${findings.length} findings`);
  return [
    ...tables.map(({ name, rows }) => `${name} has ${counts.get(name) ?? 'no'} rows, and had ${rows}`),
    ...compared.different.map((name) => `the file ${name} differs`),
    ...(lost > 0 ? [`${lost} files of the manifest are not in the list`] : []),
    ...findings.map(findingText),
  ];
}

/**
 * Restores a backup into an empty database and an empty store of files, and compares both with it. Returns what differs.
 * Refuses before anything is changed, when the backup is not whole, or not for these secrets.
 */
export async function restoreBackup(
  client: OwnerConnection,
  config: Configured,
  files: FileStore,
  given: Given,
): Promise<string[]> {
  const { folder, say } = given;
  addressOf(config);
  const manifest = await readManifest(folder);
  assertAccepted(manifest.secrets, config);
  assertKnown(manifest);
  const program = await restorer(client, config, manifest);
  await waitForStarts(client, 'session'); // until the end: a node that starts now would make tables
  await assertEmptyDatabase(client, manifest.owner);
  await assertEmptyStore(files);
  await assertParts(folder, manifest);
  await assertFiles(folder);
  say(`the backup of ${manifest.takenAt}, version ${manifest.version}, is whole`);
  await restoreDatabase(client, config, given, program);
  say('database: restored');
  await restoreFiles(files, folder);
  say('files: restored');
  if (manifest.auditHead !== null && notedHead(config.dataDir) === undefined)
    noteHead(config.dataDir, manifest.auditHead);
  return differences(client, config, files, given, manifest);
}
