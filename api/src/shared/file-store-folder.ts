import { createHash, randomUUID, type Hash } from 'node:crypto';
import * as promises from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Blanked, FileOnDisk, FileStore, ReceivedFile, ReceivedFiles, StoredKey } from './file-store.ts';

/** What the store uses of a file system. Tests replace it, for a full disk. */
export type FileSystem = Pick<typeof promises, 'copyFile' | 'mkdir' | 'open' | 'readdir' | 'rename' | 'rm' | 'stat'>;

const HEAD = 2048;
const WAITING = 'received';
/** Name of the empty file that marks a committed key. */
export const COMMITTED = 'committed';
const FOLDER = /^[0-9a-f-]{36}$/;

/** Files of a request, which are moved as one folder when they are kept. */
export class FilesInFolder implements ReceivedFiles {
  readonly files: ReceivedFile[] = [];
  #key: string | undefined;
  readonly id = randomUUID();

  constructor(
    private readonly store: FolderStore,
    private readonly owner: number,
  ) {}

  private get path(): string {
    return join(this.store.folder, WAITING, this.id);
  }

  /** Returns the path of a file until it is kept or discarded. `place`: its number among the files. */
  pathOf(place: number): string {
    return join(this.path, String(place));
  }

  async add(name: string, stream: Readable, blanked: Blanked): Promise<ReceivedFile> {
    const { fs } = this.store;
    await fs.mkdir(this.path, { recursive: true });
    const handle = await fs.open(this.pathOf(this.files.length), 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      let storedHash: Hash | undefined;
      let [size, head] = [0, Buffer.alloc(0)];
      const write = async (piece: Buffer) => {
        storedHash?.update(piece);
        for (let done = 0; done < piece.length;)
          done += (await handle.write(piece, done, piece.length - done)).bytesWritten;
      };
      const begin = async () => {
        const part = blanked(name, head);
        if (part) storedHash = createHash('sha256');
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
      const sha256 = hash.digest();
      const storedSha256 = storedHash?.digest() ?? sha256;
      const file = { name, size, sha256, storedSha256, head: Buffer.from(head.subarray(0, HEAD)) };
      this.files.push(file);
      return file;
    } finally {
      await handle.close();
    }
  }

  /** The folder is on the disk, or mounted: nothing takes long. */
  settle(): Promise<void> {
    return Promise.resolve();
  }

  /** Moves the files to where they stay, below the folder of their owner. */
  async keep(): Promise<string> {
    if (this.#key !== undefined) return this.#key;
    const { fs, folder } = this.store;
    const owner = String(this.owner);
    const key = `${owner}/${this.id}`;
    await this.store.flush(this.path);
    if (await fs.mkdir(join(folder, owner), { recursive: true })) await this.store.flush(folder);
    await fs.rename(this.path, join(folder, key));
    this.#key = key;
    await this.store.flush(join(folder, owner));
    return key;
  }

  async close(): Promise<void> {
    if (this.#key === undefined) await this.store.fs.rm(this.path, { recursive: true, force: true });
  }
}

/** Files in a folder of the server, or one that all nodes have mounted. */
export class FolderStore implements FileStore {
  readonly isLocal = true;

  constructor(
    readonly folder: string,
    readonly fs: FileSystem = promises,
  ) {}

  receive(owner: number): FilesInFolder {
    return new FilesInFolder(this, owner);
  }

  read<T>(key: string, places: readonly number[], use: (paths: string[]) => Promise<T>): Promise<T> {
    return use(places.map((place) => this.pathOf(key, place)));
  }

  /** Returns the path of a stored file. `place`: its number among the files of the key. */
  pathOf(key: string, place: number): string {
    return join(this.folder, key, String(place));
  }

  async markCommitted(key: string): Promise<void> {
    const folder = join(this.folder, key);
    await (await this.fs.open(join(folder, COMMITTED), 'w', 0o600)).close();
    await this.flush(folder);
  }

  async putBack(key: string, place: number, { path }: FileOnDisk): Promise<void> {
    const { fs, folder } = this;
    await fs.mkdir(join(folder, key), { recursive: true });
    const handle = await fs.open(this.pathOf(key, place), 'wx', 0o600);
    try {
      await fs.copyFile(path, this.pathOf(key, place));
      await handle.sync();
    } finally {
      await handle.close();
    }
    for (const changed of [key, dirname(key), '.']) await this.flush(join(folder, changed));
  }

  async put(key: string, place: number, bytes: Buffer): Promise<void> {
    const { fs, folder } = this;
    await fs.mkdir(join(folder, key), { recursive: true });
    const handle = await fs.open(this.pathOf(key, place), 'w', 0o600);
    try {
      for (let done = 0; done < bytes.length;)
        done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
      await handle.sync();
    } finally {
      await handle.close();
    }
    for (const changed of [key, dirname(key), '.']) await this.flush(join(folder, changed));
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
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async removeReceived(before: Date): Promise<number> {
    let removed = 0;
    for (const id of await this.names(WAITING)) {
      if ((await this.changed(`${WAITING}/${id}`)) >= before.getTime()) continue;
      await this.remove(`${WAITING}/${id}`);
      removed += 1;
    }
    return removed;
  }

  async *keys(before: Date): AsyncGenerator<StoredKey> {
    for (const owner of (await this.names('.')).filter((name) => /^\d+$/.test(name)))
      for (const id of await this.names(owner)) {
        const key = `${owner}/${id}`;
        if (!FOLDER.test(id) || (await this.changed(key)) >= before.getTime()) continue;
        const names = await this.names(key);
        const places = names.filter((name) => /^\d+$/.test(name)).map(Number);
        yield { key, isCommitted: names.includes(COMMITTED), places: places.sort((a, b) => a - b) };
      }
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
