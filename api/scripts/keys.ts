import { parseArgs } from 'node:util';
import { keyLines, rotateKeys } from '../src/compliance-reports/report-keys.command.ts';
import { encryptAgain, retireSecrets, secretLines } from '../src/db/secrets.command.ts';
import { loadConfig } from '../src/shared/config.ts';
import { startError } from '../src/start-errors.ts';
import { visiting } from './simulate/database.ts';

// npm run keys [-- --rotate | --reencrypt | --retire]
// Prints the keys that sign compliance reports, and the ids of the secrets in use.
// --rotate     retires the key that signs reports and makes a new one: the next report is signed with it. Retired keys
//              stay public, so that their reports can be checked.
// --reencrypt  encrypts what is encrypted with another key than the first of ENCRYPTION_KEY, and says how much is left. It
//              may be ended and begun again.
// --retire     forgets the secrets that are not the first of ENCRYPTION_KEY and SESSION_SECRET.
// The portal may run. docs/operations.md, "Rotating secrets", has the steps.

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({ options: { rotate: flag, reencrypt: flag, retire: flag } });
  const config = loadConfig();
  await visiting(config, async (client) => {
    if (values.rotate) say(`new key ${await rotateKeys(client, config.encryptionKey)}`);
    if (values.reencrypt) {
      const { done, left } = await encryptAgain(client, config);
      const sum = left.reduce((all, one) => all + one.left, 0);
      say(`${done} values encrypted again, ${sum} left`);
      for (const one of left.filter((of) => of.left > 0)) say(`${one.name}: ${one.left} left`);
      if (sum > 0) {
        say('Run it again. What stays left is of a key that ENCRYPTION_KEY does not contain.');
        process.exitCode = 1;
      }
    }
    if (values.retire) for (const id of await retireSecrets(client, config)) say(`retired ${id}`);
    const lines = await keyLines(client);
    lines.forEach(say);
    if (lines.length === 0) say('There is no key yet: the first report makes one.');
    (await secretLines(client, config)).forEach(say);
  });
}

main().catch((error: Error) => {
  process.stderr.write(`\n  ${startError(error, 0)}\n`);
  process.exitCode = 2;
});
