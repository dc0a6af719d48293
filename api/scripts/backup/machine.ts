import { execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../src/db/embedded/embedded.ts';
import { asRoot, UNPRIVILEGED } from '../../src/db/embedded/embedded-programs.ts';
import { asPostgres, ended, startedAsPostgres, untilAnswers } from '../cluster/programs.ts';
import { ROOT } from '../upgrade/folder.ts';
import { startNode, type VersionNode } from '../upgrade/node.ts';

const OWNER = 'airlog_owner';
const own = (path: string) => asRoot() && chownSync(path, UNPRIVILEGED, UNPRIVILEGED);

/** A machine with a PostgreSQL of its own, an empty database of the plain owner of docs/operations.md, and a data folder. */
export class Machine {
  readonly #password = randomBytes(16).toString('hex');
  readonly env: Record<string, string>;

  private constructor(
    readonly dir: string,
    readonly port: number,
    readonly server: ChildProcess,
    secrets: Record<string, string>,
    bin: string,
  ) {
    this.env = {
      ...secrets,
      DATABASE_URL: `postgresql://${OWNER}:${this.#password}@127.0.0.1:${port}/airlog`,
      DATA_DIR: join(dir, 'data'),
      POSTGRES_BIN: bin,
      DEMO_DATA: '1',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '1',
    };
  }

  /** Makes a machine in a new folder. `bin`: the folder of PostgreSQL's programs. */
  static async make(dir: string, bin: string, secrets: Record<string, string>): Promise<Machine> {
    const [data, file, port] = [join(dir, 'postgres'), join(dir, 'password'), await freePort()];
    mkdirSync(data, { recursive: true, mode: 0o700 });
    chmodSync(dir, 0o755);
    const superuser = randomBytes(16).toString('hex');
    writeFileSync(file, superuser, { mode: 0o600 });
    for (const path of [data, file]) own(path);
    const authentication = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${file}`];
    await asPostgres(join(bin, 'initdb'), ['-D', data, ...authentication, '-E', 'UTF8', '--locale=C.UTF-8']);
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      'unix_socket_directories=',
      'log_min_messages=panic',
    ];
    const args = ['-D', data, ...settings.flatMap((one) => ['-c', one])];
    const server = startedAsPostgres(join(bin, 'postgres'), args);
    const machine = new Machine(dir, port, server, secrets, bin);
    machine.#superuser = `postgresql://postgres:${superuser}@127.0.0.1:${port}/postgres`;
    await untilAnswers(() => machine.query('select 1'));
    await machine.query(`create role ${OWNER} login createrole password '${machine.#password}'`);
    await machine.query(`create database airlog owner ${OWNER}`);
    return machine;
  }

  #superuser = '';

  /** Runs a statement as the superuser, in the database of the portal when it has one. */
  async query<Row extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<Row[]> {
    const address = Object.assign(new URL(this.#superuser), { pathname: `/${database}` });
    const client = new pg.Client({ connectionString: address.href, connectionTimeoutMillis: 5000 });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Fills the database with demo data, which needs a superuser, and ends with a plain owner. */
  async seed(): Promise<void> {
    await this.command('migrate');
    await this.query(`alter role ${OWNER} superuser`);
    await this.command('seed');
    await this.query(`alter role ${OWNER} nosuperuser`);
  }

  /** Runs a command of package.json, without npm, to its end. */
  command(
    name: string,
    args: string[] = [],
    env: Record<string, string> = {},
  ): Promise<{ code: number; text: string }> {
    return new Promise((done) => {
      const words = ['--import', 'tsx', join('api', 'scripts', `${name}.ts`), ...args];
      const options = { cwd: ROOT, env: { ...process.env, ...this.env, ...env } };
      execFile(process.execPath, words, options, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? -1) : 0, text: `${stdout}${stderr}` }),
      );
    });
  }

  /** Starts a node of the portal, and returns it when it is ready. */
  async node(): Promise<VersionNode> {
    const node = await startNode(ROOT, this.env);
    await node.ready();
    return node;
  }

  stop(): Promise<void> {
    return ended(this.server, 'SIGINT');
  }
}
