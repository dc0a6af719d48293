import { spawn, type ChildProcess } from 'node:child_process';
import { openCluster } from '../src/db/embedded/cluster.ts';
import { lockDataDir } from '../src/instance-lock.ts';
import { loadConfig } from '../src/shared/config.ts';

// The database outlives the API's restarts: it starts here, once, and the watched processes get its address.
const config = loadConfig();
const unlock = config.databaseUrl ? () => undefined : lockDataDir(config.dataDir);
const { url, embedded } = await openCluster(config);
// A restart sends no one away.
const env = { ...process.env, DATABASE_URL: url, DEMO_DATA: config.demo ? '1' : '0', DRAIN_SECONDS: '0' };

const commands: Record<string, string[]> = {
  api: [
    'tsx',
    'watch',
    '--clear-screen=false',
    '--include=api/src/db/functions/**/*.sql',
    'api/scripts/dev-api.ts',
    '--graphql',
    '--no-web',
  ],
  codegen: ['graphql-codegen', '--config', 'codegen.ts', '--watch'],
  web: ['vite', '--config', 'web/vite.config.ts'],
};

function start([name, [command, ...args]]: [string, string[]]): ChildProcess {
  const child = spawn(command!, args, { env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  const show = (chunk: Buffer) => {
    for (const line of chunk.toString().trimEnd().split('\n')) process.stdout.write(`${name.padEnd(8)}│ ${line}\n`);
  };
  child.stdout!.on('data', show);
  child.stderr!.on('data', show);
  return child;
}

const children = Object.entries(commands).map((entry) => start(entry as [string, string[]]));
let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  await Promise.all(
    children.map(
      (child) =>
        new Promise((done) => {
          if (child.exitCode !== null) return done(null);
          child.once('exit', done);
          child.kill('SIGTERM');
        }),
    ),
  );
  await embedded?.stop();
  unlock();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
