import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { admin, running, superuserUrl, usePortal } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { isLost } from '../lost.ts';
import type { SlowStatements } from '../slow.ts';
import { portalClient } from './portal-client.ts';

usePortal();

let client: pg.Client;
/** The names of the messages of the server since `listen`. */
let messages: string[];

beforeEach(async () => {
  const Client = portalClient({ prepare: true, pipeline: true });
  const connectionString = superuserUrl();
  client = new Client({ connectionString, pipeline: true } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
});
afterEach(() => client.end());

function listen(): void {
  messages = [];
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('message', ({ name }: { name: string }) => void messages.push(name));
}
const heard = (name: string) => messages.filter((one) => one === name).length;
const NUMBERS =
  'select n, n::text as text, null as nothing, date from generate_series(1, $1::int) n, cast($2 as timestamptz) date';
const TIME = '2026-11-24T02:00:00.000Z';
const row = (n: number) => ({ n, text: String(n), nothing: null, date: new Date(TIME) });
const rowsOf = ({ rows }: pg.QueryResult) => rows as unknown[];
const outcomes = (results: PromiseSettledResult<pg.QueryResult>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code));

/** Sends the statements of one transaction at one moment, with its end. */
function atOnce(...statements: [text: string, values?: unknown[]][]): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  void client.query('begin');
  const sent = statements.map(([text, values = []]) => client.query(text, values));
  return Promise.allSettled([...sent, client.query('rollback')]);
}

test('statements of one moment in a transaction are answered in their order, with one Sync and one for its end', async () => {
  listen();
  for (const times of [1, 2, 3, 4]) {
    messages.length = 0;
    const [first, second, third] = await atOnce([NUMBERS, [times, TIME]], ['select 7 as seven'], [NUMBERS, [0, TIME]]);
    const rows = [first, second, third].map((result) =>
      rowsOf((result as PromiseFulfilledResult<pg.QueryResult>).value),
    );
    expect(rows).toEqual([Array.from({ length: times }, (_, nth) => row(nth + 1)), [{ seven: 7 }], []]);
    expect(heard('readyForQuery')).toBe(2);
  }
});

test('the rows of a named statement are described once', async () => {
  for (let round = 0; round < 3; round += 1) await atOnce([NUMBERS, [1, TIME]]);
  listen();
  const [result] = await atOnce([NUMBERS, [2, TIME]]);
  expect(rowsOf((result as PromiseFulfilledResult<pg.QueryResult>).value)).toEqual([row(1), row(2)]);
  expect(heard('rowDescription')).toBe(0);
});

test('statements behind a failed one fail, those before it do not, and each is prepared when it first runs', async () => {
  for (let round = 0; round < 4; round += 1)
    expect(outcomes(await atOnce(['select 1'], ['select 1 / $1::int', [0]], [NUMBERS, [1, TIME]]))).toEqual([
      'done',
      '22012',
      '25P02',
      'done',
    ]);
  for (let round = 0; round < 2; round += 1)
    expect(outcomes(await atOnce([NUMBERS, [1, TIME]], ['select 1 / $1::int', [1]]))).toEqual(['done', 'done', 'done']);
});

test('a statement that cannot be prepared is sent whole again', async () => {
  for (let round = 0; round < 4; round += 1)
    expect(outcomes(await atOnce(['select n from missing where n > $1::int', [1]]))).toEqual(['42P01', 'done']);
});

test('statements of one moment outside of a transaction do not fail with each other', async () => {
  for (let round = 0; round < 3; round += 1) {
    const sent = [client.query('select 1 / $1::int', [0]), client.query(NUMBERS, [1, TIME])];
    expect(outcomes(await Promise.allSettled(sent))).toEqual(['22012', 'done']);
  }
});

test('a statement outside of a transaction fails with its commit', async () => {
  await client.query('create temp table numbers (n int unique deferrable initially deferred)');
  const twice = 'with added as (insert into numbers values ($1::int), ($1::int) returning n) select n from added';
  for (let round = 0; round < 3; round += 1)
    await expect(client.query(twice, [round])).rejects.toMatchObject({ code: '23505' });
  expect(rowsOf(await client.query('select n from numbers'))).toEqual([]);
});

test('what is not a query, or has its own reader, is sent in its order', async () => {
  void client.query('begin');
  const before = client.query(NUMBERS, [1, TIME]);
  const made = client.query('create temp table made (n int)');
  const read = client.query('select n from made');
  const several = client.query('insert into made values (1); insert into made values (2)');
  const adding = client.query('with added as (insert into made values (3) returning n) select n from added');
  const named = client.query({ text: 'select n from made order by n' });
  const after = client.query('select count(*)::int as n from made');
  await Promise.all([before, made, several, adding, client.query('rollback')]);
  expect(rowsOf(await read)).toEqual([]);
  expect(rowsOf(await named)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(rowsOf(await after)).toEqual([{ n: 3 }]);
});

test('settings that have their values in the text are not prepared', async () => {
  for (let round = 0; round < 3; round += 1) {
    void client.query('begin');
    void client.query("select set_config('role', 'airlog_org', true), set_config('app.user_id', '1', true)");
    await client.query(NUMBERS, [1, TIME]);
    await client.query('rollback');
  }
  const prepared = rowsOf(
    await client.query("select statement from pg_prepared_statements where statement !~ '^begin'"),
  );
  expect(prepared).toEqual([{ statement: NUMBERS }]);
});

test('a value that cannot be written ends the connection, and each statement says so', async () => {
  const value = {
    toPostgres: () => {
      throw new Error('no text');
    },
  };
  const sent = await atOnce(['select 1'], ['select $1::text', [value]]);
  expect(sent.map((result) => result.status === 'rejected' && isLost(result.reason))).toEqual([true, true, true]);
});

test('when the connection is lost, each statement says so', async () => {
  const [{ pid }] = rowsOf(await client.query('select pg_backend_pid() as pid')) as [{ pid: number }];
  const sent = atOnce(['select 1'], ['select pg_sleep(60)'], [NUMBERS, [1, TIME]]);
  const isAsleep = "select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
  await until(async () => (await admin.query(isAsleep, [pid])).rowCount === 1);
  await admin.query('select pg_terminate_backend($1)', [pid]);
  const [first, ...others] = await sent;
  expect(first!.status).toBe('fulfilled');
  expect(others.map((result) => result.status === 'rejected' && isLost(result.reason))).toEqual([true, true, true]);
});

test('each statement of a group is measured by itself, up to its own answer', async () => {
  const measured: [text: string, ms: number][] = [];
  const slow = { begun: (text: string) => (ms: number) => void measured.push([text, ms]) } as unknown as SlowStatements;
  const Client = portalClient({ prepare: true, pipeline: true }, slow);
  await client.end();
  client = new Client({ connectionString: superuserUrl(), pipeline: true } as pg.ClientConfig);
  await client.connect();
  let now = 1000;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const lasts: Record<string, number> = { first: 5, second: 700, third: 20 };
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    // The answers of BEGIN, the three, and the end.
    const waits = [0, ...Object.values(lasts), 1];
    connection.on('message', ({ name }: { name: string }) => {
      if (name === 'commandComplete') now += waits.shift() ?? 0;
    });
    await atOnce(...Object.keys(lasts).map((name): [string] => [`select 1 as ${name}`]));
    expect(measured).toEqual([
      ['select 1 as first', 5],
      ['select 1 as second', 700],
      ['select 1 as third', 20],
      ['rollback', 1],
    ]);
  } finally {
    clock.mockRestore();
  }
});

test('with SLOW_STATEMENT_MS=0, as here, no statement is measured', () => {
  expect(running().app.config.slowStatementMs).toBe(0);
  expect(running().app.db.slow).toBeUndefined();
});
