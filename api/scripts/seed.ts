import { parseArgs } from 'node:util';
import { openCluster } from '../src/db/embedded/cluster.ts';
import { prepareDatabase } from '../src/db/migrate.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo, TOUR } from '../src/demo/seed.ts';
import { lockDataDir } from '../src/instance-lock.ts';
import { ConfigError, loadConfig } from '../src/shared/config.ts';
import { startError } from '../src/start-errors.ts';

// npm run seed -- [--patients 1000000] [--days 30]
// Adds demo data up to this number of patients: generated, or copied in SQL for a large set. The database is the embedded one
// (stop the portal first), or with DEMO_DATA=1 that of DATABASE_URL. Never in production.

const say = (line: string) => process.stdout.write(`${line}\n`);

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 9_999_980)
    throw new Error(`--${name} must be a whole number from 1 to 9999980, not "${text}".`);
  return number;
}

function progress(started: number) {
  return (patients: number, target: number) => {
    const seconds = (performance.now() - started) / 1000;
    say(`  ${patients.toLocaleString('en')} of ${target.toLocaleString('en')} patients, ${seconds.toFixed(1)} s`);
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { patients: { type: 'string' }, days: { type: 'string' } },
  });
  const options = { patients: positive('patients', values.patients), nightDays: positive('days', values.days) };
  const config = loadConfig();
  if (config.production)
    throw new Error(
      'Production takes no demo data: its users have a password that everyone knows. Make the first user with npm run first-user, or unset NODE_ENV for a trial.',
    );
  if (!config.demo)
    throw new Error(
      'The demo data have users with a password that everyone knows. To write them into the database of DATABASE_URL, set DEMO_DATA=1.',
    );
  const unlock = config.databaseUrl ? () => undefined : lockDataDir(config.dataDir);
  try {
    const { url, embedded } = await openCluster(config);
    try {
      await prepareDatabase(url, config);
      const patients = await seedDemo(url, config, { ...options, progress: progress(performance.now()) });
      say(`\n  ${patients.toLocaleString('en')} demo patients. Sign in with the password ${DEMO_PASSWORD}:`);
      for (const { role, email, organization } of DEMO_LOGINS)
        say(`    ${email.padEnd(38)} ${role.padEnd(28)} ${organization}`);
      say(
        `  Free device to assign to ${TOUR.newPatientName} (/patients/${TOUR.newPatientId}): serial ${TOUR.freeSerial}, PIN ${TOUR.freePin}`,
      );
    } finally {
      await embedded?.stop();
    }
  } catch (error) {
    throw new Error(startError(error, config.port), { cause: error });
  } finally {
    unlock();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`\n  ${error instanceof ConfigError ? `Configuration: ${error.message}` : error.message}\n`);
  process.exitCode = 1;
});
