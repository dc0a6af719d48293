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
  type Outcome,
} from './settings-delivery.states.ts';
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

// Rows read past the entities carry instants as PostgreSQL writes them.
const instant = (text: string | null) => (text === null ? null : new Date(text));

const held = (row: Row): Held => ({
  id: row.id,
  state: row.status,
  values: row.values,
  isEdit: row.is_edit,
  answer: row.answer,
});

// Row-level security lets a device see nothing but its own. It is said again where the planner would else read every active assignment to find that out.
const MINE = 'h.machine_id = ctx_machine()';

/**
 * The assignment of the device that asks; null when no patient has it now. Until the end of the transaction the device speaks once at a time: what it
 * sends twice at once is done one after the other.
 */
export async function findOwnAssignment({ em }: Context): Promise<Assignment | null> {
  const [row] = await em.execute<{ id: number; org_id: number; patient_id: number }[]>(
    `select h.id, h.org_id, h.patient_id, pg_advisory_xact_lock(3, h.id) from device_history h where ${MINE} and h.end_date is null`,
  );
  return row ? { id: row.id, orgId: row.org_id, patientId: row.patient_id } : null;
}

/**
 * The records that a device's word may change, locked until the end of the transaction, as submitSettings and the end of an assignment lock
 * them; those hold the assignment's row before. A device may not lock that: it is staff's.
 */
function lockRecords({ em }: Context, historyId: number | null, recordId: number | null): Promise<Row[]> {
  return em.execute<Row[]>(
    `select id, history_id, patient_id, status, values, is_edit, answer, collected_at from settings_records
      where id = ? or (history_id = ? and status in ('pending', 'current', 'defaults')) order by id for update`,
    [recordId, historyId],
  );
}

/** The change that waits for the device of this assignment, marked as fetched; asking again answers the same. One whose time is over is not handed out. */
export async function fetchPending(ctx: Context, assignment: Assignment | null): Promise<WaitingChange[]> {
  if (!assignment) return [];
  const now = ctx.app.now();
  const rows = await ctx.em.execute<
    { id: number; values: Values; submitted_at: string | null; expires_at: string | null; sent_at: string | null }[]
  >(
    `select id, values, submitted_at, expires_at, sent_at from settings_records where history_id = ? and status = 'pending' and (expires_at is null or expires_at > ?) for update`,
    [assignment.id, now],
  );
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
 * Takes a device's answer to a change, once: the same answer again gets the same reply, another one is logged and not believed. Throws NotFound for
 * what is no change of this device. `result` and `applied` are of the first answer; applied false: the change was replaced or expired before.
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
  // Without an assignment there is no record to keep of what the device uses.
  const currentId = assignment ? await writeSteps(ctx, steps, { assignment, at: ctx.app.now() }) : null;
  if (applied) announceStatus(ctx, { patientId: row.patient_id, historyId: row.history_id, recordId });
  else if (currentId !== null && assignment)
    announceStatus(ctx, { patientId: assignment.patientId, historyId: assignment.id, recordId: currentId });
  return { result: answer.result, applied };
}

function firstAnswer(
  ctx: Context,
  { id, answer: first }: Row,
  outcome: Outcome,
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
 * What is known to be used by the device that asks, locked, with its assignment: all that most reports need, in one statement. Only a device of
 * which nothing is known has to be kept from beginning twice at once.
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
 * Takes what the device that asks says it uses. Answers false when that is older than what is known and not the same, and without an assignment:
 * nothing was recorded then. Of two words sent at once the later one may be heard first; the other one then says nothing new.
 */
export async function reportSettings(ctx: Context, values: Values, collectedAt: Date): Promise<boolean> {
  const { assignment, current } = await lockCurrent(ctx);
  if (!assignment) return false;
  if (current?.collected_at && new Date(current.collected_at) > collectedAt)
    return sameSettings(current.values, values);
  const steps = reported(current ? [held(current)] : [], values);
  const currentId = await writeSteps(ctx, steps, { assignment, at: collectedAt });
  // The same as before is no news to anybody who looks at it.
  if (currentId !== null && (currentId !== current?.id || current.status === 'defaults'))
    announceStatus(ctx, { patientId: assignment.patientId, historyId: assignment.id, recordId: currentId });
  return true;
}

/** Puts the work of looking after a submitted change on the queue, in the transaction that submits it. */
export const enqueueDelivery = (ctx: Context, recordId: number, startAfter?: Date): Promise<void> =>
  ctx.enqueue('deliver-settings', { settingsRecordId: recordId }, { key: `settings:${recordId}`, startAfter });

/**
 * Makes a change whose time is over a failed delivery, and announces it; one that still has time is looked at again then. One that was answered,
 * replaced or deleted stays as it is, and one without an end (written before there was a gateway) waits on.
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

/** Puts work on the queue for every change that is on its way and has none. Answers how many. */
export async function resumeDeliveries(ctx: Context): Promise<number> {
  const lost = await ctx.em.execute<{ id: number }[]>(
    `select s.id from settings_records s where s.status = 'pending' and s.expires_at is not null and not exists (
       select from pgboss.job j where j.name = 'deliver-settings' and j.singleton_key = 'settings:' || s.id and j.state in ('created', 'retry', 'active'))
      order by s.id limit 1000`,
  );
  for (const { id } of lost) await enqueueDelivery(ctx, id);
  return lost.length;
}
