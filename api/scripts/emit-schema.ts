import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';

import { createSchema } from '../src/schema.ts';

const FILE = join(import.meta.dirname, '../../schema.graphql');
const HEADER = '# Printed from the code by `npm run schema`. Do not edit.\n\n';

const printed = `${HEADER}${printSchema(lexicographicSortSchema(await createSchema()))}\n`;
const drifted = readFileSync(FILE, 'utf8') !== printed;
if (drifted && process.argv.includes('--check')) {
  process.stderr.write('schema.graphql does not match the code. Run: npm run schema\n');
  process.exit(1);
}
// Written only when it changed: what watches the file would build for nothing.
if (drifted) writeFileSync(FILE, printed);
