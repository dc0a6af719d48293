import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { createLogger } from '../shared/logger.ts';
import { PubSub } from './pubsub.ts';

let database: TestDatabase;
let other: pg.Client;
const lines: { msg: string }[] = [];
const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) });
const logged = () => lines.splice(0).map(({ msg }) => msg);

beforeAll(async () => {
  database = await copyTemplate();
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await database?.drop();
});

const listeners = async () =>
  (
    await other.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'airlog-listen'",
    )
  ).rows as { pid: number }[];
async function until(holds: () => unknown): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10)); // the test's own time limit ends it
}

test('an announcement that cannot be read is logged, and the next one still arrives', async () => {
  const pubsub = new PubSub(database.url, log);
  await pubsub.start();
  const events = pubsub.subscribe('device-history.changed');
  for (const payload of ['', 'no JSON', 'null', '[', '7'])
    await other.query('select pg_notify($1, $2)', ['airlog', payload]);
  await pubsub.publish('device-history.changed', { patientId: 1, historyId: 2 });
  expect((await events.next()).value).toEqual({ patientId: 1, historyId: 2 });
  expect(new Set(logged())).toEqual(new Set(['an event could not be read']));
  await events.return!();
  await pubsub.close();
});

test('a lost connection comes back once, and announcements arrive again', async () => {
  const pubsub = new PubSub(database.url, log);
  await pubsub.start();
  const [{ pid }] = (await listeners()) as [{ pid: number }];
  await other.query('select pg_terminate_backend($1)', [pid]);
  await until(async () => (await listeners()).some((one) => one.pid !== pid));
  const events = pubsub.subscribe('device-history.changed');
  // The connection listens a moment after it is there.
  let heard = false;
  const first = events.next().then(() => (heard = true));
  await until(async () => {
    await pubsub.publish('device-history.changed', { patientId: 1, historyId: 2 });
    return heard;
  });
  await first;
  expect(await listeners()).toHaveLength(1);
  expect(logged()).toContain('realtime connection lost');
  await events.return!();
  await pubsub.close();
});

test('closing while the connection is lost ends for good: none is opened again', async () => {
  const pubsub = new PubSub(database.url, log);
  await pubsub.start();
  const [{ pid }] = (await listeners()) as [{ pid: number }];
  await other.query('select pg_terminate_backend($1)', [pid]);
  await until(async () => (await listeners()).length === 0);
  await pubsub.close();
  await quiet();
  expect(await listeners()).toEqual([]);
});

test('closing while a new connection is being opened closes that one too', async () => {
  const pubsub = new PubSub(database.url, log);
  const starting = pubsub.start();
  await pubsub.close();
  await starting;
  await until(async () => (await listeners()).length === 0);
  const published = pubsub.publish('device-history.changed', { patientId: 1, historyId: 2 });
  await expect(published).resolves.toBeUndefined();
});

/** Longer than a lost connection waits before it is opened again. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 1500));
