import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import type { SettingValue } from './settings-catalog.rules.ts';
import {
  answered,
  expired,
  reported,
  sameSettings,
  type Answer,
  type Held,
  type AnswerOutcome,
} from './settings-delivery-states.ts';
import { announceStatus, keepAnswer, markSent, writeSteps, type Assignment } from './settings-record.service.ts';

type Values = Record<string, SettingValue>;

/** A change that waits for its device. */
export interface WaitingChange {
  id: number;
  values: Values;
  submittedAt: Date | null;
  expiresAt: Date | null;
}

interface Row {
  id: number;
  history_id: number;
  patient_id: number;
  status: Held['state'];
  values: Values;
  is_edit: boolean;
  answer: (Answer & { applied: boolean }) | null;
  collected_at: string | null;
}

// Rows read without entities contain instants in PostgreSQL's format.
const instant = (text: string | null) => (text === null ? null : new Date(text));

const held = (row: Row): Held => ({
  id: row.id,
  state: row.status,
  values: row.values,
  isEdit: row.is_edit,
  answer: row.answer,
});

// Row-level security already limits a device to its own rows. The condition is repeated because the planner would
// otherwise read every active assignment.
const MINE = 'h.machine_id = ctx_machine()';

/**
 * Returns the assignment of the calling device; null when no patient has it now. It serializes the device's calls until
 * the end of the transaction, so that concurrent calls run one after another.
 */
export async function findOwnAssignment({ em }: Context): Promise<Assignment | null> {
  const [row] = await em.execute<{ id: number; org_id: number; patient_id: number }[]>(
    `select h.id, h.org_id, h.patient_id, pg_advisory_xact_lock(3, h.id) from device_history h where ${MINE} and h.end_date is null`,
  );
  return row ? { id: row.id, orgId: row.org_id, patientId: row.patient_id } : null;
}

/**
 * Returns the records that the device may change, locked until the end of the transaction, like submitSettings and
 * ending an assignment. Those lock the assignment's row first, which a device may not lock because it belongs to staff.
 */
function lockRecords({ em }: Context, historyId: number | null, recordId: number | null): Promise<Row[]> {
  return em.execute<Row[]>(
    `select id, history_id, patient_id, status, values, is_edit, answer, collected_at from settings_records
      where id = ? or (history_id = ? and status in ('pending', 'current', 'defaults')) order by id for update`,
    [recordId, historyId],
  );
}

/**
 * Returns the pending change of this device, marked as fetched; a repeated call returns the same. An expired change is
 * not returned.
 */
export async function fetchPending(ctx: Context): Promise<WaitingChange[]> {
  // In this order, and sent at one moment: the change is read when the calls before have ended.
  const [assignment, rows] = await Promise.all([
    findOwnAssignment(ctx),
    ctx.em.execute<
      { id: number; values: Values; submitted_at: string | null; expires_at: string | null; sent_at: string | null }[]
    >(
      `select s.id, s.values, s.submitted_at, s.expires_at, s.sent_at from settings_records s join device_history h on h.id = s.history_id
        where ${MINE} and h.end_date is null and s.status = 'pending' and (s.expires_at is null or s.expires_at > ?) for update of s`,
      [ctx.app.now()],
    ),
  ]);
  if (!assignment) return [];
  for (const { id } of rows.filter(({ sent_at: sent }) => sent === null)) {
    await markSent(ctx, id);
    announceStatus(ctx, { patientId: assignment.patientId, historyId: assignment.id, recordId: id });
  }
  return rows.map((row) => ({
    id: row.id,
    values: row.values,
    submittedAt: instant(row.submitted_at),
    expiresAt: instant(row.expires_at),
  }));
}

/**
 * Stores a device's answer to a change once: a repeated answer gets the same reply, a different one is logged and
 * ignored. Throws NotFound for a record that is not a change of this device. `result` and `applied` are those of the
 * first answer; applied false: the change had been replaced or had expired.
 */
export async function answerSettings(
  ctx: Context,
  assignment: Assignment | null,
  recordId: number,
  answer: Answer,
): Promise<{ result: Answer['result']; applied: boolean }> {
  const rows = await lockRecords(ctx, assignment?.id ?? null, recordId);
  const row = rows.find(({ id, is_edit: isEdit }) => id === recordId && isEdit);
  if (!row) throw new NotFound();
  const ofAssignment = rows.filter(({ history_id: history }) => history === assignment?.id).map(held);
  const { outcome, steps } = answered(ofAssignment, held(row), answer);
  if (row.answer) return firstAnswer(ctx, row, outcome, answer);
  const applied = outcome === 'applied';
  await keepAnswer(ctx, recordId, answer, applied);
  // Without an assignment there is no record of the device's settings.
  const currentId = assignment ? await writeSteps(ctx, steps, { assignment, at: ctx.app.now() }) : null;
  if (applied) announceStatus(ctx, { patientId: row.patient_id, historyId: row.history_id, recordId });
  else if (currentId !== null && assignment)
    announceStatus(ctx, { patientId: assignment.patientId, historyId: assignment.id, recordId: currentId });
  return { result: answer.result, applied };
}

function firstAnswer(
  ctx: Context,
  { id, answer: first }: Row,
  outcome: AnswerOutcome,
  second: Answer,
): { result: Answer['result']; applied: boolean } {
  const { result, applied } = first!;
  if (outcome === 'contradicted')
    ctx.app.log.warn(
      { settingsRecordId: id, first: result, second: second.result, requestId: ctx.request.id },
      'a device answered a change twice, and not the same',
    );
  return { result, applied };
}

/**
 * Returns the known settings of the calling device, locked, with its assignment: most reports need only this one
 * statement. Only a device without known settings needs a lock against creating two records at once.
 */
async function lockCurrent(ctx: Context): Promise<{ assignment: Assignment | null; current: Row | undefined }> {
  const [row] = await ctx.em.execute<(Row & { org_id: number })[]>(
    `select s.id, s.org_id, s.history_id, s.patient_id, s.status, s.values, s.is_edit, s.answer, s.collected_at
       from settings_records s join device_history h on h.id = s.history_id where ${MINE} and h.end_date is null and s.status in ('current', 'defaults') for update of s`,
  );
  if (row) return { assignment: { id: row.history_id, orgId: row.org_id, patientId: row.patient_id }, current: row };
  const assignment = await findOwnAssignment(ctx);
  const rows = assignment ? await lockRecords(ctx, assignment.id, null) : [];
  return { assignment, current: rows.find(({ status }) => status !== 'pending') };
}

/**
 * Stores the settings that the calling device reports. Returns false when nothing was recorded: without an assignment,
 * or when the report is older than the stored one and differs. If two concurrent reports arrive in reverse order, the
 * older one changes nothing.
 */
export async function reportSettings(ctx: Context, values: Values, collectedAt: Date): Promise<boolean> {
  const { assignment, current } = await lockCurrent(ctx);
  if (!assignment) return false;
  if (current?.collected_at && new Date(current.collected_at) > collectedAt)
    return sameSettings(current.values, values);
  const steps = reported(current ? [held(current)] : [], values);
  const currentId = await writeSteps(ctx, steps, { assignment, at: collectedAt });
  // Unchanged settings are not announced.
  if (currentId !== null && (currentId !== current?.id || current.status === 'defaults'))
    announceStatus(ctx, { patientId: assignment.patientId, historyId: assignment.id, recordId: currentId });
  return true;
}

/** Enqueues the job that follows a submitted change, in the transaction that submits it. */
export const enqueueDelivery = (ctx: Context, recordId: number, startAfter?: Date): Promise<void> =>
  ctx.enqueue('deliver-settings', { settingsRecordId: recordId }, { key: `settings:${recordId}`, startAfter });

/**
 * Marks an expired change as a failed delivery, and announces it; enqueues a later check for a change that has not
 * expired. A change that was answered, replaced or deleted stays as it is, and one without an expiry (from before the
 * gateway existed) stays pending.
 */
export async function expireDelivery(ctx: Context, recordId: number): Promise<void> {
  const [row] = await ctx.em.execute<
    (Pick<Row, 'patient_id' | 'history_id' | 'status'> & { expires_at: string | null })[]
  >('select patient_id, history_id, status, expires_at from settings_records where id = ? for update', [recordId]);
  if (row?.status !== 'pending' || !row.expires_at) return;
  const expiresAt = new Date(row.expires_at);
  if (expiresAt > ctx.app.now()) return enqueueDelivery(ctx, recordId, expiresAt);
  await writeSteps(ctx, expired({ id: recordId, state: row.status }));
  announceStatus(ctx, { patientId: row.patient_id, historyId: row.history_id, recordId });
}

/** Enqueues a job for every pending change that has none. Returns their number. */
export async function resumeDeliveries(ctx: Context): Promise<number> {
  const lost = await ctx.em.execute<{ id: number }[]>(
    `select s.id from settings_records s where s.status = 'pending' and s.expires_at is not null and not exists (
       select from pgboss.job j where j.name = 'deliver-settings' and j.singleton_key = 'settings:' || s.id and j.state in ('created', 'retry', 'active'))
      order by s.id limit 1000`,
  );
  for (const { id } of lost) await enqueueDelivery(ctx, id);
  return lost.length;
}
