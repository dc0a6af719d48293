import { parseArgs } from 'node:util';
import { loadConfig } from '../src/shared/config.ts';
import { storeOf } from '../src/shared/file-store-of.ts';
import { startError } from '../src/start-errors.ts';
import { heldKeys } from '../src/uploads/uploads-held.command.ts';
import { visiting } from './simulate/database.ts';

// npm run files [-- --remove]
// Prints the keys of stored cards of which the database has no upload, which the portal keeps: after a restore of an older
// database, or with another one. The portal may run.
// --remove  removes them for good. docs/operations.md, "After a restore", says when.

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { remove: { type: 'boolean' } } });
  const config = loadConfig();
  const files = storeOf(config);
  let count = 0;
  await visiting(config, async (client) => {
    // A role of the owner, who need not be a superuser, that reads every upload.
    await client.query('set role airlog_jobs; set default_transaction_read_only = on');
    for await (const key of heldKeys(files, client)) {
      if (values.remove) await files.remove(key);
      say(`${values.remove ? 'removed ' : ''}${key}`);
      count += 1;
    }
  });
  say(`${count} cards without an upload${values.remove ? ', removed' : ''}`);
}

main().catch((error: Error) => {
  process.stderr.write(`\n  ${startError(error, 0)}\n`);
  process.exitCode = 2;
});
