import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { hasCluster } from '../src/db/embedded.ts';
import { lockDataDir } from '../src/instance-lock.ts';
import { ConfigError, loadConfig, type Config } from '../src/shared/config.ts';
import { startError } from '../src/start-errors.ts';
import { openCluster } from '../src/start.ts';
import { printICodes } from './simulate-icode.ts';

// npm run simulate -- icode --serial A3900012345 [--date 2026-05-01]
// Plays a simulated device. The database is DATABASE_URL, else the embedded one, whether the portal runs or not.

const USAGE = 'Usage: npm run simulate -- icode --serial <serial> [--date YYYY-MM-DD]';
const NO_DATA = 'There is no data yet. Run npm start (or npm run seed) first.';

function readArguments(): { serial: string; date: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { serial: { type: 'string' }, date: { type: 'string' } } });
    if (positionals.join() === 'icode' && values.serial) return { serial: values.serial, date: values.date };
  } catch {
    // An unknown option reads like a missing one: the usage line says what there is.
  }
  throw new Error(USAGE);
}

/** Keeps a portal from starting on a database that this visit will stop; when one runs already, it keeps its lock and its database. */
function lockUnlessRunning(config: Config): () => void {
  try {
    return lockDataDir(config.dataDir);
  } catch {
    return () => undefined;
  }
}

/** Runs `visit` on the portal's database and leaves it as it was found: running or stopped. */
async function visiting(config: Config, visit: (client: pg.Client) => Promise<void>): Promise<void> {
  if (!config.databaseUrl && !hasCluster(join(config.dataDir, 'postgres'))) throw new Error(NO_DATA);
  const unlock = config.databaseUrl ? () => undefined : lockUnlessRunning(config);
  try {
    const { url, embedded } = await openCluster(config);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      await visit(client);
    } finally {
      await client.end();
      if (embedded && !embedded.adopted) await embedded.stop();
    }
  } finally {
    unlock();
  }
}

async function main(): Promise<void> {
  const { serial, date } = readArguments();
  const config = loadConfig();
  try {
    await visiting(config, (client) => printICodes(client, serial, date, (line) => process.stdout.write(`${line}\n`)));
  } catch (error) {
    const unmigrated = ['42P01', '3F000', '22023', '42704'].includes((error as { code?: string }).code ?? ''); // no such table or role
    throw new Error(unmigrated ? NO_DATA : startError(error, config.port), { cause: error });
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? `Configuration: ${error.message}` : error.message}\n`);
  process.exitCode = 1;
});
