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
const publish = (patientId: number) =>
  other.query('select pg_notify($1, $2)', [
    'airlog',
    JSON.stringify({ topic: 'device-history.changed', data: { patientId, historyId: 2 } }),
  ]);
async function until(holds: () => unknown): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10)); // the test's own time limit ends it
}

test('an announcement that cannot be read is logged, and the next one still arrives', async () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  await pubsub.start();
  const events = pubsub.subscribe('device-history.changed');
  for (const payload of ['', 'no JSON', 'null', '[', '7', '{"topic":"device-history.changed"}', '[null]'])
    await other.query('select pg_notify($1, $2)', ['airlog', payload]);
  await publish(1);
  expect((await events.next()).value).toEqual({ patientId: 1, historyId: 2 });
  expect(new Set(logged())).toEqual(new Set(['an event could not be read']));
  await events.return!();
  await pubsub.close();
});

test('an event reaches the consumers of its own id and of its whole topic, and no others', async () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  await pubsub.start();
  const heard: [string, number][] = [];
  const consumers = [
    pubsub.subscribe('device-history.changed', 1),
    pubsub.subscribe('device-history.changed', 1),
    pubsub.subscribe('device-history.changed', 2),
    pubsub.subscribe('device-history.changed'),
    pubsub.subscribe('settings.status-changed', 1),
  ];
  expect([pubsub.listeners('device-history.changed'), pubsub.listeners('settings.status-changed')]).toEqual([4, 1]);
  const reading = consumers.map(async (events, index) => {
    for await (const { patientId } of events) heard.push([`consumer ${index}`, patientId]);
  });
  await publish(1);
  await publish(2);
  await until(() => heard.length === 5);
  expect(heard.sort()).toEqual([
    ['consumer 0', 1],
    ['consumer 1', 1],
    ['consumer 2', 2],
    ['consumer 3', 1],
    ['consumer 3', 2],
  ]);
  for (const events of consumers) await events.return!();
  await Promise.all(reading);
  expect([pubsub.listeners('device-history.changed'), pubsub.listeners('settings.status-changed')]).toEqual([0, 0]);
  await pubsub.close();
});

test('after a gap each consumer of a patient is notified that changes may have been missed, and no other', async () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  await pubsub.start();
  const [{ pid }] = (await listeners()) as [{ pid: number }];
  const [devices, settings, all, own] = [
    pubsub.subscribe('device-history.changed', 7),
    pubsub.subscribe('settings.status-changed', 8),
    pubsub.subscribe('device-history.changed'),
    pubsub.subscribe('org-message.sent', 9),
  ];
  await other.query('select pg_terminate_backend($1)', [pid]);
  expect((await devices.next()).value).toEqual({ patientId: 7, historyId: 0 });
  expect((await settings.next()).value).toEqual({ patientId: 8, historyId: 0, recordId: 0 });
  await publish(1);
  await other.query(`select pg_notify('airlog', '{"topic":"org-message.sent","data":{"messageId":3,"userId":9}}')`);
  expect((await all.next()).value).toEqual({ patientId: 1, historyId: 2 });
  expect((await own.next()).value).toEqual({ messageId: 3, userId: 9 });
  await Promise.all([devices, settings, all, own].map((events) => events.return!()));
  await pubsub.close();
});

test('events wait for a consumer in order, two that ask at once get one each, and none is left after the end', async () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  await pubsub.start();
  const events = pubsub.subscribe('device-history.changed');
  const [first, second] = [events.next(), events.next()];
  for (const patientId of [1, 2, 3, 4]) await publish(patientId);
  const values = [await first, await second, await events.next(), await events.next()].map(
    ({ value }) => value as unknown,
  );
  expect(values).toEqual([1, 2, 3, 4].map((patientId) => ({ patientId, historyId: 2 })));
  const open = [events.next(), events.next()];
  await events.return!();
  expect(await Promise.all([...open, events.next()])).toEqual(
    Array.from({ length: 3 }, () => ({ value: undefined, done: true })),
  );
  await pubsub.close();
});

test('a consumer that waits takes little memory', () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  const before = process.memoryUsage().heapUsed;
  const consumers = Array.from({ length: 1000 }, (_, key) => pubsub.subscribe('org-message.sent', key));
  for (const events of consumers) void events.next();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
  expect(pubsub.listeners('org-message.sent')).toBe(1000);
});

test('a lost connection comes back once, and announcements arrive again', async () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  await pubsub.start();
  const [{ pid }] = (await listeners()) as [{ pid: number }];
  await other.query('select pg_terminate_backend($1)', [pid]);
  await until(async () => (await listeners()).some((one) => one.pid !== pid));
  const events = pubsub.subscribe('device-history.changed');
  // The connection listens a moment after it is there.
  let heard = false;
  const first = events.next().then(() => (heard = true));
  await until(async () => {
    await publish(1);
    return heard;
  });
  await first;
  expect(await listeners()).toHaveLength(1);
  expect(logged()).toContain('realtime connection lost');
  await events.return!();
  await pubsub.close();
});

test('closing while the connection is lost ends for good: none is opened again', async () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  await pubsub.start();
  const [{ pid }] = (await listeners()) as [{ pid: number }];
  await other.query('select pg_terminate_backend($1)', [pid]);
  await until(async () => (await listeners()).length === 0);
  await pubsub.close();
  await quiet();
  expect(await listeners()).toEqual([]);
});

test('closing while a new connection is being opened closes that one too', async () => {
  const pubsub = new PubSub(database.ownerUrl, log);
  const starting = pubsub.start();
  await pubsub.close();
  await starting;
  await until(async () => (await listeners()).length === 0);
});

/** Longer than a lost connection waits before it is opened again. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 1500));
