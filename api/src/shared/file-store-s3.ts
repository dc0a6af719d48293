import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { COMMITTED, type FilesInFolder, type FolderStore } from './file-store-folder.ts';
import type { Blanked, FileOnDisk, FileStore, ReceivedFile, ReceivedFiles, StoredKey } from './file-store.ts';
import type { S3 } from './s3.ts';

/** `{owner}/{uuid}/{number}`, or the mark in place of the number. */
const OBJECT = new RegExp(`^(\\d+/[0-9a-f-]{36})/(?:(\\d+)|(${COMMITTED}))$`);

/** Files of a request, which wait on the disk of this node until the bucket has them. */
class FilesForBucket implements ReceivedFiles {
  #settled: Promise<void> | undefined;
  #isKept = false;

  constructor(
    private readonly s3: S3,
    private readonly waiting: FilesInFolder,
    private readonly key: string,
    private readonly discard: (key: string) => Promise<void>,
  ) {}

  get files(): readonly ReceivedFile[] {
    return this.waiting.files;
  }

  add(name: string, stream: Readable, blanked: Blanked): Promise<ReceivedFile> {
    return this.waiting.add(name, stream, blanked);
  }

  settle(): Promise<void> {
    return (this.#settled ??= this.#put());
  }

  async keep(): Promise<string> {
    await this.settle();
    this.#isKept = true;
    return this.key;
  }

  async close(): Promise<void> {
    await this.waiting.close();
    if (!this.#settled || this.#isKept) return;
    // An object that is stored after its removal would stay until the sweep.
    await this.#settled.catch(() => undefined);
    await this.discard(this.key);
  }

  async #put(): Promise<void> {
    for (const [place, { size, storedSha256 }] of this.files.entries())
      await this.s3.put(`${this.key}/${place}`, {
        path: this.waiting.pathOf(place),
        size,
        sha256: storedSha256.toString('hex'),
      });
  }
}

/**
 * Files in a bucket. `waiting`: a folder of this node for files that arrive and files that are read. An answer of the
 * store to a put means that it has the object durably.
 */
export class S3Store implements FileStore {
  readonly isLocal = false;

  constructor(
    private readonly s3: S3,
    private readonly waiting: FolderStore,
  ) {}

  receive(owner: number): ReceivedFiles {
    const files = this.waiting.receive(owner);
    return new FilesForBucket(this.s3, files, `${owner}/${files.id}`, (key) => this.remove(key));
  }

  async read<T>(key: string, places: readonly number[], use: (paths: string[]) => Promise<T>): Promise<T> {
    const folder = join(this.waiting.folder, 'received', randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      const paths = places.map((place) => join(folder, String(place)));
      for (const [nth, place] of places.entries())
        await this.s3.get(`${key}/${place}`, paths[nth]!).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        });
      return await use(paths);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  markCommitted(key: string): Promise<void> {
    return this.s3.putEmpty(`${key}/${COMMITTED}`);
  }

  putBack(key: string, place: number, file: FileOnDisk): Promise<void> {
    return this.s3.put(`${key}/${place}`, file);
  }

  async put(key: string, place: number, bytes: Buffer): Promise<void> {
    const path = join(this.waiting.folder, 'received', randomUUID());
    await mkdir(path, { recursive: true });
    try {
      const file = join(path, '0');
      await writeFile(file, bytes, { mode: 0o600 });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await this.s3.put(`${key}/${place}`, { path: file, size: bytes.length, sha256 });
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  async remove(key: string): Promise<void> {
    for await (const object of this.s3.list(`${key}/`)) await this.s3.delete(object.key);
  }

  removeFile(key: string, place: number): Promise<void> {
    return this.s3.delete(`${key}/${place}`);
  }

  removeReceived(before: Date): Promise<number> {
    return this.waiting.removeReceived(before);
  }

  async *keys(before: Date): AsyncGenerator<StoredKey> {
    const none: StoredKey = { key: '', isCommitted: false, places: [] };
    let [last, changed] = [none, 0];
    for await (const object of this.s3.list('')) {
      const [, key, place, mark] = OBJECT.exec(object.key) ?? [];
      if (key === undefined) continue;
      if (key !== last.key) {
        if (last.key && changed < before.getTime()) yield last;
        [last, changed] = [{ key, isCommitted: false, places: [] }, 0];
      }
      if (mark) last.isCommitted = true;
      else last.places.push(Number(place));
      changed = Math.max(changed, object.changed.getTime());
    }
    if (last.key && changed < before.getTime()) yield last;
  }
}
