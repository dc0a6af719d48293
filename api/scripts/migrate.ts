import { openCluster, renewSuperuser } from '../src/db/embedded/cluster.ts';
import { prepareDatabase } from '../src/db/migrate.ts';
import { lockDataDir } from '../src/instance-lock.ts';
import { ConfigError, loadConfig } from '../src/shared/config.ts';
import { startError } from '../src/start-errors.ts';

// npm run migrate
// Brings the database up to date as a start does, and ends: roles, tables, functions, the queue, and the logins that belong
// to the secrets. The nodes then start with a DATABASE_URL whose login owns nothing (docs/operations.md, "The owner of the
// database"). The portal may run; repeating it changes nothing.

async function main(): Promise<void> {
  const config = loadConfig();
  const unlock = config.databaseUrl ? () => undefined : lockDataDir(config.dataDir);
  try {
    const { url, embedded } = await openCluster(config);
    try {
      const { applied, later } = await prepareDatabase(url, config);
      if (embedded) await renewSuperuser(url, config);
      process.stdout.write(
        later
          ? `The database is of a later version of the portal (${later.version}), which works with this one. Nothing was changed.\n`
          : `${applied} migrations applied; the database is up to date.\n`,
      );
    } finally {
      await embedded?.stop();
    }
  } finally {
    unlock();
  }
}

main().catch((error: Error) => {
  process.stderr.write(
    `\n  ${error instanceof ConfigError ? `Configuration: ${error.message}` : startError(error, 0)}\n`,
  );
  process.exitCode = 1;
});
