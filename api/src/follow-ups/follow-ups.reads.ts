import type { Context } from '../shared/context.ts';
import type { RowCount } from '../shared/list-count.ts';
import { MAX_COUNT } from '../shared/list.rules.ts';
import {
  FOLLOW_UP_REASONS,
  type FollowUpOutcome,
  type FollowUpReason,
  type FollowUpState,
} from './follow-ups.rules.ts';
import {
  countSql,
  openReasonsSql,
  pageSql,
  placeOfReason,
  type FollowUpsAsked,
  type FollowUpFilter,
} from './follow-ups-sources.ts';

/** A follow-up as it is found: the reason, and the latest act of the viewer's organization. */
export interface FollowUpRow {
  patientId: number;
  reason: FollowUpReason;
  /** First day of the reason, in the zone of the viewer's organization. */
  sinceDay: string;
  until: string | null;
  /** What the list is ordered by after `until`. */
  since: string;
  /** Of iCode calls: the longest code that is read on the last day. */
  longest: number | null;
  state: FollowUpState;
  version: number | null;
  assigneeId: number | null;
  assigneeName: string | null;
  hiddenUntil: string | null;
  outcome: FollowUpOutcome | null;
  note: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
}

type Found = Omit<FollowUpRow, 'reason' | 'state' | 'decidedAt'> & {
  place: number;
  isHidden: boolean;
  decidedAt: number | null;
};

const stateOf = ({ isHidden, outcome }: Pick<Found, 'isHidden' | 'outcome'>): FollowUpState =>
  !isHidden ? 'open' : outcome === null ? 'snoozed' : 'done';

/** Returns follow-ups in the order of the list: until, the longest due, patient, reason. One statement. */
export async function readFollowUps(ctx: Context, asked: FollowUpsAsked): Promise<FollowUpRow[]> {
  const page = pageSql(ctx, asked);
  const rows = page === null ? [] : await ctx.em.execute<Found[]>(page.sql, page.values);
  return rows.map(({ place, isHidden, decidedAt, ...row }) => ({
    ...row,
    reason: FOLLOW_UP_REASONS[place]!,
    state: stateOf({ isHidden, outcome: row.outcome }),
    decidedAt: decidedAt === null ? null : new Date(decidedAt),
  }));
}

/** Returns the number of follow-ups of each reason, each up to 10,000. One statement. */
export async function countFollowUps(
  ctx: Context,
  filter: FollowUpFilter,
): Promise<({ reason: FollowUpReason } & RowCount)[]> {
  const reasons = FOLLOW_UP_REASONS.filter((reason) => !filter.reasons || filter.reasons.includes(reason));
  if (reasons.length === 0) return [];
  const { sql, values } = countSql(ctx, filter, reasons, MAX_COUNT + 1);
  const rows = await ctx.em.execute<{ reason: FollowUpReason; rows: number }[]>(sql, values);
  const byReason = new Map(rows.map((row) => [row.reason, row.rows]));
  return reasons.map((reason) => {
    const found = byReason.get(reason) ?? 0;
    return { reason, rows: Math.min(found, MAX_COUNT), isCapped: found > MAX_COUNT };
  });
}

/** Returns the follow-ups of each patient in any state, in the order of the list. For `ctx.loader`. */
export async function followUpsOfPatients(ctx: Context, patientIds: readonly number[]): Promise<FollowUpRow[][]> {
  const rows = await readFollowUps(ctx, { patientIds, limit: null });
  const byPatient = Map.groupBy(rows, ({ patientId }) => patientId);
  return patientIds.map((id) => byPatient.get(id) ?? []);
}

/** Returns the open reasons of each patient. For `ctx.loader`. */
export async function openReasonsOf(ctx: Context, patientIds: readonly number[]): Promise<FollowUpReason[][]> {
  const { sql, values } = openReasonsSql(ctx, patientIds);
  const rows = await ctx.em.execute<{ patient_id: number; place: number }[]>(sql, values);
  const byPatient = Map.groupBy(rows, ({ patient_id }) => patient_id);
  return patientIds.map((id) => {
    const places = (byPatient.get(id) ?? []).map(({ place }) => place);
    return FOLLOW_UP_REASONS.filter((reason) => places.includes(placeOfReason(reason)));
  });
}

/** Returns the users who may be given a follow-up of a patient, whose name contains a text, by name. */
export async function assigneesOf(
  { em }: Context,
  patientId: number,
  search: string,
  most: number,
): Promise<{ id: number; name: string }[]> {
  return em.execute<{ id: number; name: string }[]>(
    'select a.id, a.name from follow_up_assignees(?) a where plain_text(a.name) like ? order by plain_text(a.name), a.id limit ?',
    [patientId, search, most],
  );
}

/** Whether a user is one of them. */
export async function isAssignee({ em }: Context, patientId: number, userId: number): Promise<boolean> {
  return (
    (await em.execute<unknown[]>('select 1 from follow_up_assignees(?) a where a.id = ?', [patientId, userId])).length >
    0
  );
}
