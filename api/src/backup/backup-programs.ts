import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { promisify } from 'node:util';

/** A program of PostgreSQL, and its major version. */
export interface Program {
  file: string;
  version: number;
}

/** Where a connection leads, as the driver found it: with several hosts, the primary. */
interface Place {
  host: string;
  port: number;
}

/** Variables of a program. */
export type Environment = Record<string, string | undefined>;
/** Lines of a program that an error has. */
const LAST_LINES = 5;

/**
 * Returns a program of PostgreSQL, of `folder` or of the PATH. Throws when it is missing, or older than `needed`, a major
 * version that `of` has.
 */
export async function findProgram(
  name: 'pg_dump' | 'pg_restore',
  folder: string | undefined,
  { needed, of }: { needed: number; of: string },
): Promise<Program> {
  const file = folder ? join(folder, name) : name;
  const install = `Install the client programs of PostgreSQL ${needed}, or name their folder in POSTGRES_BIN.`;
  const { stdout } = await promisify(execFile)(file, ['--version']).catch((cause: unknown) => {
    throw new Error(`${name} is not ${folder ? `in ${folder}` : 'on the PATH'}. ${install}`, { cause });
  });
  const version = Number(/ (\d+)/.exec(stdout)?.[1]);
  if (!(version >= needed)) throw new Error(`${name} ${version} is older than ${of} (${needed}). ${install}`);
  return { file, version };
}

/**
 * Returns the variables with which a program of PostgreSQL connects as the driver does. The password is not an argument,
 * which others could read. `temporary`: a folder for a file with the certificates that Node knows.
 */
export function connectionVariables(address: string, { host, port }: Place, temporary: string): Environment {
  const { username, password, pathname, searchParams } = new URL(address);
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') ? 'verify-full' : 'disable');
  const authority = () => {
    const file = join(temporary, 'authorities.pem');
    writeFileSync(file, getCACertificates().join('\n'));
    return file;
  };
  // As the driver: of the modes with TLS only no-verify accepts any certificate.
  const tls: Record<string, string> =
    mode === 'disable' || mode === 'no-verify'
      ? { PGSSLMODE: mode === 'disable' ? 'disable' : 'require' }
      : { PGSSLMODE: 'verify-full', PGSSLROOTCERT: searchParams.get('sslrootcert') ?? authority() };
  const [certificate, key] = ['sslcert', 'sslkey'].map((name) => searchParams.get(name));
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username),
    ...tls,
    ...(certificate ? { PGSSLCERT: certificate } : {}),
    ...(key ? { PGSSLKEY: key } : {}),
  };
}

/** Runs a program to its end. Throws with its last lines when it fails. */
export async function runProgram({ file }: Program, args: string[], variables: Environment): Promise<void> {
  const child = spawn(file, args, { env: variables, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-5000)));
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0)
    throw new Error(said.trim().split('\n').slice(-LAST_LINES).join('\n') || `${file} ended with ${code}.`);
}
