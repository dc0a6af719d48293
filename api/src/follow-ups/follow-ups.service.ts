import { NOW, write } from '../db/write.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { Conflict, type RowVersion } from '../shared/conflict.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { MAX_COUNT, MAX_ROW } from '../shared/list.rules.ts';
import { escapeLike } from '../shared/list-text.ts';
import { openJson, sealCursor } from '../shared/sealed-cursor.ts';
import type { RowCount } from '../shared/list-count.ts';
import { rowId } from '../shared/node.ts';
import { isCalendarDate, plainText } from '../shared/text.rules.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { FollowUpDecision } from './follow-up-decision.entity.ts';
import { canActOnFollowUps, canReadFollowUps } from './follow-ups.policy.ts';
import { assigneesOf, countFollowUps, isAssignee, readFollowUps, type FollowUpRow } from './follow-ups.reads.ts';
import type { FollowUpFilter, FollowUpPlace } from './follow-ups-sources.ts';
import {
  completeRules,
  FOLLOW_UP_REASONS,
  HIDDEN_DAYS,
  MAX_FOLLOW_UP_PAGE,
  snoozeRules,
  type FollowUpAct,
  type FollowUpReason,
  type HiddenUntil,
} from './follow-ups.rules.ts';
import { FollowUp, type FollowUpCount, type FollowUpsArgs } from './follow-ups.types.ts';

/** Returns the cursor of a follow-up: its place in the list. */
export const followUpCursorOf = ({ app }: Context, { until, since, patientId, reason }: FollowUpPlace): string =>
  sealCursor(app.config, JSON.stringify([until, since, patientId, reason]));

const TIME = /^(-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?)$/;

/** Returns the place that a cursor names; refuses any other text. */
export function placeAt({ app }: Context, field: string, cursor: string): FollowUpPlace {
  const named = openJson(app.config, cursor);
  const [until, since, patientId, reason] = Array.isArray(named) ? (named as unknown[]) : [];
  const isDay = (value: unknown): value is string => typeof value === 'string' && isCalendarDate(value);
  const isPlace =
    (isDay(until) ? isDay(since) : until === null && typeof since === 'string' && TIME.test(since)) &&
    Number.isInteger(patientId) &&
    FOLLOW_UP_REASONS.includes(reason as FollowUpReason);
  if (!isPlace) throw refusalOf(field, 'list.cursor');
  return { until, since, patientId, reason } as FollowUpPlace;
}

/** Returns which follow-ups arguments ask for. */
export const filterOf = ({
  state,
  reasons,
  assigned,
}: Pick<FollowUpsArgs, 'state' | 'reasons' | 'assigned'>): FollowUpFilter => ({
  state,
  reasons: reasons ?? null,
  assigned: assigned ?? null,
});

async function total(ctx: Context, filter: FollowUpFilter): Promise<RowCount> {
  const counts = await countFollowUps(ctx, filter);
  const rows = counts.reduce((sum, count) => sum + count.rows, 0);
  return { rows: Math.min(rows, MAX_COUNT), isCapped: rows > MAX_COUNT || counts.some(({ isCapped }) => isCapped) };
}

/** The numbers of follow-ups that match a filter, and of all in its state. */
export const countsOf = (ctx: Context, filter: FollowUpFilter) => ({
  matching: () => total(ctx, filter),
  all: () => total(ctx, { state: filter.state, reasons: null, assigned: null }),
});

/**
 * Returns a page of the follow-ups of the patients that the viewer sees, those that end first before the others. Refuses a
 * size and a cursor that are not valid.
 */
export async function listFollowUps(
  ctx: Context,
  { first, after, ...chosen }: FollowUpsArgs,
): Promise<ConnectionShape<FollowUp>> {
  if (first < 1 || first > MAX_FOLLOW_UP_PAGE) throw refusalOf('first', 'list.limit', { max: MAX_FOLLOW_UP_PAGE });
  const filter = filterOf(chosen);
  const place = after == null ? null : placeAt(ctx, 'after', after);
  const rows = await readFollowUps(ctx, { ...filter, after: place, limit: first + 1 });
  const edges = rows.slice(0, first).map((row) => ({ cursor: followUpCursorOf(ctx, row), node: new FollowUp(row) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    counts: countsOf(ctx, filter),
  };
}

/** A page of follow-ups for REST. `cursor`: of the last row when more rows follow. */
export interface FollowUpsPage {
  rows: FollowUpRow[];
  cursor: string | null;
}

/** Returns a page as `listFollowUps`, by page number or behind a cursor. Refuses a page behind row 50,000. */
export async function followUpsPage(
  ctx: Context,
  filter: FollowUpFilter,
  { limit, after, skipped }: { limit: number; after: string | null; skipped: number },
): Promise<FollowUpsPage> {
  if (after === null && skipped + limit > MAX_ROW) throw refusalOf('page', 'list.depth', { max: MAX_ROW });
  const place = after === null ? { skipped } : { after: placeAt(ctx, 'next', after) };
  const rows = await readFollowUps(ctx, { ...filter, ...place, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return { rows: shown, cursor: rows.length > limit ? followUpCursorOf(ctx, shown.at(-1)!) : null };
}

/** Returns every follow-up that `listFollowUps` pages through; refuses more than 10,000. */
export async function everyFollowUp(ctx: Context, filter: FollowUpFilter): Promise<FollowUpRow[]> {
  const rows = await readFollowUps(ctx, { ...filter, limit: MAX_COUNT + 1 });
  if (rows.length > MAX_COUNT) throw refusalOf('csv', 'export.too_many', { max: MAX_COUNT });
  return rows;
}

/** Returns the number of open follow-ups of each reason; none for a viewer who may not read patients. */
export async function openCounts(ctx: Context): Promise<FollowUpCount[]> {
  if (!canReadFollowUps(ctx.viewer)) return [];
  const counts = await countFollowUps(ctx, { state: 'open', reasons: null, assigned: null });
  return counts.map(({ reason, rows, isCapped }) => ({ reason, count: rows, countIsCapped: isCapped }));
}

/** Open follow-ups on the home page. */
const ON_HOME_PAGE = 10;

/** Returns the first open follow-ups; none for a viewer who may not read patients. */
export async function firstFollowUps(ctx: Context): Promise<FollowUp[]> {
  if (!canReadFollowUps(ctx.viewer)) return [];
  const rows = await readFollowUps(ctx, { state: 'open', limit: ON_HOME_PAGE });
  return rows.map((row) => new FollowUp(row));
}

/** Colleagues in one answer. */
const MAX_ASSIGNEES = 50;

/**
 * Returns the colleagues who may read a patient and whose name contains the text, by name. Throws NotFound for a patient
 * that the viewer may not see, Forbidden for a viewer who may not act on follow-ups.
 */
export async function listAssignees(
  ctx: Context,
  patientId: string,
  search: string,
): Promise<{ id: number; name: string }[]> {
  const patient = await findPatient(ctx, rowId('Patient', patientId));
  authorize(canActOnFollowUps(ctx.viewer));
  return assigneesOf(ctx, patient.id, `%${escapeLike(plainText(search.trim()))}%`, MAX_ASSIGNEES);
}

/** The follow-up of an act, and the version that the user saw. */
export interface Named {
  patientId: string;
  reason: FollowUpReason;
  version?: RowVersion | null;
}

/** What the form of an act sends, before it is validated. */
type Form = Partial<Record<'until' | 'outcome' | 'lookAgainOn' | 'note', unknown>>;

/** Returns the follow-up of a patient and a reason; undefined when the reason does not hold. */
async function readOne(ctx: Context, patientId: number, reason: FollowUpReason): Promise<FollowUpRow | undefined> {
  return (await readFollowUps(ctx, { patientIds: [patientId], reasons: [reason], limit: null }))[0];
}

/** Returns the follow-up after an act; null when its reason no longer holds. */
export async function followUpOf(ctx: Context, { patientId, reason }: FollowUpDecision): Promise<FollowUp | null> {
  const row = await readOne(ctx, patientId, reason);
  return row ? new FollowUp(row) : null;
}

/** Returns the act if the viewer's organization decided it; throws NotFound otherwise. */
export const findDecision = (ctx: Context, id: number): Promise<FollowUpDecision> =>
  findVisible(ctx, FollowUpDecision, { id });

/** Another user acted since: the refusal has their act, and with it the follow-up as it is now. */
async function conflict(ctx: Context, row: FollowUpRow | undefined): Promise<Conflict<FollowUpDecision | null>> {
  const decision = row?.version == null ? null : await findDecision(ctx, row.version);
  return new Conflict(decision, 'conflict.follow_up', decision ? [decision.patientId] : []);
}

/**
 * Returns the follow-up of an act. Throws NotFound for a patient that the viewer may not see, Forbidden for a viewer who may
 * not act; refuses a reason that no longer holds, and a version that is not the present one.
 */
async function findNamed(ctx: Context, { patientId, reason, version }: Named): Promise<FollowUpRow> {
  const patient = await findPatient(ctx, rowId('Patient', patientId));
  authorize(canActOnFollowUps(ctx.viewer));
  const row = await readOne(ctx, patient.id, reason);
  if (!row) throw new InvalidInput([{ field: '', code: 'follow_up.ended', message: 'follow_up.ended' }]);
  if (String(version ?? 0) !== String(row.version ?? 0)) throw await conflict(ctx, row);
  return row;
}

/** What an act does to a follow-up, when nothing speaks against it. */
export interface CheckedAct {
  row: FollowUpRow;
  act: FollowUpAct;
  assigneeId?: number | null;
  hiddenUntil?: string | null;
  outcome?: string | null;
  note?: string | null;
}

const ADD = `
  insert into follow_ups (org_id, patient_id, reason, act, replaces_id, assignee_id, hidden_until, outcome, note)
  select org_id, id, ?, ?, ?, ?, ?, ?, ? from patients where id = ?
  on conflict (work_org_id, patient_id, reason) where replaced_at is null do nothing returning id`;

/** Replaces a version; returns whether it was the present one. */
async function replace({ em }: Context, version: number): Promise<boolean> {
  const replaced = await write(em)
    .updateTable('follow_ups')
    .set({ replaced_at: NOW })
    .where('id', '=', version)
    .where('replaced_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return replaced !== undefined;
}

/** Writes an act that was checked, and returns it; refuses it when another user acted in between. */
export async function decide(
  ctx: Context,
  { row, act, assigneeId = null, hiddenUntil = null, outcome = null, note = null }: CheckedAct,
): Promise<FollowUpDecision> {
  const { patientId, reason, version } = row;
  // Of two acts on one version, or on none yet, one waits for the other and then finds no row.
  const isPresent = version === null || (await replace(ctx, version));
  const values = [reason, act, version, assigneeId, hiddenUntil, outcome, note, patientId];
  const [added] = isPresent ? await ctx.em.execute<{ id: number }[]>(ADD, values) : [];
  if (!added) throw await conflict(ctx, await readOne(ctx, patientId, reason));
  ctx.note({ followUp: added.id, patient: patientId, reason, act, assignee: assigneeId, until: hiddenUntil, outcome });
  return findDecision(ctx, added.id);
}

/** Checks an assignment to a colleague who may read the patient, or to no one. The follow-up stays hidden as long as it was. */
export async function checkAssign(ctx: Context, input: Named & { userId?: string | null }): Promise<CheckedAct> {
  const row = await findNamed(ctx, input);
  const assigneeId = input.userId == null ? null : rowId('User', input.userId);
  if (assigneeId !== null && !(await isAssignee(ctx, row.patientId, assigneeId)))
    throw new InvalidInput([{ field: 'userId', code: 'follow_up.assignee', message: 'follow_up.assignee' }]);
  return { row, act: 'assigned', assigneeId };
}

/** From tomorrow to 90 days from today. */
const hiddenUntilOf = ({ today }: Context): HiddenUntil => ({
  first: addDays(today, HIDDEN_DAYS.least),
  last: addDays(today, HIDDEN_DAYS.most),
});

/** Checks that a follow-up can be hidden until a day, from tomorrow to 90 days from today. */
export async function checkSnooze(ctx: Context, input: Named & Form): Promise<CheckedAct> {
  const row = await findNamed(ctx, input);
  const { until, note } = await validate(snoozeRules(hiddenUntilOf(ctx)), input);
  return { row, act: 'snoozed', hiddenUntil: until, note };
}

/** Checks the end of a follow-up with its outcome; it is shown again on a day, in seven days if none is named, if the reason still holds. */
export async function checkComplete(ctx: Context, input: Named & Form): Promise<CheckedAct> {
  const row = await findNamed(ctx, input);
  const { outcome, lookAgainOn, note } = await validate(completeRules(hiddenUntilOf(ctx)), input);
  const hiddenUntil = lookAgainOn ?? addDays(ctx.today, HIDDEN_DAYS.done);
  return { row, act: 'done', outcome, hiddenUntil, note };
}

/** Checks that a follow-up that was snoozed or done can be shown. */
export async function checkReopen(ctx: Context, input: Named): Promise<CheckedAct> {
  return { row: await findNamed(ctx, input), act: 'reopened' };
}
