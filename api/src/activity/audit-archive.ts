import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { cached } from '../shared/cached.ts';
import type { FileStore } from '../shared/file-store.ts';
import { contentSql, isSameHash, NO_SEAL, sealOf } from './audit-chain.ts';
import { sealKeyAt, type SealKey } from './audit-keys.ts';

/** A connection with the rights of the owner of the tables. */
interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Lines of a file: 3 MB of memory for their digests when it is verified. */
const LINES = 20_000;
/** Files whose digests are kept while the chain is read: lines are sealed nearly in their order. */
const KEPT = 4;
/** The files belong to the installation and not to an organization. */
const INSTALLATION = 0;

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

interface Line {
  rowId: string;
  /** What is sealed: the columns as one text, without a line break. */
  text: string;
  seq: number;
  hash: Buffer;
  previous: Buffer | null;
}

// A line that waits for its seal, or lost it, stays where it is and is found by the verification.
const OLDEST = `
  select r.id::text as "rowId", ${contentSql('audit_log')} as text, s.seq::int, s.hash, p.hash as previous
    from audit_log r join audit_seals s on s.log = 'audit_log' and s.row_id = r.id left join audit_seals p on p.seq = s.seq - 1
   where r.created_at < $1 order by r.created_at, r.id limit $2`;

/** Throws for a line that is not as it was sealed: it would be kept as evidence of something else. */
function assertSealed(keys: readonly [SealKey, ...SealKey[]], { rowId, text, seq, hash, previous }: Line): void {
  const row = { log: 'audit_log', rowId, digest: sha256(text) } as const;
  const isFirst = seq === 1;
  if ((previous || isFirst) && isSameHash(hash, sealOf(sealKeyAt(keys, seq), previous ?? NO_SEAL, row))) return;
  throw new Error(
    `audit_log ${rowId} is not as it was sealed. It stays in the database: run npm run audit -- --verify.`,
  );
}

const linesOf = (file: Buffer): [rowId: string, text: string][] =>
  gunzipSync(file)
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(/\t(.*)/s).slice(0, 2) as [string, string]);

/** Stores lines as a file, durably, and reads it again. Returns its key and digest. */
async function stored(files: FileStore, lines: readonly Line[]): Promise<{ key: string; digest: Buffer }> {
  const file = gzipSync(lines.map(({ rowId, text }) => `${rowId}\t${text}\n`).join(''));
  const received = files.receive(INSTALLATION);
  try {
    await received.add('audit_log.tsv.gz', Readable.from([file]), () => null);
    await received.settle();
    const key = await received.keep();
    const digest = sha256(file);
    const isSame = await files.read(key, [0], async ([path]) => sha256(await readFile(path!)).equals(digest));
    if (!isSame) throw new Error('The store of files returned another file than it got. Nothing was deleted.');
    return { key, digest };
  } finally {
    await received.close();
  }
}

/** Moves the oldest lines of before a time into one file. Returns how many. */
async function archiveOldest(
  client: Connection,
  files: FileStore,
  keys: readonly [SealKey, ...SealKey[]],
  before: Date,
): Promise<number> {
  const { rows: lines } = await client.query<Line>(OLDEST, [before, LINES]);
  if (lines.length === 0) return 0;
  for (const line of lines) assertSealed(keys, line);
  const { key, digest } = await stored(files, lines);
  const ids = lines.map(({ rowId }) => rowId);
  await client.query('begin');
  try {
    const { rows } = await client.query<{ count: number }>('select archive_lines($1, $2, $3) as count', [
      ids,
      key,
      digest,
    ]);
    if (rows[0]!.count !== ids.length) throw new Error('Another command archives lines of the audit log.');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await files.markCommitted(key);
  return lines.length;
}

/**
 * Moves the lines of the audit log of before a time into files of the store, the oldest first: each file is compared with
 * the seals, stored and read again before its lines are deleted. The seals stay, so that `verifySeals` finds a line that
 * was changed in its file. Returns the number of lines and of files. Throws at the first line that is not as it was
 * sealed; files of before stay archived.
 */
export async function archiveLines(
  client: Connection,
  files: FileStore,
  keys: readonly [SealKey, ...SealKey[]],
  before: Date,
): Promise<{ lines: number; files: number }> {
  const done = { lines: 0, files: 0 };
  for (;;) {
    const lines = await archiveOldest(client, files, keys, before);
    if (lines === 0) return done;
    done.lines += lines;
    done.files += 1;
  }
}

interface Archive {
  first: number;
  last: number;
  key: string;
  digest: Buffer;
}

/** The lines that files have. */
export interface ArchivedLines {
  /** Returns the digest of a line; null when no file has it, 'lost' when the file that may have it is lost. */
  digestOf(rowId: string): Promise<Buffer | 'lost' | null>;
  /** The files that are missing, or are not as they were stored. */
  lost: Set<string>;
}

/** Returns the archived lines, whose files are read when a line of them is asked for. */
export async function archivedLines(client: Connection, files: FileStore): Promise<ArchivedLines> {
  const { rows: archives } = await client.query<Archive>(
    `select first_row::float8 as first, last_row::float8 as last, file_key as key, sha256 as digest
       from audit_archives order by first_row`,
  );
  const lost = new Set<string>();
  const digests = cached(KEPT, (key: string) =>
    files.read(key, [0], async ([path]) => {
      const file = await readFile(path!).catch(() => null);
      const { digest } = archives.find((one) => one.key === key)!;
      if (!file || !sha256(file).equals(digest)) return void lost.add(key);
      return new Map(linesOf(file).map(([rowId, text]) => [rowId, sha256(text)]));
    }),
  );
  // Lines are sealed nearly in their order: the file of the last one has most likely the next one too.
  let latest: string | undefined;
  async function digestOf(rowId: string): Promise<Buffer | 'lost' | null> {
    const known = latest && (await digests(latest))?.get(rowId);
    if (known) return known;
    const id = Number(rowId);
    let isLost = false;
    for (const { key } of archives.filter(({ first, last }) => first <= id && id <= last)) {
      const ofFile = await digests(key);
      const digest = ofFile?.get(rowId);
      if (digest) {
        latest = key;
        return digest;
      }
      isLost ||= !ofFile;
    }
    return isLost ? 'lost' : null;
  }
  return { digestOf, lost };
}
