import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { httpCarrier, type CarrierProblem } from './carrier.ts';

const ICCID = '89012404100965420069';
const known = {
  networkResponse: [{ dataSession: { lastStartTime: '2026-05-01T10:00:00Z', lastStopTime: '2026-05-01T10:03:00Z' } }],
};

/** The portal's reading of a carrier's answer, and the problems it logged. */
async function ask(carrier: RequestListener, { timeoutMs = 60_000, credentials = '', questions = 1 } = {}) {
  const server = createServer(carrier).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const logged: CarrierProblem[] = [];
  const asking = httpCarrier(
    `http://${credentials}127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    (problem) => logged.push(problem),
    timeoutMs,
  );
  try {
    return { answers: await Promise.all(Array.from({ length: questions }, () => asking(ICCID))), logged };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const answering =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

test('the documented answer gives the start and the end of the last data session', async () => {
  expect(await ask(answering(known))).toEqual({
    answers: [
      {
        session: { lastStartTime: '2026-05-01T10:00:00.000Z', lastStopTime: '2026-05-01T10:03:00.000Z' },
        problem: null,
      },
    ],
    logged: [],
  });
});

test('the address contains the SIM, and user and password travel as credentials, not in the address', async () => {
  let seen: unknown[] = [];
  await ask(
    (request, response) => {
      seen = [request.url, request.headers.authorization];
      response.end(JSON.stringify(known));
    },
    { credentials: 'air:se%3Acret@' },
  );
  expect(seen).toEqual([`/api/${ICCID}/device-details`, `Basic ${Buffer.from('air:se:cret').toString('base64')}`]);
});

test.each<[string, unknown, number, CarrierProblem, CarrierProblem[]]>([
  ['that does not know the SIM is absent', '', 404, 'absent', []],
  ['that fails is broken', 'oops', 500, 'broken', ['broken']],
  ['that refuses the credentials is broken', '', 401, 'broken', ['broken']],
  ['that answers no JSON is broken', '<html>', 200, 'broken', ['broken']],
  ['that answers in another format is broken', { networkResponse: [] }, 200, 'broken', []],
  ['that answers null is broken', 'null', 200, 'broken', []],
  ['that answers without an end is broken', 'x'.repeat(70_000), 200, 'broken', []],
  ['that redirects is broken', '', 302, 'broken', ['broken']],
])('a carrier %s', async (_sentence, body, status, problem, logged) => {
  expect(await ask(answering(body, status))).toEqual({ answers: [{ session: null, problem }], logged });
});

test('an invalid or missing time is null', async () => {
  const { answers } = await ask(
    answering({ networkResponse: [{ dataSession: { lastStartTime: 'yesterday', lastStopTime: null } }] }),
  );
  expect(answers).toEqual([{ session: { lastStartTime: null, lastStopTime: null }, problem: null }]);
});

test('a carrier that hangs is slow after the timeout, and one that refuses the connection is broken', async () => {
  expect(await ask(() => undefined, { timeoutMs: 50 })).toEqual({
    answers: [{ session: null, problem: 'slow' }],
    logged: ['slow'],
  });
  expect(await httpCarrier('http://127.0.0.1:1', () => undefined)(ICCID)).toEqual({ session: null, problem: 'broken' });
});

test('while four requests are pending, a fifth is refused at once as busy', async () => {
  const waiting: (() => void)[] = [];
  const { answers } = await ask(
    (_request, response) => {
      waiting.push(() => response.end(JSON.stringify(known)));
      if (waiting.length === 4) for (const answer of waiting) answer();
    },
    { questions: 5 },
  );
  expect(answers.map(({ problem }) => problem)).toEqual([null, null, null, null, 'busy']);
});
