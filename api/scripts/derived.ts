import { parseArgs } from 'node:util';
import { rebuildDerived, wrongDerived } from '../src/db/derived.ts';
import { loadConfig } from '../src/shared/config.ts';
import { visiting } from './simulate/database.ts';

// npm run derived -- --verify | --rebuild
// Compares the counts of the lists and the states of the assignments with their rows, or derives them again. Exit code 1:
// --verify found a difference.

const { values } = parseArgs({ options: { verify: { type: 'boolean' }, rebuild: { type: 'boolean' } } });
if (Boolean(values.verify) === Boolean(values.rebuild)) throw new Error('Give --verify or --rebuild.');
const wrong = await visiting(loadConfig(), async (client) => {
  if (values.rebuild) await rebuildDerived(client);
  await client.query('set role airlog_jobs'); // as the nightly job
  return wrongDerived(client);
});
for (const { table, row } of wrong) process.stdout.write(`${table}: ${JSON.stringify(row)}\n`);
process.stdout.write(`${wrong.length === 100 ? '100 or more' : wrong.length} differences\n`);
if (wrong.length > 0) process.exitCode = 1;
