import { connect, createServer, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client as GraphqlSocket } from 'graphql-ws';
import Echo from 'laravel-echo';
import Pusher, { type Channel } from 'pusher-js';
import { openSocket } from '../../test/contract/socket.ts';
import {
  admin,
  anonymous,
  asViewer,
  publish,
  running,
  signInAgain,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import {
  authorize,
  clientOptions,
  cookieJar,
  joined,
  KEY,
  ORG_MESSAGE,
  pusherClient,
  RawSocket,
} from '../../test/pusher.ts';
import { until } from '../../test/until.ts';
import { testConfig } from '../../test/secrets.ts';
import { hashSessionId } from '../sign-in/session-read.ts';
import { insertRows } from '../db/factories.ts';
import { withPrincipal } from '../db/principal.ts';
import { startPortal } from '../start.ts';

usePortal();

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
  // Only listeners that the endpoint itself opened, so a test waits only for its own subscriptions.
  await until(() => listeners() === 1);
});
const listeners = () => running().app.pubsub.listeners('org-message.sent');

const SEND =
  'mutation($input: SendOrgMessageInput!) { sendOrgMessage(input: $input) { orgMessage { databaseId } userErrors { code } } }';

async function send(
  support: TestViewer,
  userId: number,
  message: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const { body } = await support.rest(
    'POST',
    '/graphql',
    { query: SEND, variables: { input: { userId: String(userId), message } } },
    headers,
  );
  expect(body).toMatchObject({ data: { sendOrgMessage: { userErrors: [] } } });
}

async function listening(viewer: TestViewer, port?: number): Promise<RawSocket> {
  const socket = await joined(viewer, port);
  cleanUp.push(() => socket.close());
  return socket;
}

const messages = (socket: RawSocket) =>
  (socket.all(ORG_MESSAGE) as { payload: { message: string } }[]).map(({ payload }) => payload.message);
const support = () => asViewer({ kind: 'support' });

/** What ends a session, and how. */
const ENDS: [string, (viewer: TestViewer) => Promise<unknown>][] = [
  ['signs out', (viewer) => viewer.rest('POST', '/logout')],
  ['is deactivated', (viewer) => admin.query('update users set active = false where id = $1', [viewer.userId])],
  [
    'was idle too long',
    (viewer) =>
      admin.query("update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1", [
        viewer.userId,
      ]),
  ],
  [
    'signed in 12 hours ago',
    (viewer) =>
      admin.query("update sessions set created_at = now() - interval '12 hours 1 minute' where user_id = $1", [
        viewer.userId,
      ]),
  ],
  [
    'belongs to a deactivated organization',
    (viewer) => admin.query('update organizations set active = false where id = $1', [viewer.orgId]),
  ],
];

describe('a message does not reach a socket, at once, and the socket is closed within seconds,', () => {
  const sockets = new Map<string, RawSocket>();

  // All of them wait for the same check of the sessions.
  beforeAll(async () => {
    const sender = await support();
    for (const [title, end] of ENDS) {
      const viewer = await asViewer();
      const socket = await joined(viewer);
      sockets.set(title, socket);
      await send(sender, viewer.userId, 'before');
      await until(() => messages(socket).length === 1);
      await end(viewer);
      // Published directly, because sending refuses an inactive user.
      const { rows } = await admin.query<{ id: number }>(
        "insert into org_messages (org_id, user_id, sent_by_org_id, sent_by_id, html, hostname) values ($1, $2, $3, $4, 'after', 'x') returning id",
        [viewer.orgId, viewer.userId, sender.orgId, sender.userId],
      );
      await publish('org-message.sent', { messageId: rows[0]!.id, userId: viewer.userId });
    }
    for (const socket of sockets.values()) await until(() => socket.closed !== undefined);
  });

  test.each(ENDS)('whose user %s', (title) => {
    const socket = sockets.get(title)!;
    expect([messages(socket), socket.closed]).toEqual([['before'], 4009]);
  });
});

describe('a message', () => {
  test("arrives as org.message.delivery on the organization's channel, with user, message and both host names", async () => {
    const viewer = await asViewer();
    const socket = await listening(viewer);
    await send(await support(), viewer.userId, '<b>Hello</b> & welcome');
    await until(() => messages(socket).length > 0);
    const [frame] = socket.frames.filter(({ event }) => event === ORG_MESSAGE);
    expect(frame).toEqual({
      event: 'org.message.delivery',
      channel: `private-org-message.${viewer.orgId}`,
      data: JSON.stringify({
        payload: { user_id: viewer.userId, hostname: hostname(), message: '<b>Hello</b> &amp; welcome' },
        hostname: hostname(),
      }),
    });
  });

  test('reaches every socket of the recipient and none of a colleague or of another organization, over both transports', async () => {
    const [addressed, outsider, sender] = [await asViewer(), await asViewer(), await support()];
    const colleague = await asViewer({ orgId: addressed.orgId });
    const sockets = {
      first: await listening(addressed),
      second: await listening(addressed),
      colleague: await listening(colleague),
      outsider: await listening(outsider),
    };
    const [own, theirs] = [subscribe(addressed), subscribe(colleague)];
    await until(() => listeners() === 3); // the endpoint and the two subscriptions
    await send(sender, addressed.userId, 'for one');
    // The next message to arrive proves that no other was pending.
    await send(sender, colleague.userId, 'for the colleague');
    await send(sender, outsider.userId, 'for the outsider');
    await until(
      () =>
        messages(sockets.colleague).length > 0 &&
        messages(sockets.outsider).length > 0 &&
        messages(sockets.first).length > 0 &&
        messages(sockets.second).length > 0 &&
        own.length > 0 &&
        theirs.length > 0,
    );
    expect(Object.fromEntries(Object.entries(sockets).map(([name, socket]) => [name, messages(socket)]))).toEqual({
      first: ['for one'],
      second: ['for one'],
      colleague: ['for the colleague'],
      outsider: ['for the outsider'],
    });
    expect(own).toEqual([
      {
        data: {
          orgMessageDelivered: {
            userId: addressed.userId,
            hostname: hostname(),
            eventServerHostname: hostname(),
            message: 'for one',
          },
        },
      },
    ]);
    expect(theirs).toMatchObject([
      { data: { orgMessageDelivered: { userId: colleague.userId, message: 'for the colleague' } } },
    ]);
  });

  test('arrives once at a socket that subscribed twice, and not at one that unsubscribed', async () => {
    const [viewer, sender] = [await asViewer(), await support()];
    const channel = `private-org-message.${viewer.orgId}`;
    const [twice, left] = [await listening(viewer), await listening(viewer)];
    const { auth } = await authorize(viewer, await twice.id(), channel);
    twice.send({ event: 'pusher:subscribe', data: { auth, channel } });
    left.send({ event: 'pusher:unsubscribe', data: { channel } });
    await twice.settled();
    await left.settled();
    await send(sender, viewer.userId, 'one');
    await send(sender, viewer.userId, 'two');
    await until(() => messages(twice).includes('two'));
    await left.settled();
    expect([messages(twice), messages(left)]).toEqual([['one', 'two'], []]);
  });

  test('also arrives at the socket in X-Socket-Id: the sender never excludes the recipient', async () => {
    const sender = await support();
    const socket = await listening(sender);
    await send(sender, sender.userId, 'to myself', { 'x-socket-id': await socket.id() });
    await send(sender, sender.userId, 'again', { 'x-socket-id': 'nonsense' });
    await until(() => messages(socket).length === 2);
  });

  test('reaches only the browsers in which its user is still signed in', async () => {
    const [viewer, sender] = [await asViewer(), await support()];
    const stays = await signInAgain(viewer);
    const [left, other] = [await listening(viewer), await listening(stays)];
    await send(sender, viewer.userId, 'to both');
    await until(() => messages(left).length === 1 && messages(other).length === 1);
    // The session is gone. The socket is closed within seconds, not at once.
    await admin.query('delete from sessions where id_hash = $1', [hashSessionId(viewer.sessionId!)]);
    await send(sender, viewer.userId, 'to the other one');
    await until(() => messages(other).length === 2);
    await until(() => left.closed !== undefined);
    expect([messages(left), left.closed]).toEqual([['to both'], 4009]);
    expect(messages(other)).toEqual(['to both', 'to the other one']);
  });

  test('whose announcement names a different user reaches no user', async () => {
    const [viewer, other, sender] = [await asViewer(), await asViewer(), await support()];
    const [socket, theirs] = [await listening(viewer), subscribe(viewer)];
    const { rows } = await admin.query<{ id: number }>(
      "insert into org_messages (org_id, user_id, sent_by_org_id, sent_by_id, html, hostname) values ($1, $2, $3, $4, 'secret', 'x') returning id",
      [other.orgId, other.userId, sender.orgId, sender.userId],
    );
    await until(() => listeners() === 2);
    await publish('org-message.sent', { messageId: rows[0]!.id, userId: viewer.userId });
    await send(sender, viewer.userId, 'own');
    await until(() => messages(socket).includes('own') && theirs.length === 2);
    expect(messages(socket)).toEqual(['own']);
    expect(JSON.stringify(theirs)).not.toContain('secret');
  });

  test('is delivered once and in order when many arrive at the same time', async () => {
    const sender = await support();
    const orgId = (await asViewer()).orgId;
    const viewers: TestViewer[] = [];
    while (viewers.length < 12) viewers.push(await asViewer({ orgId }));
    const sockets = await Promise.all(viewers.map((viewer) => listening(viewer)));
    for (const text of ['first', 'second', 'third'])
      await Promise.all(viewers.map(({ userId }) => send(sender, userId, `${text} for ${userId}`)));
    await until(() => sockets.every((socket) => messages(socket).length >= 3));
    expect(sockets.map(messages)).toEqual(
      viewers.map(({ userId }) => [`first for ${userId}`, `second for ${userId}`, `third for ${userId}`]),
    );
  });

  test('is delivered once and in order when one transaction sends a thousand', async () => {
    const [viewer, sender] = [await asViewer(), await support()];
    const socket = await listening(viewer);
    const texts = Array.from({ length: 1000 }, (_, nth) => `message ${nth}`);
    const { db, pubsub } = running().app;
    const { orgId, userId } = viewer;
    const rows = await insertRows(
      admin,
      'org_messages',
      texts.map((html) => ({
        org_id: orgId,
        user_id: userId,
        sent_by_org_id: sender.orgId,
        sent_by_id: sender.userId,
        html,
        hostname: 'x',
      })),
    );
    await withPrincipal(db, { kind: 'jobs' }, 'write', (em) =>
      pubsub.publish(
        em,
        rows.map((messageId) => ({ topic: 'org-message.sent', data: { messageId, userId } })),
      ),
    );
    await until(() => messages(socket).length >= texts.length);
    await socket.settled();
    expect(messages(socket)).toEqual(texts);
  });
});

/** The events that a viewer's GraphQL subscription receives. */
function subscribe(viewer: TestViewer): unknown[] {
  const socket: GraphqlSocket = openSocket(viewer);
  cleanUp.push(() => socket.dispose());
  const events: unknown[] = [];
  socket.subscribe(
    { query: 'subscription { orgMessageDelivered { userId hostname eventServerHostname message } }' },
    { next: (event) => void events.push(event), error: (error) => void events.push(error), complete: () => undefined },
  );
  return events;
}

describe('two nodes on one database', () => {
  test('a message reaches sockets of either node, whichever node authorized them, and again after the connection between the nodes was lost', async () => {
    const other = await startPortal(testConfig(running().adminUrl));
    cleanUp.push(() => other.stop());
    const [viewer, sender] = [await asViewer(), await support()];
    // The socket is on the other node; this node signs and sends.
    const [here, there] = [await listening(viewer), await listening(viewer, other.port)];
    const elsewhere = (message: string) =>
      fetch(`http://127.0.0.1:${other.port}/graphql`, {
        method: 'POST',
        headers: { ...sender.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: SEND, variables: { input: { userId: String(viewer.userId), message } } }),
      });
    await send(sender, viewer.userId, 'from here');
    await until(() => messages(here).length === 1 && messages(there).length === 1);
    await elsewhere('from there');
    await until(() => messages(here).length === 2 && messages(there).length === 2);

    const cut = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'airlog-listen' and datname = current_database()",
    );
    expect(cut.rowCount).toBe(2);
    // Each node keeps serving and reconnects its listener.
    expect((await viewer.rest('GET', '/api/users/my-org')).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${other.port}/healthz`)).status).toBe(200);
    // A notification sent during the outage may be lost, because it is only a wake-up. Only an arriving message shows
    // that both nodes listen again.
    await until(
      async () => (
        await send(sender, viewer.userId, 'probe'),
        await elsewhere('probe'),
        messages(here).includes('probe') && messages(there).includes('probe')
      ),
    );
    await send(sender, viewer.userId, 'after the cut');
    await until(() => messages(here).includes('after the cut') && messages(there).includes('after the cut'));
    await elsewhere('and back');
    await until(() => messages(here).includes('and back') && messages(there).includes('and back'));
    for (const socket of [here, there])
      expect(messages(socket).filter((message) => message !== 'probe')).toEqual([
        'from here',
        'from there',
        'after the cut',
        'and back',
      ]);
  });
});

async function jarOf(viewer: TestViewer | null) {
  const jar = await cookieJar(viewer?.headers.cookie);
  cleanUp.push(jar.close);
  return jar;
}

const connected = (pusher: Pusher) => until(() => pusher.connection.state === 'connected');
const subscribed = (channel: Channel) => until(() => channel.subscribed);

describe('the real pusher-js', () => {
  const client = (url: string, port?: number, key?: string) => {
    const pusher = pusherClient(url, port, key);
    cleanUp.push(() => pusher.disconnect());
    return pusher;
  };

  test('connects, is authorized by its own form request without token or X-Requested-With, and receives the message as an object', async () => {
    const [viewer, sender] = [await asViewer(), await support()];
    const jar = await jarOf(viewer);
    const pusher = client(jar.url);
    const channel = pusher.subscribe(`private-org-message.${viewer.orgId}`);
    const heard: unknown[] = [];
    channel.bind(ORG_MESSAGE, (data: unknown) => heard.push(data));
    await subscribed(channel);
    expect(jar.seen).toHaveLength(1);
    expect(jar.seen[0]!.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(jar.seen[0]!.headers).not.toHaveProperty('x-requested-with');
    expect(jar.seen[0]!.body).toBe(
      `socket_id=${pusher.connection.socket_id}&channel_name=private-org-message.${viewer.orgId}`,
    );
    await send(sender, viewer.userId, '<i>hi</i>');
    await until(() => heard.length > 0);
    expect(heard).toEqual([
      { payload: { user_id: viewer.userId, hostname: hostname(), message: '<i>hi</i>' }, hostname: hostname() },
    ]);
    expect(pusher.connection.state).toBe('connected');
  });

  test("receives a refusal with its status, 403 for another organization's user and 401 for a guest, and stays connected", async () => {
    const [viewer, outsider] = [await asViewer(), await asViewer()];
    for (const [who, status] of [
      [outsider, 403],
      [null, 401],
    ] as const) {
      const pusher = client((await jarOf(who)).url);
      const errors: { type: string; status: number }[] = [];
      pusher
        .subscribe(`private-org-message.${viewer.orgId}`)
        .bind('pusher:subscription_error', (error: { type: string; status: number }) => errors.push(error));
      await until(() => errors.length > 0);
      expect(errors[0]).toMatchObject({ type: 'AuthError', status });
      expect(pusher.connection.state).toBe('connected');
    }
  });

  test('with a wrong key is disconnected permanently, with error 4001', async () => {
    const pusher = client('http://127.0.0.1:1', undefined, 'wrong-key');
    const errors: unknown[] = [];
    pusher.connection.bind('error', (error: unknown) => errors.push(error));
    await until(() => pusher.connection.state === 'disconnected' || pusher.connection.state === 'failed');
    expect(JSON.stringify(errors)).toContain('"code":4001');
  });

  test('signs its user in', async () => {
    const viewer = await asViewer();
    const jar = await jarOf(viewer);
    const pusher = client(jar.url);
    await connected(pusher);
    pusher.signin();
    await until(
      () =>
        (pusher.user as unknown as { signin_requested: boolean; user_data: { id: string } | null }).user_data !== null,
    );
    expect((pusher.user as unknown as { user_data: { id: string } }).user_data).toEqual({ id: String(viewer.userId) });
    await until(
      () => (pusher.user as unknown as { serverToUserChannel: Channel | null }).serverToUserChannel?.subscribed,
    );
  });

  test('is asked to reconnect when its node stops, is authorized again and receives messages from another node', async () => {
    const [viewer, sender] = [await asViewer(), await support()];
    const stopping = await startPortal(testConfig(running().adminUrl));
    cleanUp.push(() => stopping.stop());
    // A load balancer: first to the node that will stop, then to the other one.
    let target = stopping.port;
    const balancer = createServer((client) => {
      const node = connect(target, '127.0.0.1');
      client.on('error', () => node.destroy()).pipe(node);
      node.on('error', () => client.destroy()).pipe(client);
    });
    await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => void balancer.close());
    const pusher = client((await jarOf(viewer)).url, (balancer.address() as AddressInfo).port);
    const channel = pusher.subscribe(`private-org-message.${viewer.orgId}`);
    const heard: string[] = [];
    channel.bind(ORG_MESSAGE, ({ payload }: { payload: { message: string } }) => heard.push(payload.message));
    await subscribed(channel);
    const before = pusher.connection.socket_id;
    target = running().port;
    await stopping.stop();
    await until(
      () => pusher.connection.state === 'connected' && pusher.connection.socket_id !== before && channel.subscribed,
    );
    await send(sender, viewer.userId, 'back again');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['back again']);
  });

  test('may not send client events', async () => {
    const viewer = await asViewer();
    const pusher = client((await jarOf(viewer)).url);
    const channel = pusher.subscribe(`private-org-message.${viewer.orgId}`);
    const errors: unknown[] = [];
    pusher.connection.bind('error', (error: unknown) => errors.push(error));
    await subscribed(channel);
    channel.trigger('client-x', { a: 1 });
    await until(() => errors.length > 0);
    expect(errors).toEqual([
      { type: 'PusherError', data: { code: 4301, message: 'The app does not have client messaging enabled.' } },
    ]);
    expect(pusher.connection.state).toBe('connected');
  });
});

describe('the real laravel-echo', () => {
  test.each(['pusher', 'reverb'] as const)(
    'as %s listens for .org.message.delivery on the private channel, and leaves it',
    async (broadcaster) => {
      const [viewer, sender] = [await asViewer(), await support()];
      const jar = await jarOf(viewer);
      const { channelAuthorization: _own, userAuthentication, ...options } = clientOptions(jar.url);
      const echo = new Echo({
        broadcaster,
        key: KEY,
        Pusher,
        ...options,
        userAuthentication,
        authEndpoint: `${jar.url}/broadcasting/auth`,
        auth: { headers: {} },
        csrfToken: null,
        bearerToken: null,
      } as never) as Echo<'pusher'>;
      cleanUp.push(() => echo.disconnect());
      const heard: { payload: { message: string } }[] = [];
      let joinedChannel = false;
      echo
        .private(`org-message.${viewer.orgId}`)
        .subscribed(() => void (joinedChannel = true))
        .listen('.org.message.delivery', (data: (typeof heard)[0]) => void heard.push(data));
      await until(() => joinedChannel);
      await send(sender, viewer.userId, 'by echo');
      await until(() => heard.length > 0);
      expect(heard.map(({ payload }) => payload.message)).toEqual(['by echo']);
      // After the documented 30 minutes the client leaves the channel and receives nothing more.
      echo.leave(`org-message.${viewer.orgId}`);
      const fence = await listening(viewer);
      await until(async () => (await send(sender, viewer.userId, 'too late'), messages(fence).length > 0));
      expect(heard).toHaveLength(1);
    },
  );

  test('receives an error when it may not join, and a presence or encrypted channel is never authorized', async () => {
    const [viewer, outsider] = [await asViewer(), await asViewer()];
    const jar = await jarOf(outsider);
    const { channelAuthorization: _own, userAuthentication, ...options } = clientOptions(jar.url);
    const echo = new Echo({
      broadcaster: 'pusher',
      key: KEY,
      Pusher,
      ...options,
      userAuthentication,
      authEndpoint: `${jar.url}/broadcasting/auth`,
      auth: { headers: {} },
      csrfToken: null,
      bearerToken: null,
    } as never) as Echo<'pusher'>;
    cleanUp.push(() => echo.disconnect());
    const statuses: unknown[] = [];
    const note = (error: { status: number }) => void statuses.push(error.status);
    echo.private(`org-message.${viewer.orgId}`).error(note);
    echo.join(`org-message.${outsider.orgId}`).error(note);
    await until(() => statuses.length === 2);
    expect(statuses).toEqual([403, 403]);
  });
});

test('a guest receives nothing: the subscription is refused, and the socket joins no channel', async () => {
  const { orgId } = await asViewer();
  const socket = new RawSocket();
  cleanUp.push(() => socket.close());
  expect((await authorize(anonymous(), await socket.id(), `private-org-message.${orgId}`)).status).toBe(401);
});
