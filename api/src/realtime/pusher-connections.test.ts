import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SocketOwner } from './broadcasting.service.ts';
import { PusherConnection, type SocketWire } from './pusher-connection.ts';
import { MAX_PER_ADDRESS, PusherConnections } from './pusher-connections.ts';
import { signChannel } from './pusher-signature.ts';
import { UserSockets } from './user-sockets.ts';

const signer = { key: 'key', secret: 'secret' };
const SECOND = 1000;

class Line implements SocketWire {
  sent: string[] = [];
  closed: number | 'terminated' | null = null;
  bufferedAmount = 0;
  /** Keeps the text of a frame: up to 125 bytes of it have a header of two bytes, more have four. */
  write(frame: Buffer) {
    this.sent.push(String(frame.subarray(frame[1]! <= 125 ? 2 : 4)));
  }
  close(code: number) {
    this.closed ??= code;
  }
  terminate() {
    this.closed = 'terminated';
  }
}

let now = 0;
let connections: PusherConnections;
let ids = 0;
let ownerOf: (socketId: string) => Promise<SocketOwner | null>;
beforeEach(() => {
  now = 1_000_000;
  connections = new PusherConnections(new UserSockets());
  ownerOf = async () => null;
});

function connect(address = 'here') {
  const line = new Line();
  const connection = new PusherConnection(`1.${(ids += 1)}`, line, {
    signer,
    now: () => now,
    ownerOf: (socketId) => ownerOf(socketId),
    admit: (one, owner) => connections.admit(one, owner),
    admitted: (_one, answer) => answer(),
    failed: () => undefined,
  });
  connections.add(connection, address);
  return { line, connection };
}
const PING = '{"event":"pusher:ping"}';

describe('a client that is silent', () => {
  test('is pinged once after 60 seconds, and stays connected when it answers', async () => {
    const { line, connection } = connect();
    now += 59 * SECOND;
    connections.tick(now);
    expect(line.sent).toEqual([]);
    now += SECOND;
    connections.tick(now);
    connections.tick(now);
    expect(line.sent).toEqual([PING]);
    await connection.receive('{"event":"pusher:pong","data":{}}');
    now += 59 * SECOND;
    connections.tick(now);
    expect([line.sent, line.closed]).toEqual([[PING], null]);
  });

  test('is dropped with 4201 when it does not answer within another 30 seconds', () => {
    const { line } = connect();
    for (let second = 0; second <= 90; second += 5) connections.tick(now + second * SECOND);
    expect(line.sent).toEqual([
      PING,
      '{"event":"pusher:error","data":"{\\"code\\":4201,\\"message\\":\\"Pong reply not received in time\\"}"}',
    ]);
    expect(line.closed).toBe(4201);
  });

  test.each([
    ['any frame', (one: PusherConnection) => void one.receive('nonsense')],
    ['a ping of the websocket itself', (one: PusherConnection) => one.seen()],
  ])('stays connected by %s', (_title, act) => {
    const { line, connection } = connect();
    now += 85 * SECOND;
    act(connection);
    line.sent.length = 0;
    connections.tick(now);
    expect([line.sent, line.closed]).toEqual([[], null]);
  });
});

test('a connection is closed after a day and the client is asked to reconnect', () => {
  const { line, connection } = connect();
  now += 24 * 60 * 60 * SECOND;
  connection.seen();
  connections.tick(now);
  expect(line.closed).toBe(4200);
});

test.each([
  ['an answer', (connection: PusherConnection) => connection.send('x')],
  ['an event', (connection: PusherConnection) => connection.deliver(Buffer.from([0x81, 1, 0x78]))],
])('a client that does not read is cut off by %s', (_what, send) => {
  const { line, connection } = connect();
  line.bufferedAmount = 1024 * 1024;
  send(connection);
  expect([line.sent, line.closed]).toEqual([['x'], null]);
  line.sent.length = 0;
  line.bufferedAmount += 1;
  send(connection);
  expect([line.sent, line.closed]).toEqual([[], 'terminated']);
});

describe('limits of connections', () => {
  test(`to ${MAX_PER_ADDRESS} per address, counted down as they close`, () => {
    const opened = Array.from({ length: MAX_PER_ADDRESS }, () => connect('crowd').connection);
    expect([connections.hasRoom('crowd'), connections.hasRoom('elsewhere')]).toEqual([false, true]);
    connections.remove(opened[0]!);
    connections.remove(opened[0]!);
    expect(connections.hasRoom('crowd')).toBe(true);
    opened.push(connect('crowd').connection);
    expect(connections.hasRoom('crowd')).toBe(false);
    for (const one of opened) connections.remove(one);
    expect(connections.all).toEqual([]);
  });

  test('to 20 listening connections per user: one more is refused until one closes', async () => {
    ownerOf = async () => ({ orgId: 1, userId: 7, sessionHash: Buffer.from('x') });
    const join = async () => {
      const { line, connection } = connect();
      await connection.receive(
        JSON.stringify({
          event: 'pusher:subscribe',
          data: {
            channel: 'private-org-message.1',
            auth: signChannel(signer, connection.socketId, 'private-org-message.1'),
          },
        }),
      );
      return { connection, joined: line.sent.at(-1)!.includes('subscription_succeeded') };
    };
    const all = [];
    for (let index = 0; index < 20; index++) all.push(await join());
    expect(all.every(({ joined }) => joined)).toBe(true);
    expect((await join()).joined).toBe(false);
    connections.remove(all[0]!.connection);
    expect((await join()).joined).toBe(true);
    expect(connections.ofUser(7)).toHaveLength(20);
  });

  test('to 20 channels', async () => {
    ownerOf = async () => ({ orgId: 1, userId: 7, sessionHash: Buffer.from('x') });
    const { line, connection } = connect();
    for (let index = 0; index < 21; index++) {
      const channel = `private-${index}`;
      await connection.receive(
        JSON.stringify({
          event: 'pusher:subscribe',
          data: { channel, auth: signChannel(signer, connection.socketId, channel) },
        }),
      );
    }
    expect(line.sent.filter((text) => text.includes('subscription_succeeded'))).toHaveLength(20);
    expect(line.sent.at(-1)).toContain('subscription_error');
  });

  test('to 50 frames that wait for an answer', async () => {
    let answer: (owner: null) => void = () => undefined;
    ownerOf = () => new Promise((resolve) => (answer = resolve));
    const { line, connection } = connect();
    const channel = 'private-org-message.1';
    const first = connection.receive(
      JSON.stringify({
        event: 'pusher:subscribe',
        data: { channel, auth: signChannel(signer, connection.socketId, channel) },
      }),
    );
    for (let index = 0; index < 50; index++) void connection.receive(PING);
    expect(line.closed).toBe(4100);
    await Promise.resolve();
    answer(null);
    await first;
  });
});

test('a socket whose owner cannot be read is asked to reconnect, and joins nothing', async () => {
  ownerOf = () => Promise.reject(new Error('the database is away'));
  const { line, connection } = connect();
  const channel = 'private-org-message.1';
  await connection.receive(
    JSON.stringify({
      event: 'pusher:subscribe',
      data: { channel, auth: signChannel(signer, connection.socketId, channel) },
    }),
  );
  expect([line.closed, connection.channels.size]).toEqual([4100, 0]);
});

test('a socket with an owner is never given to another user', async () => {
  const { line, connection } = connect();
  const subscribe = (channel: string) =>
    connection.receive(
      JSON.stringify({
        event: 'pusher:subscribe',
        data: { channel, auth: signChannel(signer, connection.socketId, channel) },
      }),
    );
  ownerOf = async () => ({ orgId: 1, userId: 7, sessionHash: Buffer.from('x') });
  await subscribe('private-org-message.1');
  ownerOf = async () => ({ orgId: 1, userId: 8, sessionHash: Buffer.from('y') });
  await subscribe('private-org-message.1');
  expect(line.sent.at(-1)).toContain('subscription_error');
  expect([connections.ofUser(7), connections.ofUser(8)]).toEqual([[connection], []]);
});
