import { Agent, get } from 'node:http';
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
  portal = await startPortal(testConfig(database.url));
}, 60_000);
afterAll(async () => {
  await portal.stop();
  await database.drop();
});

interface Answer {
  status: number;
  connection: string | undefined;
}

/** A client that sends one request after another on one connection. */
class KeepAliveClient {
  readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  ask(path: string): Promise<Answer> {
    return new Promise((done, fail) => {
      get({ host: '127.0.0.1', port: portal.port, path, agent: this.agent }, (response) => {
        response.resume().once('end', () => {
          done({ status: response.statusCode!, connection: response.headers.connection });
        });
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

  expect(withdrawn).toEqual(Array(4).fill({ status: 503, connection: 'close' }));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
}, 60_000);
