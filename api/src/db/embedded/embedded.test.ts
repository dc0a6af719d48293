import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { supervise } from './embedded-supervisor.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';
import { until } from '../../../test/until.ts';
import { temporaryFolder } from './temporary.ts';

const log = pino({ level: 'silent' });
const PAUSE_MS = 300;
const WAIT_MS = 30_000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startEmbedded({
    dir: join(folder.dir, 'postgres'),
    password: 'test',
    settings: { fsync: 'off', log_connections: 'receipt' },
  });
});
afterAll(() => folder.remove());

/** Runs one statement on a connection of its own. */
async function query<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined); // a crash ends the connection too
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const logged = () =>
  ['server.log', 'log/*.log']
    .flatMap((pattern) => globSync(join(folder.dir, 'postgres', pattern)))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
const postmaster = () => Number(readFileSync(join(folder.dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

test('the log of the embedded database holds no value of a statement that fails', async () => {
  await query('create table people (name text primary key, born date)');
  await query("insert into people values ('Wilhelmina')");
  for (const failing of [
    "insert into people values ('Wilhelmina')",
    "insert into people values ('Wilhelmina Two', 'Wilhelmina')",
    "select 1 / 0, 'Wilhelmina'",
    "do $$ begin raise exception 'Wilhelmina' using detail = 'Wilhelmina'; end $$",
    "select 'Wilhelmina' from nowhere",
  ])
    await expect(query(failing)).rejects.toThrow();
  // A backend that is killed makes the server log its statement.
  const crash = query("select pg_sleep(60), 'Wilhelmina'").catch((error: Error) => error);
  await until(
    async () => (await query("select from pg_stat_activity where query like '%pg_sleep(60)%'")).length > 1,
    WAIT_MS,
  );
  const [backend] = await query<{ pid: number }>(
    "select pid from pg_stat_activity where query like 'select pg_sleep(60)%'",
  );
  process.kill(backend!.pid, 'SIGKILL');
  expect(await crash).toBeInstanceOf(Error);
  await until(
    () =>
      query('select 1').then(
        () => true,
        () => false,
      ),
    WAIT_MS,
  );
  expect(logged()).toContain('was terminated by signal 9');
  expect(logged()).not.toContain('Wilhelmina');
});

test('the log is kept by the day of the week, so that a week is the most it holds', async () => {
  const rows = await query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('logging_collector', 'log_filename', 'log_rotation_age', 'log_truncate_on_rotation')",
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    logging_collector: 'on',
    log_filename: 'server-%a.log',
    log_rotation_age: '1440',
    log_truncate_on_rotation: 'on',
  });
});

describe('a supervised database', () => {
  test('is not connected to for each look: a connection costs it a process', async () => {
    const connections = () => logged().split('connection received').length;
    /** The log is written a moment later: it has what was before this connection when it has its refusal. */
    const connected = async (database: string) => {
      const client = new pg.Client({ connectionString: server.url.replace(/postgres$/, database) });
      await expect(client.connect()).rejects.toThrow(database);
      await until(() => logged().includes(`"${database}" does not exist`), WAIT_MS);
      return connections();
    };
    expect(await server.alive()).toBe(true);
    const before = await connected('before_the_looks');
    for (let look = 0; look < 20; look += 1) expect(await server.alive()).toBe(true);
    expect((await connected('after_the_looks')) - before).toBeLessThan(10);
  });

  test('comes back at the same address after its process was killed', async () => {
    const giveUp = jest.fn();
    const end = supervise(server, log, giveUp, PAUSE_MS);
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await until(
      () =>
        query('select 1').then(
          () => postmaster() !== killed,
          () => false,
        ),
      WAIT_MS,
    );
    await end();
    expect(giveUp).not.toHaveBeenCalled();
  });

  test('that does not start again is given up once, after ten attempts', async () => {
    const restart = jest.fn(() => Promise.reject(new Error('no')));
    let end: () => Promise<void> = async () => undefined;
    await new Promise<void>((givenUp) => {
      end = supervise({ alive: () => Promise.resolve(false), restart }, log, givenUp, 1);
    });
    await end();
    expect(restart).toHaveBeenCalledTimes(10);
  });

  test('is not started again after the supervision has ended', async () => {
    const restart = jest.fn(() => Promise.resolve());
    let looks = 0;
    let end: () => Promise<void> = async () => undefined;
    await new Promise<void>((looked) => {
      const alive = () => {
        looks += 1;
        looked();
        return Promise.resolve(true);
      };
      end = supervise({ alive, restart }, log, () => undefined, 1);
    });
    await end();
    const before = looks;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([looks, restart.mock.calls.length]).toEqual([before, 0]);
  });
});
