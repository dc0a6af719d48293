import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../test/until.ts';
import { BadRequest } from '../shared/errors.ts';
import { FolderStore, type FileSystem } from '../shared/file-store-folder.ts';
import { receiveFiles, type Pace } from './upload.ts';

const LIMIT = 100_000;
const TOTAL = 150_000;
const UPLOAD = {
  field: 'files[]',
  maxBytes: LIMIT,
  stored: { maxFiles: 3, maxTotal: TOTAL, blanked: () => null as { start: number; end: number } | null },
};

let folder: string;
let store: FolderStore;
let pace: Pace | undefined;
/** What became of the requests, in their order. */
let outcomes: unknown[];
const web = express();
web.post('/', async (request, response) => {
  const received = store.receive(7);
  const outcome = await receiveFiles(request, UPLOAD, received, pace).then(
    () => received.files.map(({ size }) => size),
    (error: NodeJS.ErrnoException) => (error instanceof BadRequest ? error.status : error.code),
  );
  outcomes.push(outcome);
  await received.close();
  response.status(typeof outcome === 'number' ? outcome : 200).json(outcome);
});
const server = web.listen(0);

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  pace = undefined;
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlog-upload-'));
  store = new FolderStore(folder);
  outcomes = [];
});
const port = () => (server.address() as AddressInfo).port;
const stored = () => (existsSync(join(folder, 'received')) ? readdirSync(join(folder, 'received')) : []);

async function send(...sizes: number[]): Promise<unknown> {
  const form = new FormData();
  for (const size of sizes) form.append('files[]', new Blob([new Uint8Array(size).fill(1)]), 'a.usr');
  const response = await fetch(`http://127.0.0.1:${port()}/`, { method: 'POST', body: form });
  return response.json();
}

/** Sends the beginning of a request and leaves the connection open. */
function begin(body: string | Buffer) {
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const chunk = (bytes: string | Buffer) =>
    socket.write(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')]),
    );
  chunk(body);
  return { socket, chunk };
}
const part = (bytes: number) =>
  Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="files[]"; filename="a.usr"\r\n\r\n'),
    Buffer.alloc(bytes, 1),
  ]);

describe('files that are stored while they arrive', () => {
  test.each([
    ['one byte below the limit', [LIMIT - 1], [LIMIT - 1]],
    ['of the limit', [LIMIT], [LIMIT]],
    ['one byte above the limit', [LIMIT + 1], 413],
    ['of which the second is above the limit', [10, LIMIT + 1], 413],
    ['that together are of the limit of a request', [LIMIT, TOTAL - LIMIT], [LIMIT, TOTAL - LIMIT]],
    ['that together are far above it', [LIMIT, LIMIT, LIMIT], 413],
    ['as many as allowed', [1, 2, 3], [1, 2, 3]],
    ['one more than allowed', [1, 2, 3, 4], 413],
    ['of 0 bytes', [0, 5], [0, 5]],
  ])('%s', async (_name, sizes, outcome) => {
    expect(await send(...sizes)).toEqual(outcome);
    await until(() => stored().length === 0);
  });

  test('that exceed the limit without a length are refused while they arrive, and leave nothing', async () => {
    const { socket } = begin(part(LIMIT + 1));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
    await until(() => stored().length === 0);
  });

  test('whose client goes away at 99 % leave nothing', async () => {
    const { socket, chunk } = begin(part(LIMIT - 1000));
    await until(() => stored().length === 1);
    chunk(Buffer.alloc(100, 1));
    socket.destroy();
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual([400]);
    await until(() => stored().length === 0);
  });

  test('without their last boundary are refused and leave nothing', async () => {
    const { socket, chunk } = begin(part(10));
    chunk('\r\n--x');
    socket.write('0\r\n\r\n');
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual([400]);
    socket.destroy();
    await until(() => stored().length === 0);
  });

  test.each([
    ['more slowly than allowed are refused', { ms: 100, bytes: 50_000 }, 408],
    ['as fast as required are received', { ms: 60_000, bytes: 50_000 }, [20_000]],
  ])('%s', async (_name, wanted, outcome) => {
    pace = wanted;
    const { socket, chunk } = begin(part(20_000));
    if (outcome !== 408) {
      chunk('\r\n--x--\r\n');
      socket.write('0\r\n\r\n');
    }
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual([outcome]);
    socket.destroy();
  });

  test('on a full disk are refused and leave nothing', async () => {
    store = new FolderStore(folder, fullAfter(30_000));
    expect(await send(10_000, 90_000)).toBe('ENOSPC');
    await until(() => stored().length === 0);
  });
});

/** A file system whose disk is full after so many bytes. */
function fullAfter(bytes: number): FileSystem {
  let left = bytes;
  const open = async (...args: Parameters<typeof promises.open>) => {
    const handle = await promises.open(...args);
    const write = handle.write.bind(handle) as (...all: unknown[]) => Promise<{ bytesWritten: number }>;
    return Object.assign(handle, {
      write: async (piece: Buffer, at: number, length: number) => {
        left -= length;
        if (left < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return write(piece, at, length);
      },
    });
  };
  return { ...promises, open: open as typeof promises.open };
}

describe('the store', () => {
  test('flushes each file and each folder before the key is known', async () => {
    const steps: string[] = [];
    const open = async (...args: Parameters<typeof promises.open>) => {
      const handle = await promises.open(...args);
      const sync = handle.sync.bind(handle);
      const path = String(args[0])
        .slice(folder.length)
        .replace(/[0-9a-f-]{36}/, 'id');
      return Object.assign(handle, { sync: () => (steps.push(`sync ${path}`), sync()) });
    };
    const rename = (from: string, to: string) => (steps.push('rename'), promises.rename(from, to));
    store = new FolderStore(folder, {
      ...promises,
      open: open as typeof promises.open,
      rename: rename as typeof promises.rename,
    });
    const received = store.receive(7);
    await received.add('a.usr', Readable.from([Buffer.from('abc')]), () => null);
    const key = await received.keep();
    steps.push('key');
    expect(steps).toEqual(['sync /received/id/0', 'sync /received/id', 'sync ', 'rename', 'sync /7', 'key']);
    expect(readFileSync(store.pathOf(key, 0), 'utf8')).toBe('abc');
    expect(await received.keep()).toBe(key);
  });

  test('writes zeros in place of what is blanked, also when the first piece is a byte', async () => {
    const received = store.receive(1);
    const bytes = Buffer.alloc(5000, 0x41);
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 1500), bytes.subarray(1500)];
    const file = await received.add('x', Readable.from(pieces), (_name, head) =>
      head.length >= 2048 ? { start: 558, end: 1070 } : null,
    );
    const written = readFileSync(store.pathOf(await received.keep(), 0));
    expect([written.length, file.size]).toEqual([5000, 5000]);
    expect([...written.keys()].filter((at) => written[at] !== 0x41)).toEqual(
      Array.from({ length: 512 }, (_, n) => 558 + n),
    );
    const plain = await store.receive(1).add('x', Readable.from([bytes]), () => null);
    expect(file.sha256.equals(plain.sha256)).toBe(true);
    expect([file, plain].map(({ storedSha256 }) => storedSha256.toString('hex'))).toEqual(
      [written, bytes].map((content) => createHash('sha256').update(content).digest('hex')),
    );
  });
});
