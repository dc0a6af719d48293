import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startS3, type S3Server } from '../../test/s3-server.ts';
import { bucketOf } from '../shared/config-storage.ts';
import { FolderStore } from '../shared/file-store-folder.ts';
import { S3Store } from '../shared/file-store-s3.ts';
import { ANY_TIME, type FileStore, type StoredKey } from '../shared/file-store.ts';
import { S3, type Bucket } from '../shared/s3.ts';
import { assertEmptyStore, assertFiles, compareFiles, restoreFiles, saveFiles } from './backup-files.ts';

let server: S3Server;
let dir: string;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.close());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'airlog-backup-files-'));
  server.objects.clear();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const inFolder = (name: string) => new FolderStore(join(dir, name));
const inBucket = () => new S3Store(new S3(bucketOf(server.url, false) as Bucket), inFolder('waiting'));
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Stores files of these contents, and returns their key. */
async function stored(store: FileStore, contents: string[], isMarked = true): Promise<string> {
  const files = store.receive(7);
  for (const text of contents) await files.add('a.usr', Readable.from([Buffer.from(text)]), () => null);
  await files.settle();
  const key = await files.keep();
  if (isMarked) await store.markCommitted(key);
  return key;
}
async function listed(store: FileStore): Promise<StoredKey[]> {
  const keys: StoredKey[] = [];
  for await (const key of store.keys(ANY_TIME)) keys.push(key);
  return keys.sort((one, other) => (one.key < other.key ? -1 : 1));
}
/** The keys that rows name. */
async function* named(...keys: string[]): AsyncGenerator<StoredKey> {
  for (const key of keys) yield { key, isCommitted: true, places: [0] };
}
const backup = async (store: FileStore, ...keys: string[]) => {
  const folder = mkdtempSync(join(dir, 'backup-'));
  return { folder, ...(await saveFiles(store, folder, named(...keys))) };
};

describe.each<[string, () => FileStore, () => FileStore]>([
  ['a folder into a folder', () => inFolder('one'), () => inFolder('other')],
  ['a bucket into a folder', inBucket, () => inFolder('other')],
  ['a folder into a bucket', () => inFolder('one'), inBucket],
])('from %s', (_name, from, to) => {
  test('each file is restored under its key, with the mark that it had', async () => {
    const store = from();
    const [two, bare] = [await stored(store, ['first', 'second']), await stored(store, ['unmarked'], false)];
    const { folder, count, bytes, missing } = await backup(store, two, bare);
    expect([count, bytes, missing]).toEqual([3, 'firstsecondunmarked'.length, []]);
    await assertFiles(folder);

    const other = to();
    await assertEmptyStore(other);
    await restoreFiles(other, folder);
    expect(await listed(other)).toEqual(
      [
        { key: two, isCommitted: true, places: [0, 1] },
        { key: bare, isCommitted: false, places: [0] },
      ].sort((one, another) => (one.key < another.key ? -1 : 1)),
    );
    const texts = await other.read(two, [0, 1], async (paths) => paths.map((path) => readFileSync(path, 'utf8')));
    expect(texts).toEqual(['first', 'second']);
    expect(await compareFiles(other, folder)).toEqual({ count: 3, different: [] });
    await expect(assertEmptyStore(other)).rejects.toThrow('The store of files is not empty');
  });

  test('a file that is missing or changed in the store is found when they are compared', async () => {
    const store = from();
    const key = await stored(store, ['first', 'second']);
    const { folder } = await backup(store, key);
    const other = to();
    await restoreFiles(other, folder);
    await other.removeFile(key, 0);
    expect(await compareFiles(other, folder)).toEqual({ count: 2, different: [`${key}/0`] });
  });
});

test('the list is one that sha256sum reads', async () => {
  const store = inFolder('one');
  const key = await stored(store, ['first']);
  const { folder } = await backup(store, key);
  expect(readFileSync(join(folder, 'files.sha256'), 'utf8')).toBe(
    `${sha256('first')}  files/${key}/0\n${sha256('')}  files/${key}/committed\n`,
  );
  expect(readFileSync(join(folder, 'files', key, '0'), 'utf8')).toBe('first');
});

test('a card that a row names is missing when the store does not have it, and copied when it came after the list', async () => {
  const store = inFolder('one');
  const [early, late, lost] = [await stored(store, ['early']), `7/${randomUUID()}`, `7/${randomUUID()}`];
  async function* rows() {
    yield* named(early, lost);
    await store.putBack(late, 0, file('late'));
    yield* named(late);
  }
  const file = (text: string) => {
    const path = join(dir, text);
    writeFileSync(path, text);
    return { path, size: text.length, sha256: sha256(text) };
  };
  const folder = mkdtempSync(join(dir, 'backup-'));
  expect(await saveFiles(store, folder, rows())).toEqual({ count: 2, bytes: 'earlylate'.length, missing: [lost] });
  await assertFiles(folder);
});

test('a store without files has a backup without files', async () => {
  const { folder, count, bytes } = await backup(inFolder('one'));
  expect([count, bytes]).toEqual([0, 0]);
  await assertFiles(folder);
  await restoreFiles(inFolder('other'), folder);
  await assertEmptyStore(inFolder('other'));
});

describe('a backup is refused', () => {
  test.each<[string, (file: string) => void, string]>([
    ['with a file that was changed', (file) => appendFileSync(file, 'x'), 'is not as it was written'],
    ['without a file', (file) => rmSync(file), 'The backup does not have the file'],
  ])('%s', async (_name, change, words) => {
    const store = inFolder('one');
    const key = await stored(store, ['first']);
    const { folder } = await backup(store, key);
    change(join(folder, 'files', key, '0'));
    await expect(assertFiles(folder)).rejects.toThrow(words);
  });

  test('whose list names a file outside the store', async () => {
    const { folder } = await backup(inFolder('one'));
    writeFileSync(join(folder, 'files.sha256'), `${sha256('x')}  files/../../etc/passwd\n`);
    await expect(restoreFiles(inFolder('other'), folder)).rejects.toThrow('names no file of the store');
    expect(existsSync(join(dir, 'other'))).toBe(false);
  });
});
