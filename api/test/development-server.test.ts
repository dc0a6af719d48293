import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { routes } from '../src/routes.ts';

/** In place of the portal: it answers each request, and takes each socket. */
let portal: Server;
let vite: ChildProcess;
let address: string;

beforeAll(async () => {
  portal = createServer((_request, response) => void response.end('of the server'));
  new WebSocketServer({ server: portal }).on('connection', (socket) => socket.send('of the server'));
  await once(portal.listen(0, 'localhost'), 'listening');
  vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--port', '0'], {
    env: { ...process.env, NO_COLOR: '1', PORT: String((portal.address() as AddressInfo).port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  address = await new Promise((done, fail) => {
    let printed = '';
    vite.once('exit', () => fail(new Error(printed)));
    vite.stdout!.on('data', (text) => {
      printed += text;
      const found = /localhost:\d+/.exec(printed);
      if (found) done(found[0]);
    });
  });
});
afterAll(async () => {
  vite.kill();
  if (vite.exitCode === null && vite.signalCode === null) await once(vite, 'exit');
  portal.closeAllConnections();
  portal.close();
});

const answer = async (method: string, path: string) =>
  (await fetch(`http://${address}${path}`, { method, headers: { accept: 'text/html' } })).text();

const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

/** What a GET of the server answers outside the REST layer: written from docs/architecture.md and the pages that name them. */
const READ = [
  '/graphql?query=%7B__typename%7D',
  '/developers',
  '/developers/errors',
  '/openapi.json',
  '/schema.graphql',
  '/.well-known/oauth-authorization-server',
  '/healthz',
  '/readyz',
  '/version',
  '/robots.txt',
  '/dev/outbox',
  '/dev/outbox/sms',
  '/docs',
  '/fhir/r4/metadata',
  '/verify/offline.html',
  '/verify/airlog-verify.mjs',
];

test.each([
  ...routes.map(({ method, path }) => [method, filled(path)] as const),
  ...READ.map((path) => ['GET', path] as const),
  ['POST', '/graphql'] as const,
  ['POST', '/apps/1/events'] as const,
])('the development server leads %s %s to the port of the server', async (method, path) => {
  expect(await answer(method, path)).toBe('of the server');
});

const pages = [...readFileSync('web/src/app/router.tsx', 'utf8').matchAll(/'(\/[^'*]*)'/g)].map(([, path]) => path!);

test.each(pages)('the development server answers %s with the page of the client', async (path) => {
  expect(await answer('GET', path.replaceAll(/:\w+/g, '1'))).toContain('<!doctype html>');
});

test('the client has the pages that are asked for', () => expect(pages).toContain('/patients/:id'));

test.each(['/graphql', '/app/278d425bdf160c739803?protocol=7'])(
  'the development server leads the socket %s to the port of the server',
  async (path) => {
    const socket = new WebSocket(`ws://${address}${path}`);
    const message = await new Promise((done, fail) => {
      socket.once('message', (data) => done(String(data)));
      socket.once('error', fail);
    });
    expect(message).toBe('of the server');
    socket.terminate();
  },
);
