import { sql } from 'kysely';
import { write, type NewRow } from '../db/write.ts';
import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Context } from '../shared/context.ts';
import type { SettingValue } from './settings-catalog.rules.ts';
import { ended, type Answer, type Held, type Step } from './settings-delivery-states.ts';
import { SettingsRecord } from './settings-record.entity.ts';

// The only file that writes settings_records (decisions/023); the lint rule of every other file says so.

type Values = Record<string, SettingValue>;

/** The assignment whose settings are written. */
export interface Assignment {
  id: number;
  orgId: number;
  patientId: number;
}

/** The source of settings: the module collected them, or a card had them. */
export type Source = 'wireless' | 'sd card';

/** What the device reported: for which assignment, when, and by which way; the module's by default. */
export interface Collected {
  assignment: Assignment;
  at: Date;
  source?: Source;
}

// Context.run starts the transaction again on this code of PostgreSQL.
const serializationConflict = (why: string) => Object.assign(new Error(why), { code: '40001' });

/** Announces that a record has another status, to the pages that show its patient. */
export const announceStatus = (
  ctx: Context,
  change: { patientId: number; historyId: number; recordId: number },
): void => ctx.publish('settings.status-changed', change);

/** Adds a submitted change, pending until its device answers. Throws when the assignment has a pending change. */
export async function addChange(
  ctx: Context,
  history: DeviceHistory,
  change: { values: Values; basedOnId: number | null; submittedAt: Date; expiresAt: Date },
): Promise<SettingsRecord> {
  const record = ctx.em.create(SettingsRecord, {
    orgId: history.orgId,
    patientId: history.patient.id,
    history,
    state: 'pending',
    ...change,
    isEdit: true,
    submittedById: ctx.viewer.userId,
    submittedBy: ctx.viewer.displayName,
    collected: null,
    source: null,
    createdAt: change.submittedAt,
    sentAt: null,
    answeredAt: null,
    failure: null,
    refusal: null,
    dismissedById: null,
    dismissedBy: null,
    dismissedAt: null,
  });
  await ctx.em.flush();
  return record;
}

/** Adds what the device uses as its current record. Returns the id. */
async function addCollected(
  { em, app }: Context,
  { id, orgId, patientId }: Assignment,
  values: Values,
  { at, source = 'wireless' }: Collected,
): Promise<number> {
  const made = await write(em)
    .insertInto('settings_records')
    .values({
      org_id: orgId,
      patient_id: patientId,
      history_id: id,
      status: 'current',
      values: JSON.stringify(values),
      is_edit: false,
      collected_at: at,
      source,
      created_at: app.now(),
    })
    .onConflict((conflict) =>
      conflict
        .column('history_id')
        .where(sql<boolean>`status in ('current', 'defaults')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      const deleted = (error as { code?: string }).code === '23503';
      throw deleted ? serializationConflict('another transaction deleted the assignment') : error;
    });
  if (!made) throw serializationConflict('the device reported twice at once');
  return made.id;
}

const change = ({ em }: Context, id: number, values: Partial<NewRow<'settings_records'>>): Promise<unknown> =>
  write(em).updateTable('settings_records').set(values).where('id', '=', id).execute();

/**
 * Writes the steps in their order. Returns the id of the record that is now current, or null when no step made one.
 * Only steps of a report or an answer collect settings; they need the assignment and the time of the collection.
 */
export async function writeSteps(ctx: Context, steps: readonly Step[], collected?: Collected): Promise<number | null> {
  let currentId: number | null = null;
  for (const step of steps) {
    switch (step.kind) {
      case 'move':
        await change(ctx, step.id, { status: step.to, failure: step.failure ?? null });
        break;
      case 'confirm':
        await change(ctx, step.id, {
          status: 'current',
          source: collected!.source ?? 'wireless',
          collected_at: collected!.at,
        });
        currentId = step.id;
        break;
      case 'dismiss':
        await change(ctx, step.id, {
          dismissed_by_id: ctx.viewer.userId,
          dismissed_by_name: ctx.viewer.displayName,
          dismissed_at: ctx.app.now(),
        });
        break;
      case 'collect':
        currentId = await addCollected(ctx, collected!.assignment, step.values, collected!);
    }
  }
  return currentId;
}

/** Adds settings that a card had before the current ones were collected; once for each time. */
export const addEarlier = (
  { em }: Context,
  values: Values,
  { assignment: { id, orgId, patientId }, at, source }: Required<Collected>,
): Promise<unknown> =>
  em.execute(
    `insert into settings_records (org_id, patient_id, history_id, status, values, is_edit, collected_at, source, created_at)
     select ?, ?, ?, 'past', ?, false, ?, ?, ?
      where not exists (select from settings_records s where s.history_id = ? and s.source = ? and s.collected_at = ?)`,
    [orgId, patientId, id, JSON.stringify(values), at, source, at, id, source, at],
  );

/** Records that the device fetched a change. */
export const markSent = (ctx: Context, id: number): Promise<unknown> => change(ctx, id, { sent_at: ctx.app.now() });

/** Records the device's answer to a change as it came; `applied` false: the change was replaced or expired before. */
export const keepAnswer = (ctx: Context, id: number, answer: Answer, applied: boolean): Promise<unknown> =>
  change(ctx, id, {
    answer: JSON.stringify({ ...answer, applied }),
    answered_at: applied ? ctx.app.now() : null,
    refusal: applied && answer.result === 'refused' ? answer.reason : null,
  });

/**
 * Ends the pending change of an ended assignment and announces it, in the transaction that ends the assignment: no
 * session of the device will fetch it. Write the assignment first: a concurrent submission then waits and finds it ended.
 */
export async function endPendingSettings(ctx: Context, history: DeviceHistory): Promise<void> {
  const pending = await ctx.em.execute<Pick<Held, 'id' | 'state'>[]>(
    `select id, status as state from settings_records where history_id = ? and status = 'pending' for update`,
    [history.id],
  );
  await writeSteps(ctx, pending.flatMap(ended));
  for (const { id } of pending)
    announceStatus(ctx, { patientId: history.patient.id, historyId: history.id, recordId: id });
}
