import { parseArgs } from 'node:util';
import { differenceText, rebuildCompliance, verifyCompliance } from '../src/compliance/compliance-verify.ts';
import { loadConfig } from '../src/shared/config.ts';
import { visiting } from './simulate/database.ts';

// npm run compliance -- --verify | --rebuild
// Computes the compliance of every patient from the nights, and compares it with the stored results or stores it. The
// portal may run. Exit code 1: --verify found a difference.

const { values } = parseArgs({ options: { verify: { type: 'boolean' }, rebuild: { type: 'boolean' } } });
if (Boolean(values.verify) === Boolean(values.rebuild)) throw new Error('Give --verify or --rebuild.');
const say = (line: string) => void process.stdout.write(`${line}\n`);
/** Differences that are printed. */
const MOST = 100;
await visiting(loadConfig(), async (client) => {
  // As the jobs: what nights were before is answered to no other role without a viewer.
  await client.query('set role airlog_jobs');
  if (values.rebuild) return say(`${await rebuildCompliance(client)} patients`);
  let count = 0;
  const patients = await verifyCompliance(client, (differences) => {
    for (const difference of differences.slice(0, Math.max(0, MOST - count))) say(differenceText(difference));
    count += differences.length;
  });
  say(`${patients} patients, ${count} differences`);
  if (count > 0) process.exitCode = 1;
});
