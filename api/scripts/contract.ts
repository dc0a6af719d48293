import { readFileSync } from 'node:fs';
import { contractFaults } from './schema/contract.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const faults = await contractFaults({
  released: read('schema.released.graphql'),
  current: read('schema.graphql'),
  changelog: read('CHANGELOG.md'),
  today: new Date().toISOString().slice(0, 10),
});
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
if (faults.length > 0) process.exitCode = 1;
