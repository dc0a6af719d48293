import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { identity } from '../../src/db/embedded/embedded-programs.ts';

export const run = promisify(execFile);

/** The programs of a cluster that this machine has. */
export interface Programs {
  /** The folder of PostgreSQL's programs. */
  postgres: string;
  haproxy: string;
  openssl: string;
}

const onPath = (name: string) =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

function assertFound(programs: Record<string, string | undefined>): void {
  const missing = Object.entries(programs).flatMap(([name, at]) => (at ? [] : [name]));
  if (missing.length > 0)
    throw new Error(
      `Missing here: ${missing.join(', ')}. Install it (apt-get install ${missing.join(' ')}), or name the folder of PostgreSQL's programs in POSTGRES_BIN.`,
    );
}

function newestPostgres(): string | undefined {
  const found = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').map(dirname);
  const version = (folder: string) => Number(folder.split('/').at(-2));
  return process.env.POSTGRES_BIN || found.sort((a, b) => version(b) - version(a))[0];
}

/** Returns the folder of PostgreSQL's programs, the newest. Throws with what to install. */
export function findPostgres(): string {
  const postgresql = newestPostgres();
  assertFound({ postgresql });
  return postgresql!;
}

/** Returns the programs, of PostgreSQL the newest. Throws with what to install. */
export function findPrograms(): Programs {
  const postgres = newestPostgres();
  const [haproxy, openssl] = ['haproxy', 'openssl'].map(onPath);
  assertFound({ postgresql: postgres, haproxy, openssl });
  return { postgres: postgres!, haproxy: haproxy!, openssl: openssl! };
}

/** The account of PostgreSQL may not read the folder of root, in which it looks for certificates. */
const WITHOUT_HOME = { ...process.env, HOME: tmpdir() };

/** Runs a program of PostgreSQL, which refuses to run as root, to its end. */
export const asPostgres = (file: string, args: string[], env: Record<string, string> = {}) =>
  run(file, args, { ...identity(), env: { ...WITHOUT_HOME, ...env } });

/** Starts a program that runs until it is ended, and ends with this process. */
export const started = (file: string, args: string[]): ChildProcess =>
  follow(spawn(file, args, { stdio: STDIO }), 'SIGTERM');

/** The same for a server of PostgreSQL, which ends without waiting for its clients. */
export const startedAsPostgres = (file: string, args: string[]): ChildProcess =>
  follow(spawn(file, args, { ...identity(), env: WITHOUT_HOME, stdio: STDIO }), 'SIGINT');

const STDIO = ['ignore', 'ignore', 'inherit'] as const satisfies StdioOptions;

function follow(child: ChildProcess, signal: NodeJS.Signals): ChildProcess {
  const end = () => void child.kill(signal);
  process.once('exit', end);
  return child.once('exit', () => process.off('exit', end));
}

/** Waits until a server that was started answers; throws its error when it does not within a minute. */
export async function untilAnswers(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      await ask();
      return;
    } catch (error) {
      if (attempt === 300) throw error;
      await wait(200);
    }
}

/** Ends a program, and returns when it has ended. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((done) => {
    child.once('exit', () => done());
    child.kill(signal);
  });
}
