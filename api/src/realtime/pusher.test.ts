import { afterEach, describe, expect, test } from '@jest/globals';
import { testConfig } from '../../test/secrets.ts';
import { anonymous, asViewer, running, usePortal } from '../../test/harness.ts';
import { authorize, joined, KEY, RawSocket } from '../../test/pusher.ts';
import { until } from '../../test/until.ts';
import { startPortal } from '../start.ts';
import { signChannel, signUser } from './pusher-signature.ts';

usePortal();

const signer = { key: KEY, secret: '7ad3773142a6692b25b8' };
const opened: RawSocket[] = [];
const socket = (...args: ConstructorParameters<typeof RawSocket>): RawSocket => {
  const one = new RawSocket(...args);
  opened.push(one);
  return one;
};
afterEach(() => opened.splice(0).forEach((one) => one.close()));

const error = (code: number, message: string) => ({ event: 'pusher:error', data: JSON.stringify({ code, message }) });

describe('a connection', () => {
  test('receives connection_established first, with a socket id of two numbers and an activity timeout', async () => {
    const one = socket();
    await one.id();
    expect(one.texts).toEqual([
      expect.stringMatching(
        /^\{"event":"pusher:connection_established","data":"\{\\"socket_id\\":\\"\d+\.\d+\\",\\"activity_timeout\\":30\}"\}$/,
      ),
    ]);
    const other = socket();
    expect(await other.id()).not.toBe(await one.id());
  });

  test('gets a pong for a ping, and nothing for a pong', async () => {
    const one = socket();
    await one.id();
    one.send({ event: 'pusher:pong', data: {} });
    one.send({ event: 'pusher:ping', data: {} });
    await until(() => one.texts.length > 1);
    expect(one.texts.slice(1)).toEqual(['{"event":"pusher:pong"}']);
  });

  test.each(['another-key', KEY.slice(0, -1), `${KEY}x`, KEY.toUpperCase(), '%20', 'constructor'])(
    'with the key %s gets the error that the application does not exist, and is closed with 4001',
    async (key) => {
      const one = socket(`/app/${key}?protocol=7`);
      await until(() => one.closed !== undefined);
      expect([one.frames, one.closed]).toEqual([[error(4001, 'Application does not exist')], 4001]);
    },
  );

  test("from another site's page is closed with 4009; from our own page, or without a page, it is served", async () => {
    const host = anonymous().origin.replace('http://', '');
    for (const origin of ['https://evil.example', `http://${host}.evil.example`, 'null', 'nonsense']) {
      const foreign = socket(undefined, { origin });
      await until(() => foreign.closed !== undefined);
      expect([origin, foreign.closed, foreign.frames.map(({ event }) => event)]).toEqual([
        origin,
        4009,
        ['pusher:error'],
      ]);
    }
    expect(await socket(undefined, { origin: `http://${host}` }).id()).toMatch(/^\d+\.\d+$/);
  });

  test.each<[string, string | Buffer]>([
    ['broken JSON', '{"event":'],
    ['no object', '"pusher:ping"'],
    ['a list', '[]'],
    ['no event', '{"data":{}}'],
    ['an event that is not a string', '{"event":7}'],
    ['an unknown event of the protocol', '{"event":"pusher:invent","data":{}}'],
    ['a subscription to nothing', '{"event":"pusher:subscribe","data":{}}'],
    ['a subscription without data', '{"event":"pusher:subscribe"}'],
    ['a channel that is not a string', '{"event":"pusher:subscribe","data":{"channel":{"a":1}}}'],
    [
      'an overlong channel name',
      JSON.stringify({ event: 'pusher:subscribe', data: { channel: `private-${'x'.repeat(200)}` } }),
    ],
    ['bytes', Buffer.from('{"event":"pusher:ping"}')],
  ])('that sends %s gets an invalid-format error and stays connected', async (_title, text) => {
    const one = socket();
    await one.id();
    one.send(text);
    await one.settled();
    expect([one.frames[1], one.closed]).toEqual([error(4200, 'Invalid message format'), undefined]);
  });

  test('that sends a client event gets an error, and no other client receives the event', async () => {
    const viewer = await asViewer();
    const [one, other] = [await joined(viewer), await joined(viewer)];
    opened.push(one, other);
    const before = one.texts.length;
    one.send({ event: 'client-typing', channel: `private-org-message.${viewer.orgId}`, data: { x: 1 } });
    one.send({ event: 'org.message.delivery', channel: `private-org-message.${viewer.orgId}`, data: '{}' });
    one.send({ event: 'pusher_internal:subscription_succeeded', channel: 'x', data: '{}' });
    await one.settled();
    await other.settled();
    expect(one.frames.slice(before)).toEqual([
      error(4301, 'The app does not have client messaging enabled.'),
      { event: 'pusher:pong' },
    ]);
    expect(JSON.stringify(other.frames)).not.toContain('typing');
  });

  test('that sends more than 10,000 bytes at once is closed, and the others stay connected', async () => {
    const [one, other] = [socket(), socket()];
    await one.id();
    await other.id();
    other.send({ event: 'pusher:ping', data: 'x'.repeat(9900) });
    one.send('x'.repeat(10_001));
    await until(() => one.closed !== undefined);
    expect(one.closed).toBe(1009);
    await other.settled();
    expect(other.closed).toBeUndefined();
  });

  test('gets 4200 when the server stops, so that it reconnects at once', async () => {
    const node = await startPortal(testConfig(running().adminUrl));
    const one = socket(undefined, {}, node.port);
    await one.id();
    await node.stop();
    await until(() => one.closed !== undefined);
    expect(one.closed).toBe(4200);
  });
});

describe('without a realtime key', () => {
  test("the endpoint knows no application, nothing is signed, and the viewer's key is null", async () => {
    const node = await startPortal({ ...testConfig(running().adminUrl), realtime: null });
    try {
      const one = socket(undefined, {}, node.port);
      await until(() => one.closed !== undefined);
      expect(one.closed).toBe(4001);
      const viewer = await asViewer();
      const ask = (path: string, body: unknown) =>
        fetch(`http://127.0.0.1:${node.port}${path}`, {
          method: 'POST',
          headers: { ...viewer.headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      for (const path of ['/broadcasting/auth', '/broadcasting/user-auth']) {
        const answer = await ask(path, { socket_id: '1.1', channel_name: `private-org-message.${viewer.orgId}` });
        expect([path, answer.status, await answer.text()]).toEqual([path, 403, '{"message":""}']);
      }
      expect(await (await ask('/graphql', { query: '{ viewer { realtimeKey } }' })).json()).toMatchObject({
        data: { viewer: { realtimeKey: null } },
      });
      expect((await viewer.gql('{ viewer { realtimeKey } }')).data.viewer).toEqual({ realtimeKey: KEY });
    } finally {
      await node.stop();
    }
  });
});

describe('a subscription', () => {
  test("with the server's signature succeeds, also when repeated", async () => {
    const viewer = await asViewer();
    const one = socket();
    const channel = `private-org-message.${viewer.orgId}`;
    const { auth } = await authorize(viewer, await one.id(), channel);
    for (let times = 0; times < 2; times++) one.send({ event: 'pusher:subscribe', data: { auth, channel } });
    await one.settled();
    expect(one.texts.slice(1)).toEqual([
      ...Array.from(
        { length: 2 },
        () => `{"event":"pusher_internal:subscription_succeeded","data":"{}","channel":"${channel}"}`,
      ),
      '{"event":"pusher:pong"}',
    ]);
  });

  test('with its data as a JSON string succeeds as well', async () => {
    const viewer = await asViewer();
    const one = socket();
    const channel = `private-org-message.${viewer.orgId}`;
    const { auth } = await authorize(viewer, await one.id(), channel);
    one.send({ event: 'pusher:subscribe', data: JSON.stringify({ auth, channel }) });
    await one.settled();
    expect(one.frames[1]).toMatchObject({ event: 'pusher_internal:subscription_succeeded', channel });
  });

  test('is refused in both forms that clients know, and the socket stays open', async () => {
    const viewer = await asViewer();
    const one = socket();
    await one.id();
    const channel = `private-org-message.${viewer.orgId}`;
    one.send({ event: 'pusher:subscribe', data: { auth: 'x', channel } });
    await one.settled();
    expect(one.frames.slice(1)).toEqual([
      error(4009, 'Connection is unauthorized'),
      {
        event: 'pusher:subscription_error',
        channel,
        data: { type: 'AuthError', error: 'The connection is unauthorized.', status: 401 },
      },
      { event: 'pusher:pong' },
    ]);
  });

  test('with any forged signature is refused', async () => {
    const viewer = await asViewer();
    const [one, other] = [socket(), socket()];
    const [id, otherId] = [await one.id(), await other.id()];
    const channel = `private-org-message.${viewer.orgId}`;
    const { auth } = await authorize(viewer, id, channel);
    const { auth: othersAuth } = await authorize(viewer, otherId, channel);
    const hex = auth.split(':')[1]!;
    const forged: [string, unknown][] = [
      [channel, undefined],
      [channel, ''],
      [channel, null],
      [channel, 7],
      [channel, ':'],
      [channel, hex],
      [channel, `:${hex}`],
      [channel, `other:${hex}`],
      [channel, auth.slice(0, -1)],
      [channel, `${auth} `],
      [channel, auth.toUpperCase()],
      [channel, `${KEY}:${'0'.repeat(64)}`],
      [channel, othersAuth],
      [channel, [auth]],
      // A signature is for one full name.
      [`org-message.${viewer.orgId}`, auth],
      [`presence-org-message.${viewer.orgId}`, auth],
      [`private-encrypted-org-message.${viewer.orgId}`, auth],
      [`private-org-message.${viewer.orgId + 1}`, auth],
      [`${channel}.1`, auth],
      [`private-org-message.${viewer.orgId}`, signUser(signer, id, '{"id":"1"}')],
      ['public', ''],
      ['public', undefined],
      [`#server-to-user-${viewer.userId}`, ''],
      ['#server-to-user-null', ''],
      ['#server-to-user-undefined', ''],
    ];
    for (const [name, value] of forged) {
      const before = one.frames.length;
      one.send({ event: 'pusher:subscribe', data: { channel: name, auth: value } });
      await one.settled();
      expect([name, value, one.frames.slice(before).map(({ event }) => event)]).toEqual([
        name,
        value,
        ['pusher:error', 'pusher:subscription_error', 'pusher:pong'],
      ]);
    }
  });

  test('with a valid signature that no session requested is refused, because the socket has no owner', async () => {
    const { orgId } = await asViewer();
    const one = socket();
    const id = await one.id();
    for (const channel of [`private-org-message.${orgId}`, `presence-org-message.${orgId}`]) {
      const channelData = channel.startsWith('presence') ? '{"user_id":"1"}' : undefined;
      one.send({
        event: 'pusher:subscribe',
        data: { channel, auth: signChannel(signer, id, channel, channelData), channel_data: channelData },
      });
    }
    await one.settled();
    expect(one.frames.slice(1).map(({ event }) => event)).toEqual([
      'pusher:error',
      'pusher:subscription_error',
      'pusher:error',
      'pusher:subscription_error',
      'pusher:pong',
    ]);
  });

  test('after the session that authorized it has ended is refused', async () => {
    const viewer = await asViewer();
    const one = socket();
    const channel = `private-org-message.${viewer.orgId}`;
    const { auth } = await authorize(viewer, await one.id(), channel);
    await viewer.rest('POST', '/logout');
    one.send({ event: 'pusher:subscribe', data: { auth, channel } });
    await one.settled();
    expect(one.frames.at(-2)?.event).toBe('pusher:subscription_error');
    // The socket also refuses the next user: it stays the first user's.
    const next = await asViewer({ orgId: viewer.orgId });
    expect((await authorize(next, await one.id(), channel)).status).toBe(403);
    one.send({ event: 'pusher:subscribe', data: { auth, channel } });
    await one.settled();
    expect(one.frames.at(-2)?.event).toBe('pusher:subscription_error');
  });
});

describe('signing in on a socket', () => {
  test("opens the user's own channel and no other user's", async () => {
    const viewer = await asViewer();
    const one = socket();
    const answer = await viewer.rest('POST', '/broadcasting/user-auth', { socket_id: await one.id() });
    expect(JSON.parse(answer.body.user_data)).toEqual({ id: String(viewer.userId) });
    expect(answer.body.auth).toBe(signUser(signer, await one.id(), answer.body.user_data));
    one.send({ event: 'pusher:signin', data: { auth: answer.body.auth, user_data: answer.body.user_data } });
    for (const id of [viewer.userId, viewer.userId + 1])
      one.send({ event: 'pusher:subscribe', data: { auth: '', channel: `#server-to-user-${id}` } });
    await one.settled();
    expect(one.frames[1]).toEqual({
      event: 'pusher:signin_success',
      data: JSON.stringify({ user_data: answer.body.user_data }),
    });
    expect(one.frames.slice(2).map(({ event, channel }) => [event, channel])).toEqual([
      ['pusher_internal:subscription_succeeded', `#server-to-user-${viewer.userId}`],
      ['pusher:error', undefined],
      ['pusher:subscription_error', `#server-to-user-${viewer.userId + 1}`],
      ['pusher:pong', undefined],
    ]);
  });

  test('with a forged signature, or one for another socket or user, is refused', async () => {
    const viewer = await asViewer();
    const [one, other] = [socket(), socket()];
    const { body } = await viewer.rest('POST', '/broadcasting/user-auth', { socket_id: await one.id() });
    const { body: others } = await viewer.rest('POST', '/broadcasting/user-auth', { socket_id: await other.id() });
    const forged = [
      {},
      { ...body, auth: '' },
      others,
      { ...body, user_data: '{"id":"1"}' },
      { auth: signChannel(signer, await one.id(), body.user_data), user_data: body.user_data },
      { auth: body.auth },
      { user_data: body.user_data },
    ];
    for (const data of forged) one.send({ event: 'pusher:signin', data });
    await one.settled();
    expect(one.frames.slice(1)).toEqual([
      ...forged.map(() => error(4009, 'Connection is unauthorized')),
      { event: 'pusher:pong' },
    ]);
  });
});
