import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headText } from '../activity/audit-chain.ts';
import { notedHead } from '../activity/audit-head.ts';
import type { Config } from '../shared/config.ts';
import type { FileStore } from '../shared/file-store.ts';
import { release } from '../version.ts';
import {
  assertReadsAll,
  countRows,
  EXTENSIONS,
  namedKeys,
  otherSchemas,
  rolesSql,
  serverVersion,
  tableOwner,
  type OwnerConnection,
} from './backup-database.ts';
import { saveFiles } from './backup-files.ts';
import { digestOf, PARTS, writeManifest, type Manifest } from './backup-manifest.ts';
import { connectionVariables, findProgram, runProgram, type Environment, type Program } from './backup-programs.ts';

/** What a command prints of its work. */
type Say = (line: string) => void;

/** The arguments of a command, and the variables that its programs get besides those of the connection. */
export interface Given {
  folder: string;
  environment: Environment;
  say: Say;
}

type Configured = Pick<Config, 'databaseUrl' | 'postgresBin' | 'dataDir'>;
type OfDatabase = Omit<Manifest, 'format' | 'files' | 'parts'>;

/** Makes the folder of a backup, for its account alone. Throws when it has files. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: give a folder that does not exist.`);
}

/** Returns the address of the database. The embedded one is of a trial, whose folder is copied while it is stopped. */
export function addressOf({ databaseUrl }: Configured): string {
  if (databaseUrl) return databaseUrl;
  throw new Error('Set DATABASE_URL. The embedded database is of a trial: stop it and copy DATA_DIR.');
}

/**
 * Returns the head that a later chain must contain: the newest of the database or, when its chain does not have the head
 * that was noted before, that one, which proves what is missing.
 */
async function headOf(client: OwnerConnection, noted: string | undefined, say: Say): Promise<string | null> {
  const { rows } = await client.query<{ seq: string; hash: Buffer }>(
    `select seq, hash from audit_seals where seq = $1 or seq = (select max(seq) from audit_seals) order by seq desc`,
    [noted?.split(':')[0] ?? 0],
  );
  const heads = rows.map(headText);
  if (noted === undefined || heads.includes(noted)) return heads[0] ?? null;
  say(`The chain of the audit logs does not have the noted head ${noted}: see "Are the logs whole".`);
  return noted;
}

/** Dumps the database, and reads what the manifest says of it, as one snapshot. */
async function dump(
  client: OwnerConnection,
  config: Configured,
  program: Program,
  { folder, environment, say }: Given,
): Promise<OfDatabase> {
  // Before the snapshot, whose chain then has it.
  const noted = notedHead(config.dataDir);
  await client.query('begin isolation level repeatable read read only');
  await assertReadsAll(client);
  const { rows } = await client.query<{ id: string; at: Date }>('select pg_export_snapshot() as id, now() as at');
  const others = (await otherSchemas(client)).map((name) => `--exclude-schema="${name.replaceAll('"', '""')}"`);
  writeFileSync(join(folder, PARTS.roles), await rolesSql(client), { mode: 0o600, flag: 'wx' });
  writeFileSync(join(folder, PARTS.dump), '', { mode: 0o600, flag: 'wx' }); // pg_dump keeps the mode
  const temporary = mkdtempSync(join(tmpdir(), 'airlog-backup-'));
  try {
    await runProgram(
      program,
      [
        '--format=custom',
        '--enable-row-security', // of which it was compared that it hides nothing
        `--snapshot=${rows[0]!.id}`,
        ...EXTENSIONS.map((name) => `--extension=${name}`),
        ...others,
        `--file=${join(folder, PARTS.dump)}`,
      ],
      { ...environment, ...connectionVariables(addressOf(config), client, temporary) },
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  const { rows: secrets } = await client.query<OfDatabase['secrets'][number]>(
    'select kind, id from known_secrets order by kind, known_since',
  );
  const { rows: migrations } = await client.query<{ name: string }>(
    `select name from migrations where name ~ '^\\d' order by name collate "C"`,
  );
  const found = {
    takenAt: rows[0]!.at.toISOString(),
    version: release.version,
    migrations: migrations.map(({ name }) => name),
    server: await serverVersion(client),
    pgDump: program.version,
    owner: await tableOwner(client),
    secrets,
    auditHead: await headOf(client, noted, say),
    tables: await countRows(client),
  };
  await client.query('commit'); // files take long, and a snapshot holds up vacuum
  return found;
}

/**
 * Writes a backup of the database and of the files into a new folder: the database first, so that it names no file that is
 * not there. The portal may run, and shows when the last one was taken. Returns the names of the cards that the database
 * has and the store does not.
 */
export async function makeBackup(
  client: OwnerConnection,
  config: Configured,
  files: FileStore,
  given: Given,
): Promise<string[]> {
  const { folder, say } = given;
  addressOf(config);
  const needed = await serverVersion(client);
  const program = await findProgram('pg_dump', config.postgresBin, { needed, of: 'the server' });
  makeFolder(folder);
  const ofDatabase = await dump(client, config, program, given);
  const rows = ofDatabase.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`database: ${rows} rows of ${ofDatabase.tables.length} tables`);
  const { missing, ...saved } = await saveFiles(files, folder, namedKeys(client, ofDatabase.takenAt));
  say(`files: ${saved.count}, ${saved.bytes} bytes`);
  const [ofDump, ofRoles, ofFiles] = await Promise.all(
    [PARTS.dump, PARTS.roles, PARTS.files].map((name) => digestOf(join(folder, name))),
  );
  await writeManifest(folder, {
    ...ofDatabase,
    files: saved,
    parts: { dump: ofDump!, roles: ofRoles!, files: ofFiles! },
  });
  const bytes = saved.bytes + statSync(join(folder, PARTS.dump)).size;
  await client.query('select note_backup($1, $2, $3)', [ofDatabase.takenAt, bytes, release.version]);
  return missing;
}
