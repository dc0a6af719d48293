import { parseArgs } from 'node:util';
import pg from 'pg';
import { sealKeyOf } from '../src/activity/audit.chain.ts';
import { verifySeals } from '../src/activity/audit.verify.ts';
import { loadConfig } from '../src/shared/config.ts';
import { openCluster } from '../src/start.ts';

// npm run audit -- --verify [--head SEQ:HASH]
// Compares every line of the logs with its seal. Prints the head of the chain: keep it outside the database, and give it
// with --head the next time, which finds a chain that was cut off. Exit code 1: a line or a seal was changed or is missing.

const { values } = parseArgs({ options: { verify: { type: 'boolean' }, head: { type: 'string' } } });
if (!values.verify) throw new Error('Give --verify.');
const config = loadConfig();
const { url, embedded } = await openCluster(config);
const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  const { findings, sealed, head } = await verifySeals(client, sealKeyOf(config), values.head);
  for (const { problem, log, rowId, seq } of findings)
    process.stdout.write(`${[log, rowId].filter(Boolean).join(' ')} (seal ${seq ?? '-'}): ${problem}\n`.trimStart());
  process.stdout.write(
    `${sealed} lines sealed, ${findings.length === 100 ? '100 or more' : findings.length} findings\n`,
  );
  process.stdout.write(`head ${head ?? 'none'}\n`);
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await client.end();
  await embedded?.stop();
}
