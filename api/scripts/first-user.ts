import { parseArgs } from 'node:util';
import { inviteFirstUser } from '../src/account/first-user.command.ts';
import { ConfigError, loadConfig } from '../src/shared/config.ts';
import { startError } from '../src/start-errors.ts';
import { visiting } from './simulate/database.ts';

// npm run first-user -- --email ada@example.org [--name "Ada Lovelace"] [--locale en|es] [--another] [--renew]
// Invites the first user, a support administrator, and prints the link that sets the password. The portal may run.
// --another  although there is a support administrator, for an operator who has lost access to that one
// --renew    a new link for one who has not used theirs
// The login of DATABASE_URL is the owner's.

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const { values } = parseArgs({ options: { email: text, name: text, locale: text, another: flag, renew: flag } });
  if (!values.email) throw new Error('Give the address of the user: npm run first-user -- --email ada@example.org');
  const config = loadConfig();
  const { email, organization, link, until } = await visiting(config, (client) =>
    inviteFirstUser(client, config, { ...values, email: values.email }),
  );
  say(`${email} is invited as a support administrator of ${organization}.`);
  say(`This link sets the password, once, until ${until.toISOString()}. It is not shown again:`);
  say(link);
  say(config.smtpUrl ? 'The running portal also sends it by mail.' : 'It is not sent by mail: SMTP_URL is not set.');
}

main().catch((error: Error) => {
  process.stderr.write(
    `\n  ${error instanceof ConfigError ? `Configuration: ${error.message}` : startError(error, 0)}\n`,
  );
  process.exitCode = 1;
});
