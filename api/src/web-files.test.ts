import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { webFiles } from './web-files.ts';

const script = "console.log('airlog');\n".repeat(200);
const folder = mkdtempSync(join(tmpdir(), 'airlog-files-'));
let server: Server;
beforeAll(async () => {
  writeFileSync(join(folder, 'a.js'), script);
  writeFileSync(join(folder, 'a.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'a.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'plain.js'), script);
  const web = express();
  web.use(
    '/assets',
    webFiles(folder, (response) => void response.setHeader('X-Of-The-File', 'yes')),
  );
  server = createServer(web);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

/** One request whose body is not decoded. */
const ask = (path: string, accept?: string) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((done, fail) => {
    const { port } = server.address() as AddressInfo;
    const headers = accept === undefined ? {} : { 'accept-encoding': accept };
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).once('error', fail);
  });

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
] as const)('a browser that accepts "%s" gets the file as %s', async (accept, encoding) => {
  const { status, headers, body } = await ask('/assets/a.js', accept);
  expect([status, headers['content-encoding'], headers['content-type']]).toEqual([
    200,
    encoding,
    'text/javascript; charset=utf-8',
  ]);
  expect(headers['vary']).toContain('Accept-Encoding');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['x-of-the-file']).toBe('yes');
  expect(decoders[encoding](body).toString()).toBe(script);
});

test.each([
  ['/assets/a.js', undefined],
  ['/assets/a.js', 'identity'],
  ['/assets/a.js', 'gzip;q=0, br;q=0'],
  ['/assets/plain.js', 'gzip, br'],
])('the file %s goes out as it is to a browser that accepts %p', async (path, accept) => {
  const { headers, body } = await ask(path, accept);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['vary']).toContain('Accept-Encoding');
  expect(body.toString()).toBe(script);
});

test('a file that does not exist is a 404', async () => {
  const { status } = await ask('/assets/missing.js', 'br');
  expect(status).toBe(404);
});
