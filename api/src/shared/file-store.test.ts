import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startS3, type Fault, type S3Server } from '../../test/s3-server.ts';
import { bucketOf } from './config-storage.ts';
import { FolderStore } from './file-store-folder.ts';
import { S3Store } from './file-store-s3.ts';
import type { FileStore } from './file-store.ts';
import { S3, type Bucket } from './s3.ts';

const HOUR_MS = 3_600_000;
let server: S3Server;
let folder: string;
let store: FileStore;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airlog-store-'));
  server.objects.clear();
  Object.assign(server, { requests: [], refused: [], faults: [], pageSize: 1000 });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  expect(server.refused).toEqual([]);
});

const PAUSES = [1, 1];
const remote = (bucket = bucketOf(server.url, false) as Bucket, attemptMs = 15_000) =>
  new S3Store(new S3(bucket, { attemptMs, perMibMs: 0, pausesMs: PAUSES }), new FolderStore(folder));
/** A store that waits for a short time: for the answers that do not come. */
const impatient = (ms: number) => remote(undefined, ms);

const nothing = () => null;
/** Receives files of these contents. */
async function received(...contents: Buffer[]) {
  const files = store.receive(7);
  for (const bytes of contents) await files.add('a.usr', Readable.from([bytes]), nothing);
  await files.settle();
  return files;
}
/** Returns the contents of stored files; null for one that does not exist. */
const contents = (key: string, ...places: number[]) =>
  store.read(key, places, async (paths) => paths.map((path) => (existsSync(path) ? readFileSync(path) : null)));
const keys = async (before = new Date(Date.now() + HOUR_MS)) => {
  const found: string[] = [];
  for await (const { key } of store.keys(before)) found.push(key);
  return found;
};
const waiting = () => (existsSync(join(folder, 'received')) ? readdirSync(join(folder, 'received')) : []);

const [one, other] = [randomBytes(20_000), Buffer.from('other')];

describe.each<[string, () => FileStore]>([
  ['a folder', () => new FolderStore(folder)],
  ['a bucket', remote],
  [
    'a bucket, with the settings of production',
    () => new S3Store(new S3(bucketOf(server.url, false) as Bucket), new FolderStore(folder)),
  ],
])('a store in %s', (name, open) => {
  beforeEach(() => {
    store = open();
  });

  test('has the files of a request under its key as soon as they are kept', async () => {
    const files = await received(one, other);
    const key = await files.keep();
    expect(key).toMatch(/^7\/[0-9a-f-]{36}$/);
    expect(await files.keep()).toBe(key);
    await files.close();
    expect([await contents(key, 1, 0), await keys(), waiting()]).toEqual([[other, one], [key], []]);
  });

  test('has bytes of the server under the number of their file, the last ones of two, and they are no key of a request', async () => {
    const key = `bulk/7/${randomUUID()}`;
    await store.put(key, 0, one);
    await store.put(key, 1_000_001, other);
    await store.put(key, 0, other);
    await store.put(key, 0, Buffer.from('last'));
    expect(await contents(key, 0, 1_000_001, 1)).toEqual([Buffer.from('last'), other, null]);
    expect([await keys(), waiting()]).toEqual([[], []]);
    await store.remove(key);
    expect(await contents(key, 0, 1_000_001)).toEqual([null, null]);
  });

  test('keeps nothing of a request that is discarded', async () => {
    await (await received(one)).close();
    await store.receive(7).close();
    expect([await keys(), waiting(), server.objects.size]).toEqual([[], [], 0]);
  });

  test('stores zeros in place of what is blanked', async () => {
    const files = store.receive(7);
    const bytes = Buffer.alloc(5000, 0x41);
    await files.add('x', Readable.from([bytes]), () => ({ start: 558, end: 1070 }));
    await files.settle();
    const [stored] = await contents(await files.keep(), 0);
    expect(stored).toEqual(Buffer.from(bytes).fill(0, 558, 1070));
  });

  test('reads a file that does not exist as a path without a file', async () => {
    expect(await contents(await (await received(one)).keep(), 0, 1)).toEqual([one, null]);
    expect(await contents(`7/${randomUUID()}`, 0)).toEqual([null]);
  });

  test('removes a file, and all files of a key, also a second time', async () => {
    const [key, kept] = [await (await received(one, other)).keep(), await (await received(other)).keep()];
    for (let time = 0; time < 2; time += 1) await store.removeFile(key, 0);
    expect(await contents(key, 0, 1)).toEqual([null, other]);
    for (let time = 0; time < 2; time += 1) await store.remove(key);
    expect([await contents(key, 1), await contents(kept, 0)]).toEqual([[null], [other]]);
  });

  test('lists the keys of all owners that are unchanged since a time', async () => {
    const [young, old] = [await (await received(one, other)).keep(), await (await received(other)).keep()];
    const at = new Date(Date.now() - 25 * HOUR_MS);
    if (name === 'a folder') for (const path of [`${old}/0`, old]) utimesSync(join(folder, path), at, at);
    else server.objects.get(`prod/${old}/0`)!.changed = at;
    expect([await keys(new Date(Date.now() - 24 * HOUR_MS)), (await keys()).sort()]).toEqual([
      [old],
      [young, old].sort(),
    ]);
  });

  test('has a mark of a committed key, which is removed with its files', async () => {
    const [marked, bare] = [await (await received(one, other)).keep(), await (await received(other)).keep()];
    for (let time = 0; time < 2; time += 1) await store.markCommitted(marked);
    const listed = async () => {
      const found: Record<string, boolean> = {};
      for await (const { key, isCommitted } of store.keys(new Date(Date.now() + HOUR_MS))) found[key] = isCommitted;
      return found;
    };
    expect(await listed()).toEqual({ [marked]: true, [bare]: false });
    expect(await contents(marked, 0, 1)).toEqual([one, other]);
    await store.remove(marked);
    expect(await listed()).toEqual({ [bare]: false });
  });

  test('removes what a request left on the disk, and nothing that is younger', async () => {
    await received(one);
    expect(await store.removeReceived(new Date(Date.now() - 1000))).toBe(0);
    expect(await store.removeReceived(new Date(Date.now() + 1000))).toBe(1);
    expect(waiting()).toEqual([]);
  });
});

describe('a bucket', () => {
  beforeEach(() => {
    store = remote();
  });

  test('gets each file once, signed, before it is kept, and below its folder', async () => {
    const files = await received(one, other);
    expect(server.requests.map((line) => line.replace(/[0-9a-f-]{36}/, 'id'))).toEqual([
      'PUT /airlog-uploads/prod/7/id/0',
      'PUT /airlog-uploads/prod/7/id/1',
    ]);
    await files.keep();
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, Fault[]]>([
    ['answers 503 and then is fine', [503, 503]],
    ['answers 500 and then is fine', [500]],
    ['does not answer in time and then is fine', ['slow']],
    ['breaks off the connection and then is fine', ['cut', 'cut']],
  ])('that %s has the file', async (_name, faults) => {
    if (faults.includes('slow')) store = impatient(1500);
    server.faults = [...faults];
    expect(await contents(await (await received(one)).keep(), 0)).toEqual([one]);
  });

  test.each<[string, Fault[]]>([
    ['answers 500 each time', [500, 500, 500]],
    ['does not answer', ['slow', 'slow', 'slow']],
    ['refuses the key', [403]],
  ])('that %s keeps nothing, and the error has neither its address nor a key', async (_name, faults) => {
    if (faults.includes('slow')) store = impatient(700);
    server.faults = [...faults];
    const error = (await received(one).catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/AKID|wJalr|127\.0\.0\.1|airlog-uploads/);
    // A request that is given up may not have arrived.
    if (!faults.includes('slow')) expect(server.requests).toHaveLength(faults.length);
  });

  test.each<Fault>([507, 'full'])('that is full (%s) is like a full disk, and is not asked again', async (fault) => {
    server.faults = [fault];
    await expect(received(one)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(server.requests).toHaveLength(1);
  });

  test('that has only the first of two files when the request fails has none after it was closed', async () => {
    server.faults = ['fine', 403];
    const files = store.receive(7);
    for (const bytes of [one, other]) await files.add('a.usr', Readable.from([bytes]), nothing);
    await expect(files.settle()).rejects.toThrow();
    expect(server.objects.size).toBe(1);
    await files.close();
    expect([server.objects.size, waiting()]).toEqual([0, []]);
  });

  test('whose answers are cut in half is asked again, for files and for lists', async () => {
    const key = await (await received(one)).keep();
    server.faults = ['half'];
    expect(await contents(key, 0)).toEqual([one]);
    server.faults = ['half'];
    expect(await keys()).toEqual([key]);
  });

  test('that cannot be read fails, and leaves nothing on the disk', async () => {
    const key = await (await received(one)).keep();
    mkdirSync(join(folder, 'received'), { recursive: true });
    const before = waiting();
    server.faults = ['half', 'half', 'half'];
    await expect(contents(key, 0)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(waiting()).toEqual(before);
  });

  test('is listed page after page, and foreign objects are left alone', async () => {
    const made: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) made.push(await (await received(other, other)).keep());
    server.objects.set('prod/notes.txt', { bytes: other, changed: new Date(0) });
    server.objects.set('elsewhere/7/x', { bytes: other, changed: new Date(0) });
    server.pageSize = 3;
    expect(await keys()).toEqual(made.sort());
    await store.remove(made[0]!);
    expect(server.objects.size).toBe(8);
  });

  test('at an address where nothing listens cannot be reached', async () => {
    const bucket = { ...(bucketOf(server.url, false) as Bucket), endpoint: 'http://127.0.0.1:1' };
    store = remote(bucket);
    await expect(received(one)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });
});
