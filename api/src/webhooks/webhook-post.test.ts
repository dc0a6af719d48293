import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { until } from '../../test/until.ts';
import { bodyOfChange, newWebhookSecret, signedHeaders } from './webhook-message.ts';
import { INTERNET, post, type Reach } from './webhook-post.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a receiver at an address of this machine and returns its port. */
async function receiver(answer: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** In these tests 127.0.0.1 is the internet, and every other address is private. */
const reachOf = (addresses: string[], timeoutMs = 60_000): Reach & { asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (host) => {
      asked.push(host);
      return [{ address: addresses[Math.min(asked.length, addresses.length) - 1]!, family: 4 }];
    },
    isAllowed: (address) => address === '127.0.0.1',
    timeoutMs,
  };
};
const MESSAGE = { headers: { 'webhook-id': 'm' }, body: '{}' };
const PORTION = 'x'.repeat(65_536);
const taken: RequestListener = (_request, response) => void response.writeHead(204).end();

describe('a message', () => {
  test('is taken when the receiver answers 2xx, and names the host, not its address', async () => {
    const got: IncomingMessage[] = [];
    const port = await receiver((request, response) => (got.push(request), response.writeHead(204).end()));
    const reach = reachOf(['127.0.0.1']);
    expect(await post(`http://receiver.example:${port}/hooks?a=1`, MESSAGE, reach)).toEqual({
      error: null,
      status: 204,
    });
    expect([got[0]!.method, got[0]!.url, got[0]!.headers.host, got[0]!.headers['webhook-id']]).toEqual([
      ...['POST', '/hooks?a=1', `receiver.example:${port}`, 'm'],
    ]);
    expect(reach.asked).toEqual(['receiver.example']);
  });

  test.each([
    [500, 'status'],
    [404, 'status'],
    [410, 'status'],
  ])('fails when the receiver answers %d', async (status, error) => {
    const port = await receiver((_request, response) => void response.writeHead(status).end('no'));
    expect(await post(`http://r.example:${port}/`, MESSAGE, reachOf(['127.0.0.1']))).toEqual({ error, status });
  });

  test.each([301, 302, 307, 308])('is not sent to where a redirect leads: %d', async (status) => {
    let reached = 0;
    const inside = await receiver((_request, response) => ((reached += 1), response.end()));
    const port = await receiver(
      (_request, response) => void response.writeHead(status, { location: `http://127.0.0.1:${inside}/admin` }).end(),
    );
    expect(await post(`http://r.example:${port}/`, MESSAGE, reachOf(['127.0.0.1']))).toEqual({
      error: 'redirect',
      status,
    });
    expect(reached).toBe(0);
  });

  test.each([
    ['another protocol', '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket'],
    ['a status that HTTP does not have', '099 None\r\nContent-Length: 0'],
  ])('fails when the receiver answers with %s', async (_title, head) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.write(`HTTP/1.1 ${head}\r\n\r\n`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent = await post(`http://r.example:${port}/`, MESSAGE, reachOf(['127.0.0.1']));
    expect(sent).toEqual({ error: 'connection', status: null });
    await new Promise((resolve) => server.close(resolve));
  });

  test('fails when the receiver does not answer in time, or not to its end', async () => {
    const silent = await receiver(() => undefined);
    const halting = await receiver((_request, response) => void response.writeHead(200).write('a'));
    expect(await post(`http://r.example:${silent}/`, MESSAGE, reachOf(['127.0.0.1'], 50))).toEqual({
      ...{ error: 'timeout', status: null },
    });
    // Its status is known: it took the message. Long enough for the head of the answer on any machine.
    expect(await post(`http://r.example:${halting}/`, MESSAGE, reachOf(['127.0.0.1'], 5000))).toEqual({
      ...{ error: null, status: 200 },
    });
  });

  test('fails when the look-up of the host does not end in time', async () => {
    const reach = { ...reachOf(['127.0.0.1'], 50), resolve: () => new Promise<never>(() => undefined) };
    expect(await post('http://r.example/', MESSAGE, reach)).toEqual({ error: 'timeout', status: null });
  });

  test('drops an answer without an end', async () => {
    let [isClosed, portions] = [false, 0];
    const port = await receiver((_request, response) => {
      response.on('close', () => (isClosed = true));
      // 64 MB, which is more than sockets hold.
      const more = () =>
        (portions += 1) > 1000 ? void response.end() : void (response.destroyed || response.write(PORTION, more));
      response.writeHead(200);
      more();
    });
    expect(await post(`http://r.example:${port}/`, MESSAGE, reachOf(['127.0.0.1']))).toEqual({
      error: null,
      status: 200,
    });
    await until(() => isClosed);
    expect(portions).toBeLessThan(1000);
  });

  test('fails without a connection, and when the host is unknown', async () => {
    const port = await receiver(taken);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    expect(await post(`http://r.example:${port}/`, MESSAGE, reachOf(['127.0.0.1']))).toMatchObject({
      error: 'connection',
    });
    const reach = {
      ...reachOf([]),
      resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    };
    expect(await post('http://r.example/', MESSAGE, reach)).toMatchObject({ error: 'connection' });
  });

  test('over https fails when the receiver has no certificate', async () => {
    const port = await receiver(taken);
    expect(await post(`https://r.example:${port}/`, MESSAGE, reachOf(['127.0.0.1']))).toMatchObject({
      error: expect.stringMatching(/^(tls|connection)$/),
      status: null,
    });
  });
});

describe('a host', () => {
  test('that a second look-up leads to a private address is reached at the address that was checked', async () => {
    let [outside, inside] = [0, 0];
    const port = await receiver((_request, response) => ((outside += 1), response.end()));
    await receiver((_request, response) => ((inside += 1), response.end()), '127.0.0.2', port);
    const reach = reachOf(['127.0.0.1', '127.0.0.2']);
    expect(await post(`http://rebound.example:${port}/`, MESSAGE, reach)).toEqual({ error: null, status: 200 });
    expect([reach.asked.length, outside, inside]).toEqual([1, 1, 0]);
    expect(await post(`http://rebound.example:${port}/`, MESSAGE, reach)).toEqual({ error: 'address', status: null });
    expect([reach.asked.length, outside, inside]).toEqual([2, 1, 0]);
  });

  test('one of whose addresses is private is not reached', async () => {
    const port = await receiver(taken);
    const resolve = async () => ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    expect(await post(`http://r.example:${port}/`, MESSAGE, { ...reachOf([]), resolve })).toMatchObject({
      error: 'address',
    });
    expect(await post(`http://r.example:${port}/`, MESSAGE, { ...reachOf([]), resolve: async () => [] })).toMatchObject(
      {
        error: 'address',
      },
    );
  });

  test('that is an address is checked too, and this machine is never reached', async () => {
    let reached = 0;
    const port = await receiver((_request, response) => ((reached += 1), response.end()));
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0.0.0.0'])
      expect([host, await post(`http://${host}:${port}/`, MESSAGE, INTERNET)]).toEqual([
        host,
        { error: 'address', status: null },
      ]);
    expect(reached).toBe(0);
  });
});

describe('a signature', () => {
  const [id, body] = [
    'msg',
    bodyOfChange({ event: 'night.arrived', at: new Date('2026-06-01T12:00:00Z'), type: 'UsageNight', rowId: '7' }),
  ];
  const [current, former, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const verify = (secret: string, headers: Record<string, string>, text = body) =>
    new Webhook(secret).verify(text, headers);

  test('of each valid secret is in the header, and the library of the specification takes either', () => {
    const headers = signedHeaders([current, former], { id, body }, new Date());
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    const message = {
      type: 'night.arrived',
      timestamp: '2026-06-01T12:00:00.000Z',
      data: { type: 'UsageNight', databaseId: 7 },
    };
    expect([verify(current, headers), verify(former, headers)]).toEqual([message, message]);
  });

  test.each([
    ['another secret', () => verify(other, signedHeaders([current], { id, body }, new Date()))],
    [
      'a changed body',
      () => verify(current, signedHeaders([current], { id, body }, new Date()), body.replace('7', '8')),
    ],
    [
      'a changed id',
      () => verify(current, { ...signedHeaders([current], { id, body }, new Date()), 'webhook-id': 'other' }),
    ],
    ['an old time', () => verify(current, signedHeaders([current], { id, body }, new Date(Date.now() - 360_000)))],
  ])('is refused with %s', (_title, check) => expect(check).toThrow());

  test('has a secret of 32 random bytes', () => {
    expect(current).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(new Set([current, former, other]).size).toBe(3);
  });
});
