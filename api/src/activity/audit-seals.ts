import type { Context } from '../shared/context.ts';
import {
  digestSql,
  headText,
  isWaiting,
  NO_SEAL,
  rowsSql,
  SEALED_LOGS,
  sealOf,
  timeSql,
  type SealedLog,
  type SealedRow,
} from './audit-chain.ts';
import { noteHead, notedHead } from './audit-head.ts';
import { nextSealKey } from './audit-keys.ts';

/** Rows of each log that one transaction seals. The process does nothing else while it computes their hashes: about 5 ms. */
const BATCH = 1000;
/** One node seals at a time. Not an advisory lock, which every login can take: no other role reaches this row. */
export const TAKE_TURN = 'select 1 from seal_turns for update skip locked';
/** A seal of this number or its multiples is written to the program's log, where a copy of the head outlives the database. */
const HEAD_EVERY = 1000;

interface Head {
  seq: number;
  hash: Buffer;
}

/** The rows of all logs that wait, in one statement, because most runs find none. Its parameters: a number for each log. */
const WAITING = `select * from (${SEALED_LOGS.map(
  (log) => `
  (select '${log}' as log, r.id::text as "rowId", ${digestSql(log)} as digest from ${rowsSql(log)} and r.id > ? and ${isWaiting(log)}
    order by r.id limit ${BATCH})`,
).join(' union all ')}) waiting`;

const INSERT = `
  with seal as (
    select * from json_to_recordset(?::json) as seal (seq bigint, log text, "rowId" bigint, hash text))
  insert into audit_seals (seq, log, row_id, hash) select seq, log, "rowId", decode(hash, 'hex') from seal`;

/** The number of the last row that a run sealed in a log; none for a log in which it sealed none. */
type Reached = Partial<Record<SealedLog, string>>;

/** What a transaction sealed: the head of the chain, and whether rows may be left. */
interface Sealed {
  head: Head;
  reached: Reached;
  hasMore: boolean;
}

/** Whether a row waits longer than any transaction takes, of a node that seals or of one that adds rows. */
const IS_OVERDUE = `select exists (${SEALED_LOGS.map(
  (log) =>
    `(select from ${rowsSql(log)} and ${timeSql(log)} < now() - interval '10 minutes' and ${isWaiting(log)} limit 1)`,
).join(' union all ')}) as overdue`;

/** Seals rows of the logs after those that were reached; returns null when none is left, or another node seals. */
async function sealSome(ctx: Context, reached: Reached): Promise<Sealed | null> {
  const { em, app } = ctx;
  const turn = await em.execute<unknown[]>(TAKE_TURN);
  if (turn.length === 0) {
    const [waiting] = await em.execute<{ overdue: boolean }[]>(IS_OVERDUE);
    if (waiting!.overdue) app.log.error('the audit log is not sealed: a transaction has held the turn for minutes');
    return null;
  }
  const after = SEALED_LOGS.map((log) => reached[log] ?? '0');
  const rows = await em.execute<SealedRow[]>(WAITING, after);
  if (rows.length === 0) return null;
  const [newest] = await em.execute<Head[]>(
    'select seq::int, hash from audit_seals order by audit_seals.seq desc limit 1',
  );
  let head: Head = newest ?? { seq: 0, hash: NO_SEAL };
  const key = await nextSealKey(em, app.config, head.seq + 1);
  const seals = rows.map((row) => {
    head = { seq: head.seq + 1, hash: sealOf(key, head.hash, row) };
    if (head.seq % HEAD_EVERY === 0) app.log.info({ head: headText(head) }, 'the audit log is sealed');
    return { seq: head.seq, log: row.log, rowId: row.rowId, hash: head.hash.toString('hex') };
  });
  await em.execute(INSERT, [JSON.stringify(seals)]);
  const last: Reached = Object.fromEntries(rows.map(({ log, rowId }) => [log, rowId]));
  return { head, reached: { ...reached, ...last }, hasMore: rows.length >= BATCH };
}

/**
 * Seals every row of the logs that is not sealed yet, in the order of their numbers, and notes the head of the chain in the
 * data folder, unless the chain lacks the one that was noted before. Another node that seals is left alone.
 */
export async function sealLogs(ctx: Context): Promise<void> {
  let reached: Reached = {};
  let head: Head | undefined;
  let sealed: Sealed | null;
  do {
    sealed = await ctx.run('write', () => sealSome(ctx, reached));
    // After the commit: a transaction that is repeated begins where the last one ended.
    ({ head, reached } = sealed ?? { head, reached });
  } while (sealed?.hasMore);
  if (head) await noteNewHead(ctx, headText(head));
}

/** Whether the chain has a head that was noted before. */
async function hasHead(ctx: Context, noted: string): Promise<boolean> {
  const seq = Number(noted.split(':')[0]);
  const [seal] = await ctx.run('read', () =>
    ctx.em.execute<Head[]>('select seq::int, hash from audit_seals where seq = ?', [
      Number.isSafeInteger(seq) ? seq : 0,
    ]),
  );
  return seal !== undefined && headText(seal) === noted;
}

/**
 * Notes the head of the chain, if the chain has the head that was noted before. Otherwise seals are lost: the earlier head
 * stays, so that `npm run audit -- --verify` finds it, and each run logs an error.
 */
async function noteNewHead(ctx: Context, head: string): Promise<void> {
  const { config, log } = ctx.app;
  const noted = notedHead(config.dataDir);
  if (noted !== undefined && !(await hasHead(ctx, noted))) {
    log.error(
      { noted, head },
      'the audit log does not have the head that was noted before: its end is missing, or the database is an older copy. See "Are the logs whole" in docs/operations.md',
    );
    return;
  }
  try {
    noteHead(config.dataDir, head);
  } catch (error) {
    const { code } = error as { code?: string };
    log.warn({ code, head }, 'the head of the audit log was not noted in the data folder');
  }
}
