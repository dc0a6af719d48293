import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readFunctionFiles, VERSION_FILE } from '../src/db/functions.ts';
import { FUNCTIONS, MIGRATIONS, readMigrations } from '../src/db/migrations.ts';
import { versionFaults } from './schema/two-versions.ts';
import { frozen, nextVersion } from './schema/frozen.ts';
import { folderLists } from './schema/folders.ts';
import { migratedTexts } from './schema/migrated.ts';
import { keptSignatures } from './schema/signatures.ts';

const ROOT = join(import.meta.dirname, '../..');
const SUMS = join(MIGRATIONS, 'SHA256SUMS');
const NUMBER = join(FUNCTIONS, VERSION_FILE);
const CALLS = join(FUNCTIONS, 'SIGNATURES');
const TABLE_TYPES = join(ROOT, 'api/src/db/table-types.ts');
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function fail(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

/** Keeps a printed file equal to its source: writes it, or with --check fails when it differs. */
function keep(file: string, source: string, printed: string): void {
  // Written only when it changed: a watcher would rebuild for nothing.
  if (existsSync(file) && readFileSync(file, 'utf8') === printed) return;
  if (process.argv.includes('--check')) fail(`${relative(ROOT, file)} does not match ${source}. Run: npm run schema`);
  else writeFileSync(file, printed);
}

for (const [file, printed] of await folderLists()) keep(file, 'the folders', printed);
// It loads what the lists name.
const { graphqlText } = await import('./schema/graphql.ts');
keep(join(ROOT, 'schema.graphql'), 'the code', await graphqlText());
// Written only when it changed, so that file watchers do not rebuild in vain.
if (!process.argv.includes('--graphql')) {
  const migrations = readMigrations(MIGRATIONS);
  const { list, faults } = frozen(textOf(SUMS), migrations);
  [...faults, ...versionFaults(migrations)].forEach(fail);
  keep(SUMS, 'the migrations', list);
  keep(
    NUMBER,
    'the migrations and functions',
    nextVersion(textOf(NUMBER), list, readFunctionFiles(FUNCTIONS).checksum),
  );
  const { sql, types, calls } = await migratedTexts(process.env.TEST_DATABASE_URL, TABLE_TYPES);
  keep(join(ROOT, 'schema.sql'), 'the migrations and functions', sql);
  keep(TABLE_TYPES, 'the migrations', types);
  const kept = keptSignatures(textOf(CALLS), calls, migrations);
  kept.faults.forEach(fail);
  keep(CALLS, 'the functions', kept.list);
}
