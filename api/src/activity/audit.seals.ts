import type { Context } from '../shared/context.ts';
import { digestOf, NO_SEAL, SEALED_LOGS, sealKeyOf, sealOf, type SealedLog } from './audit.chain.ts';

/** Rows that one transaction seals. */
const BATCH = 5000;
/** Any number, the same on every node: one node seals at a time. */
const LOCK = 4_716_059;
/** A seal of this number or its multiples is written to the program's log, where a copy of the head outlives the database. */
const HEAD_EVERY = 1000;

interface Head {
  seq: number;
  hash: Buffer;
}

// A transaction that writes a line ends within its deadline of 10 seconds, so a line that is not visible yet has a number above those sealed ten
// minutes ago. A line that appears below them is found as one that was added afterwards.
const FLOOR = `select coalesce((select row_id from audit_seals where log = ? and sealed_at < now() - interval '10 minutes' order by sealed_at desc limit 1), 0)::text as floor`;

const unsealed = (log: SealedLog): string => `
  select r.id::text as "rowId", ${digestOf(log)} as digest from ${log} r
   where r.id > ? and not exists (select from audit_seals s where s.log = '${log}' and s.row_id = r.id) order by r.id limit ${BATCH}`;

const INSERT = `
  insert into audit_seals (seq, log, row_id, hash)
  select seq, log, "rowId", decode(hash, 'hex') from jsonb_to_recordset(?::jsonb) as seal (seq bigint, log text, "rowId" bigint, hash text)`;

/** Seals up to 5,000 rows of a log after a number; returns the last one, or null when no row is left. */
async function sealSome(ctx: Context, log: SealedLog, after: string): Promise<string | null> {
  const { em, app } = ctx;
  const [lock] = await em.execute<{ locked: boolean }[]>('select pg_try_advisory_xact_lock(?) as locked', [LOCK]);
  if (!lock!.locked) return null;
  const rows = await em.execute<{ rowId: string; digest: Buffer }[]>(unsealed(log), [after]);
  if (rows.length === 0) return null;
  const [last] = await em.execute<Head[]>(
    'select seq::int, hash from audit_seals order by audit_seals.seq desc limit 1',
  );
  const key = sealKeyOf(app.config);
  let head: Head = last ?? { seq: 0, hash: NO_SEAL };
  const seals = rows.map(({ rowId, digest }) => {
    head = { seq: head.seq + 1, hash: sealOf(key, head.hash, { log, rowId, digest }) };
    if (head.seq % HEAD_EVERY === 0) app.log.info({ head: headText(head) }, 'the audit log is sealed');
    return { seq: head.seq, log, rowId, hash: head.hash.toString('hex') };
  });
  await em.execute(INSERT, [JSON.stringify(seals)]);
  return rows.length < BATCH ? null : rows.at(-1)!.rowId;
}

/** Returns a head as the log and `npm run audit` show it: the number of the seal and its hash. */
export const headText = ({ seq, hash }: { seq: number | string; hash: Buffer }): string =>
  `${seq}:${hash.toString('hex')}`;

/** Seals every row of the logs that is not sealed yet, in the order of their numbers. Another node that seals is left alone. */
export async function sealLogs(ctx: Context): Promise<void> {
  for (const log of SEALED_LOGS) {
    let after: string | null = await ctx.run(
      'read',
      async () => (await ctx.em.execute<{ floor: string }[]>(FLOOR, [log]))[0]!.floor,
    );
    while (after !== null) {
      const from: string = after;
      after = await ctx.run('write', () => sealSome(ctx, log, from));
    }
  }
}
