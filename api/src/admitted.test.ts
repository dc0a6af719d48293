import { once } from 'node:events';
import { createServer, get, type ClientRequest, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express, { type Response } from 'express';
import { testConfig } from '../test/secrets.ts';
import { until } from '../test/until.ts';
import { admitted, assertAdmitted, freePlace } from './admitted.ts';
import { Admission } from './auth/admission.ts';
import type { App } from './shared/context.ts';

/** What an address may have in work at once. */
const AT_ONCE = 16;

describe('the place of a request', () => {
  let admission: Admission;
  let server: Server;
  let answers: Response[];
  beforeEach(async () => {
    admission = new Admission(testConfig(''));
    answers = [];
    const web = express();
    web.use(...admitted({ admission } as App));
    web.get('/', (_request, response) => void answers.push(response));
    server = createServer(web).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (): ClientRequest =>
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }).on('error', () => undefined);

  /** One more work of the same address; `begun` is true from its turn on. */
  function nextWork() {
    const next = { begun: false, run: Promise.resolve() };
    next.run = admission.run({ headers: {}, ip: '127.0.0.1' }, async () => void (next.begun = true));
    return next;
  }

  async function full(): Promise<ClientRequest[]> {
    const requests = Array.from({ length: AT_ONCE }, send);
    await until(() => answers.length === AT_ONCE);
    return requests;
  }
  const rounds = () => new Promise((resolve) => setTimeout(resolve, 50));

  test('is free when its answer begins, however slowly the client reads', async () => {
    await full();
    const next = nextWork();
    await rounds();
    expect(next.begun).toBe(false);
    answers[0]!.write('the first of many bytes');
    await next.run;
    expect(answers[0]!.writableEnded).toBe(false);
  });

  test('is free while a request waits for the turn of a file', async () => {
    await full();
    const next = nextWork();
    await rounds();
    expect(next.begun).toBe(false);
    freePlace(answers[0]!);
    await next.run;
    expect(answers[0]!.headersSent).toBe(false);
  });

  test('is kept when the client goes away, until the work has ended', async () => {
    const requests = await full();
    const closed = Promise.all(answers.map((answer) => once(answer, 'close')));
    for (const request of requests) request.destroy();
    await closed;
    const next = nextWork();
    await rounds();
    expect(next.begun).toBe(false);
    answers[0]!.json({ seen: 'by no one' });
    await next.run;
  });

  test('is never taken when the client goes away before its turn', async () => {
    await full();
    const gone = send();
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const closed = once(response, 'close');
    gone.destroy();
    await closed;
    answers[0]!.end();
    await nextWork().run;
    expect(answers).toHaveLength(AT_ONCE);
  });
});

test('the server refuses to start with a handler before the admission, and without an admission', () => {
  const handler = () => (_request: unknown, _response: unknown, next: () => void) => next();
  const [free, admission, early] = [handler(), handler(), handler()];
  const serve = (...handlers: (typeof free)[]) => {
    const web = express();
    for (const one of handlers) web.use('/path', one);
    return () => assertAdmitted(web, [admission], [free]);
  };
  expect(serve(free, admission, early)).not.toThrow();
  expect(serve(free, early, admission)).toThrow('1 handlers get requests that were not admitted (admitted.ts).');
  expect(serve(free, early)).toThrow('not admitted');
});
