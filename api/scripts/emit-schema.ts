import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { graphqlText } from './schema/graphql.ts';
import { migratedText } from './schema/migrated.ts';

/** Keeps a printed file equal to its source: writes it, or with --check fails when it differs. */
function keep(name: string, source: string, printed: string): void {
  const file = join(import.meta.dirname, '../..', name);
  // Written only when it changed: what watches the file would build for nothing.
  if (existsSync(file) && readFileSync(file, 'utf8') === printed) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name} does not match ${source}. Run: npm run schema\n`);
    process.exitCode = 1;
  } else writeFileSync(file, printed);
}

keep('schema.graphql', 'the code', await graphqlText());
// The watch of `npm run dev` prints no database: each print starts one.
if (!process.argv.includes('--graphql')) {
  keep('schema.sql', 'api/src/db/migrations', await migratedText(process.env.TEST_DATABASE_URL));
}
