import { defaultRule } from '../compliance/compliance-rule.ts';
import { QUIET_DAYS, QUIET_HOURS } from '../patients/patients-attention.ts';
import type { Context } from '../shared/context.ts';
import {
  FOLLOW_UP_REASONS,
  type FollowUpAssigned,
  type FollowUpReason,
  type FollowUpState,
} from './follow-ups.rules.ts';

/** Which follow-ups are read. */
export interface FollowUpFilter {
  state: FollowUpState;
  /** Null: of each reason. */
  reasons: readonly FollowUpReason[] | null;
  /** Null: of each colleague, and of no one. */
  assigned: FollowUpAssigned | null;
}

/** The place of a follow-up in the order of the list. `since`: the first day of a reason with a last day, else a time. */
export interface FollowUpPlace {
  until: string | null;
  since: string;
  patientId: number;
  reason: FollowUpReason;
}

/** The place of a reason among those of a patient. */
export const placeOfReason = (reason: FollowUpReason): number => FOLLOW_UP_REASONS.indexOf(reason);

/** A statement, and its values in the order of their marks. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/** The values of a statement that is put together from parts, in which each value has a place. */
class Values {
  readonly #all: unknown[] = [];

  readonly text = (value: string): string => `${this.#place(value)}::text`;
  readonly date = (value: string): string => `${this.#place(value)}::date`;
  readonly instant = (value: string): string => `${this.#place(value)}::timestamptz`;
  readonly number = (value: number): string => this.#place(value);

  #place(value: unknown): string {
    return `{{${this.#all.push(value) - 1}}}`;
  }

  /**
   * Returns the statement of a query with places. In parentheses it is planned for its values (db/wire/parameters.ts): how
   * many rows are due by a date decides the plan.
   */
  statement(text: string): Statement {
    const values: unknown[] = [];
    const sql = text.replaceAll(/\{\{(\d+)\}\}/g, (_place, nth: string) => {
      values.push(this.#all[Number(nth)]);
      return '?';
    });
    return { sql: `(${sql})`, values };
  }
}

/** Day, time and zone for which the reasons are computed, and the values of their statement. */
interface Now {
  today: string;
  at: string;
  zone: string;
  values: Values;
}

function nowOf(ctx: Context): Now {
  const values = new Values();
  return {
    today: values.date(ctx.today),
    at: values.instant(ctx.app.now().toISOString()),
    zone: values.text(ctx.timezone),
    values,
  };
}

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
  behind: (place: FollowUpPlace, than: '>' | '>=', now: Now) => string | null;
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
    behind: ({ until, since, patientId }, than, { values: { date, number } }) =>
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
    behind: ({ until, since, patientId }, than, { values: { date, number } }) =>
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
    behind: ({ until, since, patientId }, than, { values: { instant, number } }) =>
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
    behind: ({ until, since, patientId }, than, { values: { instant, number } }) =>
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

export interface FollowUpsAsked extends Partial<FollowUpFilter> {
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
  now: Now,
  reason: FollowUpReason,
  asked: FollowUpsAsked,
  columns: (source: Source, now: Now) => string,
): string | null {
  const { number } = now.values;
  const source = SOURCES[reason];
  const { userId, workOrgId } = ctx.viewer;
  const { state, assigned, patientIds, after, limit, skipped = 0 } = asked;
  const behind = after
    ? source.behind(after, placeOfReason(reason) > placeOfReason(after.reason) ? '>=' : '>', now)
    : 'true';
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
  now: Now,
  asked: FollowUpsAsked,
  columns: (reason: FollowUpReason) => (source: Source, now: Now) => string,
): string | null {
  const reasons = FOLLOW_UP_REASONS.filter((reason) => !asked.reasons || asked.reasons.includes(reason));
  const selects = reasons.flatMap((reason) => oneReason(ctx, now, reason, asked, columns(reason)) ?? []);
  return selects.length === 0 ? null : selects.map((select) => `(${select})`).join(' union all ');
}

const COLUMNS = (reason: FollowUpReason) => (source: Source, now: Now) =>
  `${source.patient} as patient_id, ${placeOfReason(reason)} as place, ${source.until ?? NO_DAY} as until, ${source.day} as day, ${source.time} as time,
   ${source.sinceDay(now)} as since_day, ${hidden(source, now)} is true as is_hidden, f.id as act_id`;

/** The statement of a page of follow-ups in the order of the list; null when the place is behind all of them. */
export function pageSql(ctx: Context, asked: FollowUpsAsked): Statement | null {
  const now = nowOf(ctx);
  const every = everyReason(ctx, now, asked, COLUMNS);
  if (every === null) return null;
  const { limit, skipped = 0 } = asked;
  const { text, number } = now.values;
  return now.values
    .statement(`select d.patient_id as "patientId", d.place, d.until::text as until, coalesce(d.day::text, d.time::text) as since, d.since_day::text as "sinceDay",
            d.is_hidden as "isHidden", case when d.place = ${placeOfReason('icode_call')} then (
              select r.call_longest from compliance_results r where r.patient_id = d.patient_id and r.rule = ${text(defaultRule().name)}) end as longest,
            f.id as version, f.assignee_id as "assigneeId", f.assignee_name as "assigneeName", f.hidden_until::text as "hiddenUntil",
            f.outcome, f.note, (extract(epoch from f.created_at) * 1000)::float8 as "decidedAt", f.author_name as "decidedBy"
       from (${every}) d left join follow_ups f on f.id = d.act_id
      order by d.until nulls last, d.day, d.time, d.patient_id, d.place${limit === null ? '' : ` limit ${number(limit)} offset ${number(skipped)}`}`);
}

/** The statement of the number of follow-ups of each reason, each up to `most`. */
export function countSql(
  ctx: Context,
  filter: FollowUpFilter,
  reasons: readonly FollowUpReason[],
  most: number,
): Statement {
  const now = nowOf(ctx);
  const counts = reasons.map((reason) => {
    const found = oneReason(ctx, now, reason, { ...filter, limit: most }, () => '1')!;
    return `select '${reason}' as reason, count(*)::int as rows from (${found}) d`;
  });
  return now.values.statement(counts.join(' union all '));
}

/** The statement of the open reasons of patients. */
export function openReasonsSql(ctx: Context, patientIds: readonly number[]): Statement {
  const now = nowOf(ctx);
  const every = everyReason(
    ctx,
    now,
    { state: 'open', patientIds, limit: null },
    (reason) =>
      ({ patient }) =>
        `${patient} as patient_id, ${placeOfReason(reason)} as place`,
  )!;
  return now.values.statement(every);
}
