import { createHash, randomUUID } from 'node:crypto';
import * as promises from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** What the store uses of a file system. Tests replace it, for a full disk. */
export type FileSystem = Pick<typeof promises, 'mkdir' | 'open' | 'readdir' | 'rename' | 'rm' | 'stat'>;

/** One file that was received whole. */
export interface ReceivedFile {
  /** As the client sent it: a text, never a path. */
  name: string;
  size: number;
  /** SHA-256 of the bytes as they were sent. */
  sha256: Buffer;
  /** Its first bytes, at most 2 KB. */
  head: Buffer;
}

/** Returns the part of a file that is stored as zeros, by its name and first 2 KB; null for none. */
export type Blanked = (name: string, head: Buffer) => { start: number; end: number } | null;

const HEAD = 2048;
const WAITING = 'received';
const FOLDER = /^[0-9a-f-]{36}$/;

/** The files of one request, until they are kept or discarded. */
export class ReceivedFiles {
  readonly files: ReceivedFile[] = [];
  #key: string | undefined;

  constructor(
    private readonly store: FileStore,
    private readonly id: string,
  ) {}

  private get path(): string {
    return join(this.store.folder, WAITING, this.id);
  }

  /** Writes one file and flushes it to the disk. Throws what the stream throws; nothing is known of the file then. */
  async add(name: string, stream: Readable, blanked: Blanked): Promise<ReceivedFile> {
    const { fs } = this.store;
    await fs.mkdir(this.path, { recursive: true });
    const handle = await fs.open(join(this.path, String(this.files.length)), 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      let [size, head] = [0, Buffer.alloc(0)];
      const write = async (piece: Buffer) => {
        for (let done = 0; done < piece.length;)
          done += (await handle.write(piece, done, piece.length - done)).bytesWritten;
      };
      const begin = async () => {
        const part = blanked(name, head);
        await write(part ? Buffer.from(head).fill(0, part.start, Math.min(part.end, head.length)) : head);
      };
      // What is blanked is never written, so the first bytes wait until it is known.
      for await (const piece of stream as AsyncIterable<Buffer>) {
        hash.update(piece);
        size += piece.length;
        if (head.length >= HEAD) {
          await write(piece);
          continue;
        }
        head = Buffer.concat([head, piece]);
        if (head.length >= HEAD) await begin();
      }
      if (head.length < HEAD) await begin();
      await handle.sync();
      const file = { name, size, sha256: hash.digest(), head: Buffer.from(head.subarray(0, HEAD)) };
      this.files.push(file);
      return file;
    } finally {
      await handle.close();
    }
  }

  /**
   * Moves the files to where they stay, below the folder of their owner, and returns the key of that place. When it
   * returns they outlast a crash. Calling it again returns the same key.
   */
  async keep(owner: number): Promise<string> {
    if (this.#key !== undefined) return this.#key;
    const { fs, folder } = this.store;
    const key = `${owner}/${this.id}`;
    await this.store.flush(this.path);
    if (await fs.mkdir(join(folder, String(owner)), { recursive: true })) await this.store.flush(folder);
    await fs.rename(this.path, join(folder, key));
    this.#key = key;
    await this.store.flush(join(folder, String(owner)));
    return key;
  }

  /** Removes files that were not kept. */
  async close(): Promise<void> {
    if (this.#key === undefined) await this.store.fs.rm(this.path, { recursive: true, force: true });
  }
}

/** Files that users send, in a folder of the server (decisions/070). Names are made by the server. */
export class FileStore {
  constructor(
    readonly folder: string,
    readonly fs: FileSystem = promises,
  ) {}

  receive(): ReceivedFiles {
    return new ReceivedFiles(this, randomUUID());
  }

  /** Returns the path of a stored file. `place`: its number among the files of the key. */
  pathOf(key: string, place: number): string {
    return join(this.folder, key, String(place));
  }

  remove(key: string): Promise<void> {
    return this.fs.rm(join(this.folder, key), { recursive: true, force: true });
  }

  removeFile(key: string, place: number): Promise<void> {
    return this.fs.rm(this.pathOf(key, place), { force: true });
  }

  /** Flushes the entries of a folder to the disk: a rename or a new file is durable only then. */
  async flush(folder: string): Promise<void> {
    const handle = await this.fs.open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  }

  /** Removes the files of requests that ended without an answer, unchanged since `before`. Returns how many requests. */
  async removeReceived(before: Date): Promise<number> {
    let removed = 0;
    for (const id of await this.names(WAITING)) {
      if ((await this.changed(`${WAITING}/${id}`)) >= before.getTime()) continue;
      await this.remove(`${WAITING}/${id}`);
      removed += 1;
    }
    return removed;
  }

  /** Returns the keys of an owner's files that are unchanged since `before`. */
  async keysOf(owner: string, before: Date): Promise<string[]> {
    const keys: string[] = [];
    for (const id of await this.names(owner)) {
      const key = `${owner}/${id}`;
      if (FOLDER.test(id) && (await this.changed(key)) < before.getTime()) keys.push(key);
    }
    return keys;
  }

  /** Returns the names of the folders of owners. */
  async owners(): Promise<string[]> {
    return (await this.names('.')).filter((name) => /^\d+$/.test(name));
  }

  private names(path: string): Promise<string[]> {
    return this.fs.readdir(join(this.folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  /** Returns the time of the latest change of a folder or of a file in it. A slow client still sends the last file. */
  private async changed(path: string): Promise<number> {
    const names = ['.', ...(await this.names(path))];
    const stats = await Promise.all(names.map((name) => this.fs.stat(join(this.folder, path, name)).catch(() => null)));
    return Math.max(...stats.map((stat) => stat?.mtimeMs ?? 0));
  }
}
