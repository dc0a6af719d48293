import { sql } from 'kysely';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';

/** waiting, running: the job. done: every patient has a line. failed: the job gave up; the lines until then stay. */
export const BATCH_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Why a patient of a batch has no report. */
export type NotIssued = 'not_found' | 'no_therapy_start';

/** What became of one patient. */
export interface BatchLine {
  patient_id: number;
  code: string | null;
  reason: NotIssued | null;
}

/** A batch without its patients and lines. */
export interface StoredBatch {
  id: number;
  ruleId: string;
  asOf: string;
  state: BatchState;
  patientCount: number;
  doneCount: number;
  reportCount: number;
  createdAt: Date;
}

const FIELDS = `id, rule as "ruleId", as_of::text as "asOf", state, cardinality(patient_ids) as "patientCount",
  done_count as "doneCount", (select count(*)::int from jsonb_array_elements(lines) l where l ->> 'code' is not null) as "reportCount",
  created_at as "createdAt"`;

const shown = (batch: StoredBatch): StoredBatch => ({ ...batch, createdAt: new Date(batch.createdAt) });

/** Pages that show the batch read it again when the transaction commits. */
const changed = (ctx: Context, batchId: number) => ctx.publish('compliance-batch.progressed', { batchId });

/** Row-level security leaves the viewer's own batches. Throws NotFound for any other. */
export async function findBatch({ em }: Context, id: number): Promise<StoredBatch> {
  const [found] = await em.execute<StoredBatch[]>(`select ${FIELDS} from compliance_batches where id = ?`, [id]);
  if (!found) throw new NotFound();
  return shown(found);
}

/** Returns the viewer's newest batch that they have not put away; null without one. */
export async function newestBatch({ em }: Context): Promise<StoredBatch | null> {
  const [found] = await em.execute<StoredBatch[]>(
    `select ${FIELDS} from compliance_batches where not dismissed order by id desc limit 1`,
  );
  return found ? shown(found) : null;
}

/** Locks the starting of batches of the viewer for the transaction: of two at once the second finds the first. */
export const startingAlone = ({ em, viewer }: Context): Promise<unknown> =>
  em.execute('select pg_advisory_xact_lock(9, ?)', [viewer.userId]);

/** Whether a batch of the viewer waits or runs. */
export async function isAnyRunning({ em }: Context): Promise<boolean> {
  return (
    (await em.execute<unknown[]>(`select from compliance_batches where state in ('waiting', 'running')`)).length > 0
  );
}

/** Puts a batch away, unless its job waits or runs; returns whether it did. */
export async function putBatchAway({ em }: Context, id: number): Promise<boolean> {
  const put = await write(em)
    .updateTable('compliance_batches')
    .set({ dismissed: true })
    .where('id', '=', id)
    .where('state', 'in', ['done', 'failed'])
    .returning('id')
    .executeTakeFirst();
  return put !== undefined;
}

/** Stores a batch of the viewer. `unseenIds`: those among the patients that the viewer may not see. */
export async function storeBatch(
  ctx: Context,
  { patientIds, unseenIds }: { patientIds: readonly number[]; unseenIds: readonly number[] },
  { ruleId, asOf }: { ruleId: string; asOf: string },
): Promise<StoredBatch> {
  const { em, viewer } = ctx;
  const { id } = await write(em)
    .insertInto('compliance_batches')
    .values({
      org_id: viewer.orgId,
      user_id: viewer.userId,
      rule: ruleId,
      as_of: asOf,
      patient_ids: [...patientIds],
      unseen_ids: [...unseenIds],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return findBatch(ctx, id);
}

/** Counts one attempt of the job, which goes on after the last line; 0 when the batch has ended. */
export async function beginBatchAttempt(ctx: Context, id: number): Promise<number> {
  const row = await write(ctx.em)
    .updateTable('compliance_batches')
    .set((eb) => ({ state: 'running', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('attempts')
    .executeTakeFirst();
  changed(ctx, id);
  return row?.attempts ?? 0;
}

/** The next patients of a running batch. */
export interface Portion {
  ruleId: string;
  asOf: string;
  patientIds: number[];
  unseenIds: number[];
}

/**
 * Locks a running batch for the transaction and returns the patients after its last line, at most `size`; null when it
 * has ended. A lost job that still runs on another node waits here, and then finds the next patients.
 */
export async function nextPortion({ em }: Context, id: number, size: number): Promise<Portion | null> {
  const [portion] = await em.execute<Portion[]>(
    `select rule as "ruleId", as_of::text as "asOf", patient_ids[done_count + 1 : done_count + ?] as "patientIds", unseen_ids as "unseenIds"
       from compliance_batches where id = ? and state = 'running' for no key update`,
    [size, id],
  );
  return portion ?? null;
}

/** Adds the lines of a portion; the last one ends the batch. Returns whether patients are left. */
export async function addLines(ctx: Context, id: number, lines: readonly BatchLine[]): Promise<boolean> {
  const row = await write(ctx.em)
    .updateTable('compliance_batches')
    .set((eb) => ({
      lines: sql`lines || ${JSON.stringify(lines)}::jsonb`,
      done_count: eb('done_count', '+', lines.length),
      state: sql<string>`case when done_count + ${lines.length} = cardinality(patient_ids) then 'done' else state end`,
    }))
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst();
  changed(ctx, id);
  return row?.state === 'running';
}

/** Ends a batch whose job gave up. */
export async function failBatch(ctx: Context, id: number): Promise<void> {
  await write(ctx.em)
    .updateTable('compliance_batches')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  changed(ctx, id);
}
