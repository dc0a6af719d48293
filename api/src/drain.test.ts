import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copyTemplate, type TestDatabase } from '../test/template.ts';
import { testConfig } from '../test/secrets.ts';
import { startPortal, type Portal } from './start.ts';

const DRAIN_MS = 6000;
const INTERVAL_MS = 200;

let database: TestDatabase;
let portal: Portal;
beforeAll(async () => {
  database = await copyTemplate();
  portal = await startPortal(testConfig(database.ownerUrl));
});
afterAll(async () => {
  await portal.stop();
  await database.drop();
});

interface Answer {
  status: number;
  connection: string | undefined;
  /** What the server says about the time for which it keeps the connection. */
  keepAlive: string | string[] | undefined;
  socket: Socket;
}

/** A client that sends one request after another on one connection. */
class KeepAliveClient {
  // Without the buffer it would not keep a connection that has a second.
  readonly agent = new Agent({ keepAlive: true, maxSockets: 1, agentKeepAliveTimeoutBuffer: 0 });

  constructor(readonly port = portal.port) {}

  ask(path: string): Promise<Answer> {
    return new Promise((done, fail) => {
      get({ host: '127.0.0.1', port: this.port, path, agent: this.agent }, (response) => {
        const { socket, statusCode, headers } = response;
        const { connection, 'keep-alive': keepAlive } = headers;
        response.resume().once('end', () => done({ status: statusCode!, connection, keepAlive, socket }));
      }).once('error', fail);
    });
  }

  /** Goes on until the server says that it closes the connection. Returns each status. */
  async askUntilSentAway(): Promise<number[]> {
    const seen: number[] = [];
    for (;;) {
      const { status, connection } = await this.ask('/csrf-token');
      seen.push(status);
      if (connection === 'close') return seen;
    }
  }
}

test('a connection without a request stays open for its time, and then the node closes it', async () => {
  const brief = await startPortal({ ...testConfig(database.ownerUrl), keepAliveSeconds: 1 });
  const [lasting, short] = [new KeepAliveClient(), new KeepAliveClient(brief.port)];
  const first = await lasting.ask('/csrf-token');
  const { keepAlive, socket } = await short.ask('/csrf-token');
  expect([first.keepAlive, keepAlive]).toEqual(['timeout=65', 'timeout=1']);

  const again = await short.ask('/csrf-token');
  expect([again.status, again.socket === socket]).toEqual([200, true]);
  await once(socket, 'close');
  // Idle for longer than that by now.
  const later = await lasting.ask('/csrf-token');
  expect([later.status, later.socket === first.socket]).toEqual([200, true]);
  lasting.agent.destroy();
  await brief.stop();
});

test('a node that ends loses no request of eight keep-alive clients, and answers 503 to load balancers', async () => {
  const clients = Array.from({ length: 8 }, () => new KeepAliveClient());
  const balancer = new KeepAliveClient();
  for (const client of clients) expect((await client.ask('/csrf-token')).connection).not.toBe('close');
  expect(await balancer.ask('/readyz')).toMatchObject({ status: 200 });

  const { port } = portal;
  const loops = clients.map((client) => client.askUntilSentAway());
  const stopped = portal.stop(DRAIN_MS);
  const withdrawn = [await balancer.ask('/readyz')];
  const statuses = (await Promise.all(loops)).flat();
  // No connection is open now. The load balancer looks in intervals: it opens new ones until it has seen the 503.
  for (let look = 0; look < 3; look += 1) {
    await sleep(INTERVAL_MS);
    withdrawn.push(await balancer.ask('/readyz'));
  }
  statuses.push((await new KeepAliveClient().ask('/csrf-token')).status);
  await stopped;

  expect(withdrawn).toMatchObject(Array(4).fill({ status: 503, connection: 'close' }));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});
