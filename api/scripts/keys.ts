import { parseArgs } from 'node:util';
import { keyLines, rotateKeys } from '../src/compliance-reports/report-keys.command.ts';
import { loadConfig } from '../src/shared/config.ts';
import { visiting } from './simulate/database.ts';

// npm run keys [-- --rotate]
// Prints the keys that sign compliance reports; with --rotate, retires the key in use and makes a new one. The portal may
// run: its next report is signed with the new key. Retired keys stay public, so that their reports can be checked.

const { values } = parseArgs({ options: { rotate: { type: 'boolean' } } });
const config = loadConfig();
const say = (line: string) => void process.stdout.write(`${line}\n`);
await visiting(config, async (client) => {
  if (values.rotate) say(`new key ${await rotateKeys(client, config.encryptionKey)}`);
  const lines = await keyLines(client);
  lines.forEach(say);
  if (lines.length === 0) say('There is no key yet: the first report makes one.');
});
