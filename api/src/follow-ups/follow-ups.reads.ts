import { QUIET_DAYS, QUIET_HOURS } from '../patients/patients.attention.ts';
import type { Context } from '../shared/context.ts';
import { MAX_COUNT } from '../shared/list.rules.ts';
import type { RowCount } from '../shared/list.count.ts';
import {
  FOLLOW_UP_REASONS,
  type FollowUpAssigned,
  type FollowUpOutcome,
  type FollowUpReason,
  type FollowUpState,
} from './follow-ups.rules.ts';

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

/** Which follow-ups are read. */
export interface FollowUpFilter {
  state: FollowUpState;
  /** Null: of each reason. */
  reasons: readonly FollowUpReason[] | null;
  /** Null: whoever they are assigned to. */
  assigned: FollowUpAssigned | null;
}

/** The place of a follow-up in the order of the list. */
export type FollowUpPlace = Pick<FollowUpRow, 'until' | 'since' | 'patientId' | 'reason'>;

const placeOf = (reason: FollowUpReason): number => FOLLOW_UP_REASONS.indexOf(reason);

// What is written into the statements is computed here or has one of these forms.
const date = (day: string) => `date '${day.replace(/[^\d-]/g, '')}'`;
const instant = (time: string) => `timestamptz '${time.replace(/[^\d: .+TZa-z-]/g, '')}'`;
const number = (value: number) => String(Math.trunc(value));

/** Day, time and zone for which the reasons are computed. */
interface Now {
  today: string;
  at: string;
  zone: string;
}

const nowOf = (ctx: Context): Now => ({
  today: date(ctx.today),
  at: instant(ctx.app.now().toISOString()),
  zone: `'${ctx.timezone.replaceAll("'", "''")}'`,
});

/** A reason as the rows of a table with an index in the order of the list. */
interface Source {
  /** The table, its alias, and the column with the patient. */
  table: string;
  patient: string;
  /** Condition under which the reason holds. */
  holds: (now: Now) => string;
  /** The last day; null for a reason without one. */
  until: string | null;
  /** The first day, in the zone of the viewer's organization. */
  sinceDay: (now: Now) => string;
  /** The time at which the reason began, as far as an act that hides it is concerned. */
  began: (now: Now) => string;
  /** The columns of the index, and the condition of the rows behind a place. */
  order: string;
  behind: (place: FollowUpPlace, than: '>' | '>=') => string | null;
  /** What the order compares after `until`: a day or a time. */
  day: string;
  time: string;
}

const midnight = (day: string, { zone }: Now) => `(${day})::timestamp at time zone ${zone}`;
const dayIn = (time: string, { zone }: Now) => `(${time} at time zone ${zone})::date`;
const NO_TIME = 'null::timestamptz';
const NO_DAY = 'null::date';
const QUIET = `interval '${QUIET_HOURS} hours'`;

const SOURCES: Record<FollowUpReason, Source> = {
  nights_needed: {
    table: 'patients p',
    patient: 'p.id',
    holds: ({ today }) =>
      `p.compliance_met_on is null and p.compliance_short_on <= ${today} and p.compliance_closes_on > ${today} and p.compliance_cannot_be_met_on > ${today}`,
    until: 'p.compliance_cannot_be_met_on - 1',
    sinceDay: () => 'p.compliance_short_on',
    began: (now) => midnight('p.compliance_short_on', now),
    order: 'p.compliance_cannot_be_met_on, p.compliance_short_on, p.id',
    behind: ({ until, since, patientId }, than) =>
      until &&
      `(p.compliance_cannot_be_met_on, p.compliance_short_on, p.id) ${than} (${date(until)} + 1, ${date(since)}, ${number(patientId)})`,
    day: 'p.compliance_short_on',
    time: NO_TIME,
  },
  icode_call: {
    table: 'patients p',
    patient: 'p.id',
    holds: ({ today }) => `p.compliance_call_on <= ${today} and p.compliance_call_until >= ${today}`,
    until: 'p.compliance_call_until',
    sinceDay: () => 'p.compliance_call_on',
    began: (now) => midnight('p.compliance_call_on', now),
    order: 'p.compliance_call_until, p.compliance_call_on, p.id',
    behind: ({ until, since, patientId }, than) =>
      until &&
      `(p.compliance_call_until, p.compliance_call_on, p.id) ${than} (${date(until)}, ${date(since)}, ${number(patientId)})`,
    day: 'p.compliance_call_on',
    time: NO_TIME,
  },
  silent: {
    table: 'device_states s',
    patient: 's.patient_id',
    holds: ({ at, today }) => `s.heard_at <= ${at} - ${QUIET} and s.active_since <= ${today} - ${QUIET_DAYS}`,
    until: null,
    sinceDay: (now) => `case when s.heard_at = '-infinity' then s.active_since else ${dayIn('s.heard_at', now)} end`,
    began: (now) => `greatest(s.heard_at + ${QUIET}, ${midnight(`s.active_since + ${QUIET_DAYS}`, now)})`,
    order: 's.heard_at, s.patient_id',
    behind: ({ until, since, patientId }, than) =>
      until === null ? `(s.heard_at, s.patient_id) ${than} (${instant(since)}, ${number(patientId)})` : 'true',
    day: NO_DAY,
    time: 's.heard_at',
  },
  settings_failed: {
    table: 'device_states s',
    patient: 's.patient_id',
    holds: () => "s.active_since is not null and s.settings_state = 'failed' and s.failed_at is not null",
    until: null,
    sinceDay: (now) => dayIn('s.failed_at', now),
    began: () => 's.failed_at',
    order: 's.failed_at, s.patient_id',
    behind: ({ until, since, patientId }, than) =>
      until === null ? `(s.failed_at, s.patient_id) ${than} (${instant(since)}, ${number(patientId)})` : 'true',
    day: NO_DAY,
    time: 's.failed_at',
  },
};

/** SQL of whether a follow-up is hidden: until a day, unless the reason began after the act that hid it. */
const hidden = (source: Source, now: Now) => `(f.hidden_until > ${now.today} and ${source.began(now)} <= f.hidden_at)`;

const IN_STATE: Record<FollowUpState, (source: Source, now: Now) => string> = {
  open: (source, now) => `${hidden(source, now)} is not true`,
  snoozed: (source, now) => `${hidden(source, now)} and f.outcome is null`,
  done: (source, now) => `${hidden(source, now)} and f.outcome is not null`,
};

interface Asked extends Partial<FollowUpFilter> {
  /** Of these patients alone. */
  patientIds?: readonly number[];
  after?: FollowUpPlace | null;
  /** Follow-ups before the page. */
  skipped?: number;
  limit: number | null;
}

/** SQL of the follow-ups of one reason, in the order of its index; null when the place is behind all of them. */
function oneReason(
  ctx: Context,
  reason: FollowUpReason,
  asked: Asked,
  columns: (source: Source, now: Now) => string,
): string | null {
  const now = nowOf(ctx);
  const source = SOURCES[reason];
  const { userId, workOrgId } = ctx.viewer;
  const { state, assigned, patientIds, after, limit, skipped = 0 } = asked;
  const behind = after ? source.behind(after, placeOf(reason) > placeOf(after.reason) ? '>=' : '>') : 'true';
  if (behind === null) return null;
  const where = [
    source.holds(now),
    behind,
    ...(state ? [IN_STATE[state](source, now)] : []),
    ...(assigned === 'me' ? [`f.assignee_id = ${number(userId)}`] : []),
    ...(assigned === 'no_one' ? ['f.assignee_id is null'] : []),
    ...(patientIds ? [`${source.patient} in (${patientIds.map(number).join(', ')})`] : []),
  ];
  const isDecided = assigned === 'me' || (state !== undefined && state !== 'open');
  return `select ${columns(source, now)} from ${source.table}
    ${isDecided ? '' : 'left '}join follow_ups f on f.work_org_id = ${number(workOrgId)} and f.patient_id = ${source.patient} and f.reason = '${reason}' and f.replaced_at is null
   where ${where.join(' and ')} order by ${source.order}${limit === null ? '' : ` limit ${number(skipped + limit)}`}`;
}

function everyReason(
  ctx: Context,
  asked: Asked,
  columns: (reason: FollowUpReason) => (source: Source, now: Now) => string,
): string | null {
  const reasons = FOLLOW_UP_REASONS.filter((reason) => !asked.reasons || asked.reasons.includes(reason));
  const selects = reasons.flatMap((reason) => oneReason(ctx, reason, asked, columns(reason)) ?? []);
  return selects.length === 0 ? null : selects.map((select) => `(${select})`).join(' union all ');
}

const COLUMNS = (reason: FollowUpReason) => (source: Source, now: Now) =>
  `${source.patient} as patient_id, ${placeOf(reason)} as place, ${source.until ?? NO_DAY} as until, ${source.day} as day, ${source.time} as time,
   ${source.sinceDay(now)} as since_day, ${hidden(source, now)} is true as is_hidden, f.id as act_id`;

type Found = Omit<FollowUpRow, 'reason' | 'state' | 'decidedAt'> & {
  place: number;
  isHidden: boolean;
  decidedAt: number | null;
};

const stateOf = ({ isHidden, outcome }: Pick<Found, 'isHidden' | 'outcome'>): FollowUpState =>
  !isHidden ? 'open' : outcome === null ? 'snoozed' : 'done';

/** Returns follow-ups in the order of the list: until, the longest due, patient, reason. One statement. */
export async function readFollowUps(ctx: Context, asked: Asked): Promise<FollowUpRow[]> {
  const every = everyReason(ctx, asked, COLUMNS);
  if (every === null) return [];
  const rows = await ctx.em.execute<Found[]>(
    `select d.patient_id as "patientId", d.place, d.until::text as until, coalesce(d.day::text, d.time::text) as since, d.since_day::text as "sinceDay",
            d.is_hidden as "isHidden", case when d.place = ${placeOf('icode_call')} then (
              select r.call_longest from compliance_results r where r.patient_id = d.patient_id and r.rule = 'CMS PAP') end as longest,
            f.id as version, f.assignee_id as "assigneeId", f.assignee_name as "assigneeName", f.hidden_until::text as "hiddenUntil",
            f.outcome, f.note, (extract(epoch from f.created_at) * 1000)::float8 as "decidedAt", f.author_name as "decidedBy"
       from (${every}) d left join follow_ups f on f.id = d.act_id
      order by d.until nulls last, d.day, d.time, d.patient_id, d.place${asked.limit === null ? '' : ` limit ${number(asked.limit)} offset ${number(asked.skipped ?? 0)}`}`,
  );
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
  const counts = reasons.map((reason) => {
    const found = oneReason(ctx, reason, { ...filter, limit: MAX_COUNT + 1 }, () => '1')!;
    return `select '${reason}' as reason, count(*)::int as rows from (${found}) d`;
  });
  const rows = await ctx.em.execute<{ reason: FollowUpReason; rows: number }[]>(counts.join(' union all '));
  const byReason = new Map(rows.map((row) => [row.reason, row.rows]));
  return reasons.map((reason) => {
    const found = byReason.get(reason) ?? 0;
    return { reason, rows: Math.min(found, MAX_COUNT), isCapped: found > MAX_COUNT };
  });
}

/** Returns the open reasons of each patient. For `ctx.loader`. */
export async function openReasonsOf(ctx: Context, patientIds: readonly number[]): Promise<FollowUpReason[][]> {
  const every = everyReason(
    ctx,
    { state: 'open', patientIds, limit: null },
    (reason) =>
      ({ patient }) =>
        `${patient} as patient_id, ${placeOf(reason)} as place`,
  );
  const rows = await ctx.em.execute<{ patient_id: number; place: number }[]>(every!);
  const byPatient = Map.groupBy(rows, ({ patient_id }) => patient_id);
  return patientIds.map((id) =>
    (byPatient.get(id) ?? [])
      .map(({ place }) => place)
      .sort()
      .map((place) => FOLLOW_UP_REASONS[place]!),
  );
}

/** Returns the users to whom a follow-up of a patient may be assigned, whose name contains a text, by name. */
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
