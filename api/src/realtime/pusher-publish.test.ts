import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import Backend from 'pusher';
import { joined, KEY, ORG_MESSAGE, type RawSocket } from '../../test/pusher.ts';
import { testConfig } from '../../test/secrets.ts';
import { admin, anonymous, asViewer, running, signInAgain, usePortal, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { startPortal } from '../start.ts';
import { signPublishing } from './pusher-signature.ts';

usePortal();

const SECRET = '7ad3773142a6692b25b8';
const opened: RawSocket[] = [];
afterEach(() => opened.splice(0).forEach((one) => one.close()));

/** The unchanged server library of existing backends. */
const backend = (changes: Partial<Backend.Options> = {}) =>
  new Backend({
    appId: running().app.config.realtime!.appId,
    key: KEY,
    secret: SECRET,
    host: '127.0.0.1',
    port: String(running().port),
    useTLS: false,
    ...changes,
  } as Backend.Options);

const join = async (viewer: TestViewer, port?: number): Promise<RawSocket> => {
  const socket = await joined(viewer, port);
  opened.push(socket);
  return socket;
};
const channelOf = ({ orgId }: TestViewer) => `private-org-message.${orgId}`;
const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

describe("an existing backend, with Pusher's server library,", () => {
  test('publishes an event to every socket that has joined the channel, on every node', async () => {
    const viewer = await asViewer();
    const other = await startPortal(testConfig(running().adminUrl));
    try {
      const sockets = [
        await join(viewer),
        await join(await asViewer({ orgId: viewer.orgId })),
        await join(viewer, other.port),
      ];
      const answer = await backend().trigger(channelOf(viewer), 'unit.moved', { to: 'B' });
      expect([answer.status, await answer.json()]).toEqual([200, {}]);
      for (const socket of sockets) {
        await until(() => socket.all('unit.moved').length > 0);
        expect(socket.frames.at(-1)).toEqual({ event: 'unit.moved', channel: channelOf(viewer), data: '{"to":"B"}' });
      }
    } finally {
      await other.stop();
    }
  });

  test('excludes the socket of socket_id, and reaches no other channel', async () => {
    const viewer = await asViewer();
    const outsider = await join(await asViewer());
    const [one, two] = [await join(viewer), await join(viewer)];
    await backend().trigger(channelOf(viewer), 'unit.moved', { n: 1 }, { socket_id: await one.id() });
    await backend().trigger(channelOf(viewer), 'unit.moved', { n: 2 });
    await until(() => one.all('unit.moved').length > 0 && two.all('unit.moved').length > 1);
    expect(one.all('unit.moved')).toEqual([{ n: 2 }]);
    expect(two.all('unit.moved')).toEqual([{ n: 1 }, { n: 2 }]);
    await outsider.settled();
    expect(outsider.all('unit.moved')).toEqual([]);
  });

  test('publishes to several channels, and a batch', async () => {
    const [a, b] = [await asViewer(), await asViewer()];
    const [one, two] = [await join(a), await join(b)];
    await backend().trigger([channelOf(a), channelOf(b)], 'both', 'text');
    await backend().triggerBatch([
      { channel: channelOf(a), name: 'first', data: { n: 1 } },
      { channel: channelOf(b), name: 'second', data: { n: 2 } },
    ]);
    await until(() => one.all('first').length > 0 && two.all('second').length > 0);
    expect(one.frames.slice(-2).map(({ event, data }) => [event, data])).toEqual([
      ['both', 'text'],
      ['first', '{"n":1}'],
    ]);
    expect(two.frames.slice(-2).map(({ event }) => event)).toEqual(['both', 'second']);
  });

  test('publishes org.message.delivery to the recipient alone, with sanitized HTML', async () => {
    const viewer = await asViewer();
    const [own, colleague] = [await join(viewer), await join(await asViewer({ orgId: viewer.orgId }))];
    const payload = { user_id: viewer.userId, hostname: 'legacy-1', message: '<b>Hi</b><script>x</script>' };
    await backend().trigger(channelOf(viewer), ORG_MESSAGE, { payload, hostname: 'ws-1' });
    await until(() => own.all(ORG_MESSAGE).length > 0);
    expect(own.all(ORG_MESSAGE)).toEqual([{ payload: { ...payload, message: '<b>Hi</b>' }, hostname: 'ws-1' }]);
    await colleague.settled();
    expect(colleague.all(ORG_MESSAGE)).toEqual([]);
    expect(await statusOf(backend().trigger(channelOf(viewer), ORG_MESSAGE, { payload: { message: 'x' } }))).toBe(400);
  });

  test('reaches no socket whose session has ended', async () => {
    const viewer = await asViewer();
    const [ended, alive] = [await join(viewer), await join(await signInAgain(viewer))];
    await admin.query('delete from sessions where user_id = $1 and id_hash = $2', [
      viewer.userId,
      createHash('sha256').update(viewer.sessionId!).digest(),
    ]);
    await backend().trigger(channelOf(viewer), 'unit.moved', {});
    await until(() => alive.all('unit.moved').length > 0);
    expect(ended.all('unit.moved')).toEqual([]);
  });

  test.each<[string, Partial<Backend.Options>, number]>([
    ['another secret', { secret: `${SECRET}x` }, 401],
    ['another key', { key: `${KEY}x` }, 401],
    ['another application', { appId: 'other' }, 404],
  ])('with %s is refused with %j: %i', async (_what, changes, status) => {
    expect(await statusOf(backend(changes).trigger('private-x', 'event', {}))).toBe(status);
  });

  test('is refused an event of more than 10 kB, and sends one of 10 kB', async () => {
    const text = (bytes: number) => 'x'.repeat(bytes);
    expect(await statusOf(backend().trigger('private-x', 'event', text(10_240)))).toBe(200);
    expect(await statusOf(backend().trigger('private-x', 'event', text(10_241)))).toBe(413);
    const batch = (size: number) => Array.from({ length: size }, () => ({ channel: 'private-x', name: 'e', data: '' }));
    expect(await statusOf(backend().triggerBatch(batch(10)))).toBe(200);
    expect(await statusOf(backend().triggerBatch(batch(11)))).toBe(400);
  });
});

describe('a signed request', () => {
  const path = () => `/apps/${running().app.config.realtime!.appId}/events`;
  async function post(body: string, changes: Record<string, string> = {}, signed = body, at = path()) {
    const query: Record<string, string> = {
      auth_key: KEY,
      auth_timestamp: String(Math.floor(Date.now() / 1000)),
      auth_version: '1.0',
      body_md5: createHash('md5').update(signed).digest('hex'),
      ...changes,
    };
    const signature = signPublishing({ key: KEY, secret: SECRET }, 'POST', path(), query);
    const address = `${at}?${new URLSearchParams({ ...query, auth_signature: signature })}`;
    const answer = await fetch(anonymous().origin + address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    return answer.status;
  }
  const event = JSON.stringify({ name: 'event', channel: 'private-x', data: '{}' });
  const ago = (seconds: number) => ({ auth_timestamp: String(Math.floor(Date.now() / 1000) - seconds) });

  test('is valid for ten minutes, for its own body and its own path', async () => {
    expect(await post(event)).toBe(200);
    expect(await post(event, ago(590))).toBe(200);
    expect(await post(event, ago(610))).toBe(401);
    expect(await post(event, ago(-610))).toBe(401);
    expect(await post(event, { auth_timestamp: 'soon' })).toBe(401);
    expect(await post(event, {}, `${event} `)).toBe(401);
    expect(await post(event, {}, event, path().replace('events', 'batch_events'))).toBe(401);
  });

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no name', JSON.stringify({ channel: 'a', data: '' })],
    ['no channel', JSON.stringify({ name: 'a', data: '' })],
    ['an invalid channel', JSON.stringify({ name: 'a', channel: 'a b', data: '' })],
    ['data that is not text', JSON.stringify({ name: 'a', channel: 'a', data: {} })],
    ['an invalid socket_id', JSON.stringify({ name: 'a', channel: 'a', data: '', socket_id: '1' })],
    ['101 channels', JSON.stringify({ name: 'a', channels: Array(101).fill('a'), data: '' })],
    ['a NUL character', JSON.stringify({ name: 'a', channel: 'a', data: '\0' })],
  ])('with %s is refused with 400', async (_what, body) => {
    expect(await post(body)).toBe(400);
  });

  test('reads nothing of the application', async () => {
    expect((await fetch(`${anonymous().origin}/apps/x/channels`, { method: 'POST' })).status).toBe(404);
  });
});

test('with no realtime key configured there is no application', async () => {
  const silent = await startPortal({ ...testConfig(running().adminUrl), realtime: null });
  try {
    expect(await statusOf(backend({ port: String(silent.port) }).trigger('private-x', 'event', {}))).toBe(404);
  } finally {
    await silent.stop();
  }
});
