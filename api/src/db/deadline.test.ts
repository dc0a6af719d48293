import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { admin, asViewer, makePatient, running, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { Context } from '../shared/context.ts';
import { Deadline, limitOperations } from './deadline.ts';
import { openUnit } from './principal.ts';

usePortalHere();

/** Runs work in one transaction within the time. */
async function within<T>(deadline: Deadline, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const unit = await openUnit(running().app.db, { kind: 'auth' }, 'read', deadline);
  try {
    return await work(unit.em);
  } finally {
    await unit.rollback();
  }
}
const sleep = (em: EntityManager, seconds: number) => em.execute(`select pg_sleep(${seconds})`);
/** Milliseconds that no statement of a test needs: only `expire` ends it. */
const LONG = 1_234_567;
/** Holds the timers of statements that have LONG left, so that the speed of the machine decides nothing. */
function holdTimers() {
  const held = new Map<unknown, () => void>();
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number, ...rest: []) => {
    const timer = start(work, ms, ...rest);
    if (ms && Math.abs(ms - LONG) < LONG / 2) held.set(timer, work);
    return timer;
  }) as typeof setTimeout);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer);
    stop(timer);
  });
  return {
    count: () => held.size,
    /** The time of all statements that run is over. */
    expire: () => held.forEach((work) => work()),
  };
}
/** Waits until a statement sleeps in the database. */
const untilAsleep = () =>
  until(async () => {
    await admin.query('select pg_stat_clear_snapshot()');
    return (
      (
        await admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and pid <> pg_backend_pid()",
        )
      ).rowCount! > 0
    );
  });
/** Answers a request whose statements are over their time as soon as one of them sleeps. */
async function tooLong<T>(ask: () => Promise<T>): Promise<T> {
  jest.spyOn(Deadline.prototype, 'left', 'get').mockReturnValue(LONG);
  const timers = holdTimers();
  const answer = ask();
  await untilAsleep();
  timers.expire();
  return answer;
}
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as { code?: string }).code : 'done'));
/** Whether a backend is still there. It sleeps for a minute unless its statement is canceled. */
const isThere = async (pid: number) =>
  (await admin.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1;

test('a statement that outlasts the time is canceled in PostgreSQL, and the connection is not used again', async () => {
  const deadline = new Deadline(1000);
  let pid = 0;
  await expect(
    within(deadline, async (em) => {
      [{ pid }] = await em.execute<[{ pid: number }]>('select pg_backend_pid() as pid');
      await sleep(em, 60);
    }),
  ).rejects.toMatchObject({ code: '57014', message: expect.stringContaining('user request') });
  expect(deadline.left).toBe(0);
  await until(async () => !(await isThere(pid)));
});

test('statements share the time, also across transactions, and none is sent after its end', async () => {
  const deadline = new Deadline(10_000);
  await within(deadline, (em) => sleep(em, 0.3));
  await within(deadline, (em) => sleep(em, 0.3));
  expect(deadline.left).toBeLessThan(9401);
  deadline.spend(deadline.left - 400);
  await expect(within(deadline, (em) => sleep(em, 60))).rejects.toMatchObject({ code: '57014' });
  await expect(within(deadline, (em) => em.execute('select 1'))).rejects.toMatchObject({ code: '57014' });
});

test('statements at the same time all fail for the reason of the canceled one', async () => {
  const timers = holdTimers();
  const results = await within(new Deadline(LONG), async (em) => {
    const running = Promise.allSettled([sleep(em, 60), sleep(em, 60), em.execute('select 1')]);
    await untilAsleep();
    timers.expire();
    return running;
  });
  expect(codes(results)).toEqual(['57014', '57014', '57014']);
});

test('statements after one that reached the timeout of the database fail for its reason', async () => {
  const results = await within(new Deadline(10_000), async (em) => {
    await em.execute("set local statement_timeout = '100ms'");
    const first = await Promise.allSettled([sleep(em, 60)]);
    return [...first, ...(await Promise.allSettled([em.execute('select 1')]))];
  });
  expect(codes(results)).toEqual(['57014', '57014']);
});

test('without time left no connection is taken', async () => {
  const deadline = new Deadline(100);
  const take = jest.fn(() => Promise.resolve());
  deadline.spend(99);
  await deadline.covers(take);
  deadline.spend(1);
  await expect(deadline.covers(take)).rejects.toMatchObject({ code: '57014' });
  expect(take).toHaveBeenCalledTimes(1);
});

test('statements that one connection has at the same time spend their time once', async () => {
  const { host, port, user, password, database } = admin;
  const pool = new pg.Pool({ host, port, user, password, database, max: 1 });
  limitOperations(pool);
  const deadline = new Deadline(60_000);
  const client = await deadline.covers(() => pool.connect());
  const since = performance.now();
  await Promise.all([0.1, 0.1, 0.1].map((seconds) => client.query('select pg_sleep($1)', [seconds])));
  const elapsed = performance.now() - since;
  client.release();
  await pool.end();
  expect(60_000 - deadline.left).toBeLessThanOrEqual(elapsed);
  expect(60_000 - deadline.left).toBeGreaterThanOrEqual(250);
});

test('the time between statements is free, and a failed statement keeps its own reason', async () => {
  const timers = holdTimers();
  const clock = performance.now.bind(performance);
  const deadline = new Deadline(LONG);
  await within(deadline, async (em) => {
    await em.execute('select 1');
    expect(timers.count()).toBe(0);
    jest.spyOn(performance, 'now').mockImplementation(() => clock() + 2 * LONG);
    await expect(em.execute('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(em.execute('select 1')).rejects.toMatchObject({ code: '25P02' });
  });
  expect(deadline.left).toBeGreaterThan(0);
});

test('a transaction without a deadline, or after another with one, is not limited', async () => {
  await expect(within(new Deadline(100), (em) => sleep(em, 60))).rejects.toMatchObject({ code: '57014' });
  const many = Array.from({ length: 10 }, async () => {
    const unit = await openUnit(running().app.db, { kind: 'auth' }, 'read');
    await sleep(unit.em, 0.4);
    await unit.commit();
  });
  await Promise.all(many);
});

test('a request has 10 seconds, each event of a subscription again, and a job has no limit', async () => {
  const spent: (number | undefined)[] = [];
  const begun = jest.spyOn(Deadline.prototype, 'covers');
  const context = (actor: { kind: 'auth' } | { kind: 'jobs' }) => Context.of(running().app, actor, 'test');
  const request = context({ kind: 'auth' });
  const note = () => spent.push((begun.mock.contexts.at(-1) as Deadline | undefined)?.left);
  await request.run('read', async () => undefined);
  const first = begun.mock.contexts.at(-1) as Deadline;
  expect(first.ms).toBe(10_000);
  first.spend(4000);
  await request.run('read', async () => note());
  expect(spent[0]).toBeLessThanOrEqual(6000);
  request.startOperation();
  await request.run('read', async () => note());
  expect(spent[1]).toBeGreaterThan(6000);
  const before = begun.mock.calls.length;
  await context({ kind: 'jobs' }).run('read', async () => undefined);
  expect(begun.mock.calls).toHaveLength(before);
  begun.mockRestore();
});

let viewer: TestViewer;
let patientId: number;
let warned: unknown[][];
beforeAll(async () => {
  viewer = await asViewer();
  ({ id: patientId } = await makePatient(viewer.orgId));
  // Every read of a patient takes a minute.
  await admin.query(
    'create policy slow on patients as restrictive for select to airlog_org using (pg_sleep(60) is not null)',
  );
});
beforeEach(() => {
  warned = [];
  const { log } = running().app;
  jest.spyOn(log, 'warn').mockImplementation((...args: unknown[]) => void warned.push(['warn', ...args]));
  jest.spyOn(log, 'error').mockImplementation((...args: unknown[]) => void warned.push(['error', ...args]));
});
afterEach(() => void jest.restoreAllMocks());

const isWarning = (requestId: string | null) => [
  [
    'warn',
    { err: expect.objectContaining({ code: '57014' }), requestId, where: expect.any(String) },
    'request too expensive',
  ],
];

test('a REST request that takes too long is refused as too expensive, and not as a busy service', async () => {
  const { status, body, headers } = await tooLong(() => viewer.rest('GET', '/api/patients/datatable'));
  const message = 'This request is too expensive. Ask for fewer rows, filters, or search words.';
  expect([status, body, headers.get('retry-after')]).toEqual([
    422,
    { message, errors: { '': [message] }, code: 'too_expensive' },
    null,
  ]);
  expect(warned).toEqual(isWarning(headers.get('x-request-id')));
});

test('a GraphQL operation that takes too long answers TOO_EXPENSIVE at each field, and is logged once', async () => {
  const spanish = await asViewer({ orgId: viewer.orgId, locale: 'es' });
  const query = `{ a: patient(id: "${patientId}") { id } b: patients { totalCount } }`;
  const { status, body, headers } = await tooLong(() => spanish.rest('POST', '/graphql', { query }));
  const refusal = {
    message: 'Esta petición es demasiado costosa. Pida menos filas, filtros o palabras de búsqueda.',
    locations: expect.anything(),
    extensions: { code: 'TOO_EXPENSIVE' },
  };
  expect([status, headers.get('retry-after'), body.errors]).toEqual([
    200,
    null,
    expect.arrayContaining([
      { ...refusal, path: ['a'] },
      { ...refusal, path: ['b'] },
    ]),
  ]);
  expect(warned).toEqual(isWarning(headers.get('x-request-id')));
});

test('the statement timeout of the database is the same refusal', async () => {
  const { status, body } = await viewer.rest('GET', '/api/patients/datatable');
  expect([status, body.code]).toEqual([422, 'too_expensive']);
});
