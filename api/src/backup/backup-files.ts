import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished, pipeline } from 'node:stream/promises';
import { COMMITTED } from '../shared/file-store-folder.ts';
import { ANY_TIME, type FileStore, type StoredKey } from '../shared/file-store.ts';
import { inBatches } from '../shared/in-batches.ts';
import { digestOf, PARTS } from './backup-manifest.ts';

/** Keys that are copied at once. */
const WIDTH = 8;
const EMPTY_SHA256 = createHash('sha256').digest('hex');
/** A line of the list, as `sha256sum` writes it: the digest of a file, and its path in the folder. */
const LINE = new RegExp(`^([0-9a-f]{64})  files/(\\d+/[0-9a-f-]{36})/(?:(\\d+)|${COMMITTED})$`);
const pathOf = (folder: string, key: string, name: string | number) => join(folder, 'files', key, String(name));

/** Copies a file, durably. Returns its digest; null when it is gone. */
async function copied(from: string, to: string): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(from),
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      },
      createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    );
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || syscall !== 'open') throw error;
    await rm(to, { force: true });
    return null;
  }
}

/** Copies the files of a key, and its mark. Returns a line for each, and their bytes. */
async function saveKey(files: FileStore, folder: string, { key, isCommitted, places }: StoredKey) {
  const lines: string[] = [];
  let [count, bytes] = [0, 0];
  await mkdir(join(folder, 'files', key), { recursive: true, mode: 0o700 });
  await files.read(key, places, async (paths) => {
    for (const [nth, place] of places.entries()) {
      const copy = await copied(paths[nth]!, pathOf(folder, key, place));
      if (!copy) continue; // removed since it was listed
      lines.push(`${copy.sha256}  files/${key}/${place}\n`);
      count += 1;
      bytes += copy.bytes;
    }
  });
  if (isCommitted) {
    await writeFile(pathOf(folder, key, COMMITTED), '', { flag: 'wx', mode: 0o600 });
    lines.push(`${EMPTY_SHA256}  files/${key}/${COMMITTED}\n`);
  }
  return { key, text: lines.join(''), count, bytes };
}

/**
 * Copies every file of the store into a backup, some at a time, and lists them with their digests. `named`: the keys that the
 * database names, of which those are copied that the store got since it was listed. Returns those that it does not have.
 */
export async function saveFiles(
  files: FileStore,
  folder: string,
  named: AsyncIterable<StoredKey>,
): Promise<{ count: number; bytes: number; missing: string[] }> {
  const list = createWriteStream(join(folder, PARTS.files), { flags: 'wx', mode: 0o600, flush: true });
  const missing: string[] = [];
  let [count, bytes] = [0, 0];
  const save = async (keys: StoredKey[]) => {
    for (const saved of await Promise.all(keys.map((key) => saveKey(files, folder, key)))) {
      count += saved.count;
      bytes += saved.bytes;
      if (!list.write(saved.text)) await once(list, 'drain');
      if (saved.count === 0) missing.push(saved.key);
    }
  };
  for await (const keys of inBatches(files.keys(ANY_TIME), WIDTH)) await save(keys);
  missing.length = 0; // removed since they were listed
  for await (const keys of inBatches(named, WIDTH))
    await save(keys.filter(({ key }) => !existsSync(join(folder, 'files', key))));
  list.end();
  await finished(list);
  return { count, bytes, missing };
}

/** The files of a key in a backup, with their digests. */
interface SavedKey {
  key: string;
  isCommitted: boolean;
  files: { place: number; sha256: string }[];
}

/** Yields the keys of a backup, which the list has one after another. Throws for a line that is none. */
async function* savedKeys(folder: string): AsyncGenerator<SavedKey> {
  let last: SavedKey | undefined;
  for await (const line of createInterface({ input: createReadStream(join(folder, PARTS.files)) })) {
    const [, sha256, key, place] = LINE.exec(line) ?? [];
    if (key === undefined) throw new Error(`${PARTS.files} has a line that names no file of the store: ${line}`);
    if (key !== last?.key) {
      if (last) yield last;
      last = { key, isCommitted: false, files: [] };
    }
    if (place === undefined) last.isCommitted = true;
    else last.files.push({ place: Number(place), sha256: sha256! });
  }
  if (last) yield last;
}

/** Runs work for each key of a backup, some at a time. */
async function eachKey(folder: string, work: (saved: SavedKey) => Promise<void>): Promise<void> {
  for await (const keys of inBatches(savedKeys(folder), WIDTH)) await Promise.all(keys.map(work));
}

/** Throws when the store has a file. */
export async function assertEmptyStore(files: FileStore): Promise<void> {
  for await (const { key } of files.keys(ANY_TIME))
    throw new Error(`The store of files is not empty: it has ${key}. Nothing was changed. Give an empty one.`);
}

/** Throws when a file of a backup is missing, or is not as it was written. */
export async function assertFiles(folder: string): Promise<void> {
  await eachKey(folder, async ({ key, files }) => {
    for (const { place, sha256 } of files) {
      const path = pathOf(folder, key, place);
      if (!existsSync(path)) throw new Error(`The backup does not have the file files/${key}/${place} of its list.`);
      if ((await digestOf(path)).sha256 !== sha256)
        throw new Error(`files/${key}/${place} is not as it was written: its digest differs from that of the list.`);
    }
  });
}

/** Stores the files of a backup under their keys, with their marks. */
export async function restoreFiles(files: FileStore, folder: string): Promise<void> {
  await eachKey(folder, async ({ key, isCommitted, files: saved }) => {
    for (const { place, sha256 } of saved) {
      const path = pathOf(folder, key, place);
      await files.putBack(key, place, { path, size: (await stat(path)).size, sha256 });
    }
    if (isCommitted) await files.markCommitted(key);
  });
}

/** Reads every file of a backup from the store. Returns how many there are, and the names of those that differ. */
export async function compareFiles(files: FileStore, folder: string): Promise<{ count: number; different: string[] }> {
  const different: string[] = [];
  let count = 0;
  await eachKey(folder, async ({ key, files: saved }) => {
    const places = saved.map(({ place }) => place);
    count += places.length;
    await files.read(key, places, async (paths) => {
      for (const [nth, { place, sha256 }] of saved.entries())
        if (!existsSync(paths[nth]!) || (await digestOf(paths[nth]!)).sha256 !== sha256)
          different.push(`${key}/${place}`);
    });
  });
  return { count, different };
}
