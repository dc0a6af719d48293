import type { ChildProcess } from 'node:child_process';
import { chownSync, cpSync, chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { asRoot, UNPRIVILEGED } from '../../src/db/embedded/embedded-programs.ts';
import { Disk } from './disk.ts';
import { asPostgres, ended, startedAsPostgres, untilAnswers, type Programs } from './programs.ts';

const own = (path: string) => asRoot() && chownSync(path, UNPRIVILEGED, UNPRIVILEGED);

interface Settings {
  programs: Programs;
  /** Folder of everything of the cluster. */
  dir: string;
  /** Of the superuser. */
  password: string;
  certificate: string;
  key: string;
}

/** One PostgreSQL of the cluster, with TLS; which is primary changes with each failover. */
export class Server {
  #child: ChildProcess | undefined;
  /** Of its own, when it has one. */
  disk: Disk | undefined;
  readonly data: string;

  constructor(
    readonly name: string,
    readonly port: number,
    readonly settings: Settings,
  ) {
    this.data = join(settings.dir, name);
  }

  /** Address of the superuser, at this server alone. */
  get url(): string {
    return `postgresql://postgres:${this.settings.password}@127.0.0.1:${this.port}/postgres?sslmode=no-verify`;
  }

  #program(name: string): string {
    return join(this.settings.programs.postgres, name);
  }

  #makeFolder(): void {
    mkdirSync(this.data, { recursive: true, mode: 0o700 });
    // The folder itself may be a disk.
    for (const entry of readdirSync(this.data)) rmSync(join(this.data, entry), { recursive: true });
    own(this.data);
  }

  /** Gives it, while it does not run, an empty disk of its own. Returns why this is not possible here. */
  async moveToDisk(): Promise<string | undefined> {
    const disk = await Disk.under(this.data);
    if (typeof disk === 'string') return disk;
    this.disk = disk;
    return undefined;
  }

  /** Makes an empty cluster of databases. */
  async initialize(): Promise<void> {
    const { dir, password } = this.settings;
    this.#makeFolder();
    const file = join(dir, `${this.name}.password`);
    writeFileSync(file, password, { mode: 0o600 });
    own(file);
    await asPostgres(this.#program('initdb'), [
      '-D',
      this.data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${file}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]);
    rmSync(file);
    // Only with TLS, as in production.
    const lines = ['local', 'hostssl'].flatMap((kind) =>
      ['all', 'replication'].map(
        (what) => `${kind} ${what} all ${kind === 'local' ? '' : '127.0.0.1/32'} scram-sha-256`,
      ),
    );
    writeFileSync(join(this.data, 'pg_hba.conf'), `${lines.join('\n')}\n`);
  }

  /** Makes a copy of a primary, which follows it. What was here before is deleted. */
  async follow(primary: Server): Promise<void> {
    this.#makeFolder();
    const from = `host=127.0.0.1 port=${primary.port} user=postgres sslmode=require application_name=${this.name}`;
    const env = { PGPASSWORD: this.settings.password };
    await asPostgres(
      this.#program('pg_basebackup'),
      ['-D', this.data, '-d', from, '-R', '-X', 'stream', '-c', 'fast'],
      env,
    );
  }

  async start(): Promise<void> {
    const { certificate, key } = this.settings;
    for (const [from, name] of [
      [certificate, 'server.crt'],
      [key, 'server.key'],
    ] as const) {
      const to = join(this.data, name);
      if (!existsSync(to)) cpSync(from, to);
      own(to);
      chmodSync(to, 0o600);
    }
    const options = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      ssl: 'on',
      max_connections: 120,
      log_min_messages: 'panic',
      wal_receiver_status_interval: '1s',
    };
    const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#child = startedAsPostgres(this.#program('postgres'), ['-D', this.data, ...args]);
    await untilAnswers(() => this.query('select 1'));
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    if (this.#child) await ended(this.#child, 'SIGQUIT');
  }

  /** Whether it runs: a full disk may end it. */
  get runs(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (this.#child) await ended(this.#child, 'SIGINT');
    await this.disk?.remove();
    this.disk = undefined;
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined); // the statement rejects with it
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Acknowledges a commit only when the standby has it too; returns when the standby follows. */
  async replicateSynchronously(): Promise<void> {
    await this.query("alter system set synchronous_standby_names = '*'");
    await this.query('select pg_reload_conf()');
    while ((await this.query("select from pg_stat_replication where sync_state = 'sync'")).length === 0)
      await wait(100);
  }

  /** Makes the primary of a standby. It has no standby of its own until one follows. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()');
    await this.query('alter system reset synchronous_standby_names'); // of the primary of which it is a copy
    await this.query('select pg_reload_conf()');
  }
}
