import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { FileOnDisk } from './file-store.ts';
import { calling } from './work.ts';

/** A bucket, or the part of one below a prefix, in a store with the protocol of Amazon S3. */
export interface Bucket {
  /** `https://host`, without a path. */
  endpoint: string;
  name: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The store refused a request or cannot be reached. Neither an address nor a key is in the message. */
export class StorageError extends Error {
  constructor(
    what: string,
    /** As the errors of a file system: ENOSPC for a full store. */
    readonly code: 'ENOSPC' | 'ENOENT' | 'STORAGE_UNAVAILABLE',
  ) {
    super(`The store of files: ${what}`);
    this.name = 'StorageError';
  }
}

/** How long the client tries. Tests shorten it. */
export interface Patience {
  /** Milliseconds of one attempt, and in addition for each MiB that it sends or receives. */
  attemptMs: number;
  perMibMs: number;
  /** Milliseconds before each further attempt. */
  pausesMs: readonly number[];
}

const PATIENCE: Patience = { attemptMs: 15_000, perMibMs: 1000, pausesMs: [200, 1000] };
const MIB = 2 ** 20;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Codes of a store, or of a quota, that is full. */
const FULL = /<Code>(\w*StorageFull|\w*Quota\w*|InsufficientStorage)<\/Code>/;
/** The requests of which another attempt may succeed. */
const isPassing = (status: number) => status === 408 || status === 429 || (status >= 500 && status !== 501);

class Passing extends Error {}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  /** A file of the disk as the body, with its SHA-256 in hexadecimal. */
  file?: { path: string; sha256: string };
  /** Bytes that are sent or expected. */
  size?: number;
}

/** A client of one bucket. Each request is signed (AWS Signature Version 4), and repeated while it may succeed. */
export class S3 {
  readonly #client: AwsClient;

  constructor(
    private readonly bucket: Bucket,
    private readonly patience = PATIENCE,
  ) {
    const { accessKeyId, secretAccessKey, region } = bucket;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  }

  /** Stores a file of the disk. The store compares its digest (SHA-256, in hexadecimal) with what it received. */
  put(key: string, file: FileOnDisk): Promise<void> {
    return this.#call({ method: 'PUT', key, file, size: file.size }, async (response) => void (await response.text()));
  }

  /** Stores an object without bytes. */
  putEmpty(key: string): Promise<void> {
    return this.#call({ method: 'PUT', key }, async (response) => void (await response.text()));
  }

  /** Writes an object to a new file of the disk. Throws ENOENT when there is none. */
  get(key: string, path: string, size = 0): Promise<void> {
    return this.#call({ method: 'GET', key, size }, async ({ body }) => {
      const bytes = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    });
  }

  /** Removes an object; one that does not exist is removed, too. */
  async delete(key: string): Promise<void> {
    await this.#call({ method: 'DELETE', key }, (response) => response.text());
  }

  /** Returns the objects whose keys begin so, in the order of their keys. */
  async *list(start: string): AsyncGenerator<{ key: string; changed: Date }> {
    const { prefix } = this.bucket;
    let token: string | undefined;
    do {
      const query = { 'list-type': '2', prefix: prefix + start, ...(token && { 'continuation-token': token }) };
      const text = await this.#call({ method: 'GET', query }, async (response) => {
        const xml = await response.text();
        if (!xml.includes('</ListBucketResult>')) throw new Passing('half an answer');
        return xml;
      });
      for (const [, one] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const changed = new Date(tag(one!, 'LastModified') ?? '');
        yield { key: (tag(one!, 'Key') ?? '').slice(prefix.length), changed };
      }
      token = tag(text, 'NextContinuationToken');
    } while (token);
  }

  #call<T>(call: Call, use: (response: Response) => Promise<T>): Promise<T> {
    return calling(`store ${call.method}`, () => this.#tried(call, use));
  }

  async #tried<T>(call: Call, use: (response: Response) => Promise<T>): Promise<T> {
    const { attemptMs, perMibMs, pausesMs } = this.patience;
    // A timer refuses a fraction.
    const ms = Math.ceil(attemptMs + ((call.size ?? 0) / MIB) * perMibMs);
    for (let attempt = 0; ; attempt += 1)
      try {
        return await use(await this.#answer(call, AbortSignal.timeout(ms)));
      } catch (error) {
        if (error instanceof StorageError) throw error;
        if (attempt === pausesMs.length)
          throw new StorageError(`${call.method} failed: ${reasonOf(error)}`, 'STORAGE_UNAVAILABLE');
        await wait(pausesMs[attempt]);
      }
  }

  async #answer({ method, key = '', query, file }: Call, signal: AbortSignal): Promise<Response> {
    const { endpoint, name, prefix } = this.bucket;
    const url = new URL(`${endpoint}/${name}/${query ? '' : prefix + key}`);
    url.search = new URLSearchParams(query).toString();
    const headers = { 'X-Amz-Content-Sha256': file?.sha256 ?? EMPTY_SHA256 };
    const signed = await this.#client.sign(url, { method, headers });
    const body = file && (await openAsBlob(file.path));
    const response = await fetch(url, { method, headers: signed.headers, body, signal, redirect: 'error' });
    if (response.ok) return response;
    const text = await response.text().catch(() => '');
    const what = `${method} was answered with ${response.status} ${tag(text, 'Code') ?? ''}`.trim();
    if (response.status === 507 || FULL.test(text)) throw new StorageError(what, 'ENOSPC');
    if (tag(text, 'Code') === 'NoSuchKey') throw new StorageError(what, 'ENOENT');
    throw isPassing(response.status) ? new Passing(what) : new StorageError(what, 'STORAGE_UNAVAILABLE');
  }
}

/** Returns the text of the first element of this name. Keys and codes have no characters that XML would escape. */
const tag = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1];

/** `fetch failed` has the reason as its cause. */
function reasonOf(error: unknown): string {
  const { message, cause, name } = error as Error & { cause?: { code?: string; message?: string } };
  return name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? cause?.message ?? message);
}
