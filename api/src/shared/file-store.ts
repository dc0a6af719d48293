import type { Readable } from 'node:stream';

/** Later than any file. */
export const ANY_TIME = new Date('9999-01-01');

/** One file that was received whole. */
export interface ReceivedFile {
  /** As the client sent it: a text, never a path. */
  name: string;
  size: number;
  /** SHA-256 of the bytes as they were sent. */
  sha256: Buffer;
  /** SHA-256 of the bytes as they are stored: others when a part of them is blanked. */
  storedSha256: Buffer;
  /** Its first bytes, at most 2 KB. */
  head: Buffer;
}

/** Returns the part of a file that is stored as zeros, by its name and first 2 KB; null for none. */
export type Blanked = (name: string, head: Buffer) => { start: number; end: number } | null;

/** The files of one request, until they are kept or discarded. */
export interface ReceivedFiles {
  readonly files: readonly ReceivedFile[];
  /** Writes one file and flushes it to the disk. Throws what the stream throws; nothing is known of the file then. */
  add(name: string, stream: Readable, blanked: Blanked): Promise<ReceivedFile>;
  /** Does what takes long, before a transaction is open: a remote store gets the files. */
  settle(): Promise<void>;
  /** Keeps the files and returns their key. When it returns they outlast a crash. Calling it again returns the same key. */
  keep(): Promise<string>;
  /** Removes files that were not kept. */
  close(): Promise<void>;
}

/** The key of stored files. */
export interface StoredKey {
  key: string;
  /** Whether a row that names it was committed, in this database or in one that is lost. */
  isCommitted: boolean;
  /** The numbers of its files. */
  places: number[];
}

/** A file of the disk. */
export interface FileOnDisk {
  path: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

/**
 * Where files that users send are kept: a folder (file-store-folder.ts) or a bucket (file-store-s3.ts). Names are made by
 * the server: the files of a request have a key, `{owner}/{uuid}`, and their numbers. See decisions/070 and 080.
 */
export interface FileStore {
  /**
   * Whether reading all keys is quick, and a key that no row names may be removed after minutes. Otherwise they are read
   * once a day, and removed after a day.
   */
  readonly isLocal: boolean;
  /** Begins to receive the files of a request. `owner`: the organization for which they are sent. */
  receive(owner: number): ReceivedFiles;
  /**
   * Calls `use` with the paths of these files of a key, on the disk of this node, which are there until it has ended. A
   * file that does not exist has a path at which nothing is.
   */
  read<T>(key: string, places: readonly number[], use: (paths: string[]) => Promise<T>): Promise<T>;
  /**
   * Marks a key, in the store, as one that a committed row names: a database that has no such row is older than the files
   * (decisions/155).
   */
  markCommitted(key: string): Promise<void>;
  /** Stores a file of a backup under the key that it had. When it returns the file outlasts a crash. */
  putBack(key: string, place: number, file: FileOnDisk): Promise<void>;
  /**
   * Stores bytes of the server's own as a file of a key, in the place of an earlier one. When it returns the file outlasts
   * a crash. Such a key is `bulk/{organization}/{uuid}`, and is none of `keys`.
   */
  put(key: string, place: number, bytes: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  removeFile(key: string, place: number): Promise<void>;
  /**
   * Removes what requests that ended without an answer, or killed readings, left on the disk of this node, unchanged
   * since `before`. Returns how many.
   */
  removeReceived(before: Date): Promise<number>;
  /** Returns the keys that are unchanged since `before`. */
  keys(before: Date): AsyncGenerator<StoredKey>;
}
