import { ConfigError, loadConfig } from '../src/shared/config.ts';
import { startError } from '../src/start-errors.ts';
import { play } from './simulate/commands.ts';
import { NO_DATA } from './simulate/database.ts';

// npm run simulate -- icode | device | fleet …
// Runs simulated devices. The database is DATABASE_URL, else the embedded one; a device and a fleet call the portal,
// which must be running.

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Aborts on Ctrl-C, only once: it arrives from the terminal and again through npm. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stop.signal.aborted) say('Stopping: open sessions are ended …');
      stop.abort();
    });
  }
  return stop.signal;
}

async function main(): Promise<void> {
  const config = loadConfig();
  try {
    await play(config, process.argv.slice(2), { say, stop: stopOnSignals() });
  } catch (error) {
    const unmigrated = ['42P01', '3F000', '22023', '42704'].includes((error as { code?: string }).code ?? ''); // no such table or role
    throw new Error(unmigrated ? NO_DATA : startError(error, config.port), { cause: error });
  }
}

main().then(
  () => process.exit(), // keep-alive connections would keep it running for seconds
  (error: Error) => {
    process.stderr.write(`${error instanceof ConfigError ? `Configuration: ${error.message}` : error.message}\n`);
    process.exit(1);
  },
);
