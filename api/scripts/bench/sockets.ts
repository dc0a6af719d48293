import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { insertRows, organizationRow, userRow } from '../../src/db/factories.ts';
import { packed } from '../../src/realtime/notifications.ts';
import { signChannel } from '../../src/realtime/pusher-signature.ts';
import type { Config } from '../../src/shared/config.ts';
import { cpuDuring } from './cpu.ts';
import { usual, type Figure } from './figures.ts';

const SOCKETS = 2000;
const AT_ONCE = 100;
/** Enough for code that is compiled while it runs. The figure is the lower quartile. */
const ROUNDS = 31;
const LIMIT_MS = 60_000;
/** Each idle socket is pinged once in this time: by the server, or by its client as the first frame of the server asks. */
const IDLE_MS = 30_000;
const PINGS_AT_ONCE = 20;
const PING = JSON.stringify({ event: 'pusher:ping', data: {} });
/**
 * After this time the last subscription has begun, and the collector has gone through what the start, or opening the
 * sockets, left: it waits until a process that was busy is calm, and began 10 to 45 seconds after the last of 2,000
 * sockets. This is the end of opening them, not their idling.
 */
const SETTLE_MS = 60_000;
/** Idle sockets are measured for so many times IDLE_MS: a calm process is collected again after about 100 seconds, which counts with its true share. */
const IDLE_ROUNDS = 4;

/** Open sockets that count how many of them received a message. */
class Crowd {
  readonly #sockets: WebSocket[] = [];
  #got = 0;
  #done: () => void = () => undefined;

  /** Opens one; returns the server's first frame. */
  async open(url: string): Promise<{ socket: WebSocket; first: string }> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    this.#sockets.push(socket);
    const first = await new Promise<string>((resolve, reject) => {
      socket.once('message', (data) => resolve(String(data)));
      socket.once('error', reject);
    });
    socket.on('message', (data: Buffer) => {
      if (!data.includes('org.message.delivery')) return;
      this.#got += 1;
      if (this.#got === SOCKETS) this.#done();
    });
    return { socket, first };
  }

  /**
   * Returns the milliseconds until every socket received one more message: from the start of `send`, and from the moment
   * that it returns.
   */
  async round(send: () => Promise<number | void>): Promise<{ all: number; delivery: number }> {
    this.#got = 0;
    let timer: NodeJS.Timeout | undefined;
    const all = new Promise<void>((resolve, reject) => {
      this.#done = resolve;
      timer = setTimeout(() => reject(new Error(`Only ${this.#got} of ${SOCKETS} sockets got the message`)), LIMIT_MS);
    });
    const started = performance.now();
    const [announced] = await Promise.all([send(), all]);
    clearTimeout(timer);
    const ended = performance.now();
    return { all: ended - started, delivery: ended - (announced ?? started) };
  }

  /** Sends a ping on each socket once in each round, evenly over its time. */
  async ping(): Promise<void> {
    for (let sent = 0; sent < SOCKETS * IDLE_ROUNDS; sent += PINGS_AT_ONCE) {
      const next = sent % SOCKETS;
      for (const socket of this.#sockets.slice(next, next + PINGS_AT_ONCE)) socket.send(PING);
      await wait((IDLE_MS * PINGS_AT_ONCE) / SOCKETS);
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

/** Runs work for 0 to SOCKETS - 1, a bounded number at a time. */
async function forEachSocket(work: (index: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < SOCKETS; start += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => work(start + offset)));
}

const sessionId = (index: number) => `bench-${index}`;
const sessionHash = (index: number) => `\\x${createHash('sha256').update(sessionId(index)).digest('hex')}`;

/** Opens a GraphQL socket of a signed-in user who waits for messages. */
async function openGraphqlSocket(port: number, index: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: `airlog_session=${sessionId(index)}` },
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  const query = 'subscription { orgMessageDelivered { message } }';
  socket.send(JSON.stringify({ id: 'messages', type: 'subscribe', payload: { query } }));
  return socket;
}

/** Returns the share of one core that the portal and its backends use during `idle`. */
async function shareOf(pid: number, admin: pg.Client, idle: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const { node, pg: backends } = await cpuDuring({ pid, application: 'airlog' }, admin, idle);
  return (node + backends) / (performance.now() - started);
}

const idleRounds = () => wait(IDLE_MS * IDLE_ROUNDS);

/** The share while every user has an idle GraphQL socket. */
async function idleGraphqlSockets(portal: { pid: number; port: number }, admin: pg.Client): Promise<number> {
  const sockets: WebSocket[] = [];
  try {
    await forEachSocket(async (index) => sockets.push(await openGraphqlSocket(portal.port, index)));
    await wait(SETTLE_MS);
    return await shareOf(portal.pid, admin, idleRounds);
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}

/** Keeps a message to each user, and announces them as a transaction of the portal does (pubsub.ts). */
async function sendToEach(admin: pg.Client, orgId: number, users: number[], round: number): Promise<void> {
  await admin.query('begin');
  const { rows } = await admin.query<{ messageId: number; userId: number }>(
    `insert into org_messages (org_id, user_id, sent_by_org_id, sent_by_id, html, hostname)
     select $1, id, $1, id, '<b>Message</b> ' || $2 || ' for one user', 'bench' from unnest($3::int[]) id
     returning id as "messageId", user_id as "userId"`,
    [orgId, String(round), users],
  );
  const payloads = packed(rows.map((data) => ({ topic: 'org-message.sent', data })));
  await admin.query(
    `select pg_notify('bench_sent', '') union all select pg_notify('airlog', payload) from unnest($1::text[]) payload`,
    [payloads],
  );
  await admin.query('commit');
}

type Times = Awaited<ReturnType<Crowd['round']>>[];

interface Rounds {
  /** Milliseconds to the last frame: from the start of the transaction, and from the first notification. */
  times: Times;
  /** Those of the bare server, from its request: each round after one of the portal, because the machine is faster at times. */
  bare: Times;
  /** Shares of one core that the portal and its backends use: without sockets, and while they are idle. */
  alone: number;
  idle: number;
  idleGraphql: number;
}

/**
 * 2,000 signed-in users with one socket each: first idle, then with a message to each of them in one transaction, in turn
 * with the bare server.
 */
async function portalRounds(
  { pid, port }: { pid: number; port: number },
  barePort: number,
  realtime: NonNullable<Config['realtime']>,
  admin: pg.Client,
): Promise<Rounds> {
  await wait(SETTLE_MS);
  const alone = await shareOf(pid, admin, idleRounds);
  const [orgId] = (await insertRows(admin, 'organizations', [organizationRow()])) as [number];
  const users = await insertRows(
    admin,
    'users',
    Array.from({ length: SOCKETS }, () => userRow(orgId)),
  );
  await insertRows(
    admin,
    'sessions',
    users.map((userId, index) => ({
      id_hash: sessionHash(index),
      org_id: orgId,
      user_id: userId,
      stage: 'full',
      created_at: new Date(),
      last_seen_at: new Date(),
    })),
    'user_id',
  );
  const [crowd, bareCrowd] = [new Crowd(), new Crowd()];
  try {
    const channel = `private-org-message.${orgId}`;
    const opened: { socket: WebSocket; id: string }[] = [];
    await forEachSocket(async (index) => {
      const { socket, first } = await crowd.open(`ws://127.0.0.1:${port}/app/${realtime.key}?protocol=7`);
      opened[index] = {
        socket,
        id: (JSON.parse((JSON.parse(first) as { data: string }).data) as { socket_id: string }).socket_id,
      };
    });
    // Writes the rows of /broadcasting/auth directly, because the benchmark measures delivery.
    await insertRows(
      admin,
      'socket_owners',
      opened.map(({ id }, index) => ({
        socket_id: id,
        org_id: orgId,
        user_id: users[index],
        session_hash: sessionHash(index),
        created_at: new Date(),
      })),
      'user_id',
    );
    await forEachSocket(async (index) => {
      const { socket, id } = opened[index]!;
      const joined = new Promise((resolve) => socket.once('message', resolve));
      socket.send(
        JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: signChannel(realtime, id, channel) } }),
      );
      await joined;
    });
    await wait(SETTLE_MS);
    const idle = await shareOf(pid, admin, () => crowd.ping());
    await forEachSocket(() => bareCrowd.open(`ws://127.0.0.1:${barePort}/`));
    const [times, bare]: [Times, Times] = [[], []];
    // Only the first notification: to read 2,000 of them is the portal's work, not that of the clients' process.
    await admin.query('listen bench_sent');
    for (let round = 0; round < ROUNDS; round++) {
      const announced = once(admin, 'notification').then(() => performance.now());
      times.push(
        await crowd.round(async () => {
          await sendToEach(admin, orgId, users, round);
          return announced;
        }),
      );
      bare.push(await bareCrowd.round(async () => void (await fetch(`http://127.0.0.1:${barePort}/send/${round}`))));
    }
    await admin.query('unlisten bench_sent');
    bareCrowd.close();
    crowd.close();
    const idleGraphql = await idleGraphqlSockets({ pid, port }, admin);
    return { times, bare, alone, idle, idleGraphql };
  } finally {
    crowd.close();
    bareCrowd.close();
    await admin.query('delete from users where org_id = $1', [orgId]);
    await admin.query('delete from organizations where id = $1', [orgId]);
  }
}

/** A message to each of 2,000 users with a socket each, in the portal and in a bare `ws` server that sends the same frames. */
export async function benchSockets(
  portal: { pid: number; port: number },
  barePort: number,
  realtime: Config['realtime'],
  adminUrl: string,
): Promise<Figure[]> {
  if (!realtime) throw new Error('The benchmark of sockets needs a realtime key.');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { times, bare: bareTimes, alone, idle, idleGraphql } = await portalRounds(portal, barePort, realtime, admin);
    const all = usual(times.map((time) => time.all));
    const delivery = usual(times.map((time) => time.delivery));
    const bare = usual(bareTimes.map((time) => time.all));
    const share = (part: number) => `${(part * 100).toFixed(1)} %`;
    const measured = `share of a core in ${(IDLE_MS * IDLE_ROUNDS) / 1000} s, ${SETTLE_MS / 1000} s after the last request`;
    const name = `${SOCKETS} sockets get a message each:`;
    return [
      { name: `${name} portal, from keeping them to the last frame`, value: `${all.toFixed(0)} ms` },
      { name: `${name} portal, from the first notification`, value: `${delivery.toFixed(0)} ms` },
      { name: `${name} bare ws`, value: `${bare.toFixed(0)} ms` },
      { name: `${name} portal from the first notification ÷ bare`, value: `${(delivery / bare).toFixed(1)}×` },
      { name: `Portal without requests or sockets, ${measured}`, value: share(alone) },
      { name: `Portal with ${SOCKETS} idle Pusher sockets, ${measured}`, value: share(idle) },
      { name: `Portal with ${SOCKETS} idle GraphQL sockets, ${measured}`, value: share(idleGraphql) },
    ];
  } finally {
    await admin.end();
  }
}
