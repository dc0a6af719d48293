import { LATE_DAYS } from '../compliance/compliance-ledger.ts';
import type { ComplianceState } from '../compliance/compliance-verdict.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { Where } from '../shared/list-where.ts';
import { VALID } from '../usage/night-states.ts';
import type { UsageRange } from '../usage/usage-range.ts';
import { groupedBy, PATIENT_KEYS, patientsSql, STATE, valuesOf, type SummaryKey } from './summary-patients.ts';

/** The values by which a summary of use is grouped. */
export const USAGE_SUMMARY_KEYS = ['provider', 'location', 'clinician', 'model', 'compliance_state', 'month'] as const;
export type UsageSummaryKey = (typeof USAGE_SUMMARY_KEYS)[number];

/** The measurements of a night. */
export type Measure = 'minutes' | 'ahi' | 'leak';

/** What a summary of use is asked for. `measures`: those whose means and medians are read. */
export interface UsageSummaryAsked {
  groupBy: readonly UsageSummaryKey[];
  range: UsageRange;
  where: Where | null | undefined;
  measures: readonly Measure[];
}

/** A measurement of the nights of a group: in how many it is, and its mean and median there. */
export type MeasureFigures = { known: number; mean: number | null; median: number | null };

/** One group as it is found. A measurement that was not asked for is missing. */
export interface UsageSummaryRow extends Partial<Record<Measure, MeasureFigures>> {
  providerId?: number | null;
  locationId?: number | null;
  clinicianId?: number | null;
  model?: string | null;
  complianceState?: ComplianceState | null;
  /** First day of the month. */
  month?: string | null;
  nights: number;
  patients: number;
  unused: number;
  corrected: number;
  missing: number;
  expected: number;
}

/** How each value groups the rows `d`: nights that count, and days with a device. */
const KEYS: Record<UsageSummaryKey, SummaryKey> = {
  ...PATIENT_KEYS,
  model: {
    joins: 'left join machines m on m.id = d.machine_id left join machine_models k on k.id = m.model_id',
    value: 'k.name',
    as: 'model',
    order: 'k.name',
  },
  month: { joins: '', value: 'd.month::text', as: 'month', order: 'd.month::text' },
};

const figuresOf = (measure: Measure) => `json_build_object('known', count(d.${measure})::int,
  'mean', round(avg(d.${measure}), 1)::float8,
  'median', round((percentile_cont(0.5) within group (order by d.${measure}))::numeric, 1)::float8) as ${measure}`;

/** Days of an assignment `h` in a range; its end is no day of it. */
const daysIn = (from: string, to: string) =>
  `greatest(0, least(h.end_date, ${to} + 1) - greatest(h.start_date, ${from}))`;

/** The nights of the range that count, `n`, and the assignments of the range, `h`, of the patients `p`. */
const rowsSql = (from: string, to: string, mostNights: number) => `
  h as materialized (
    select h.patient_id, h.machine_id, h.start_date, h.end_date from p join device_history h on h.patient_id = p.id
     where h.start_date <= ${to} and (h.end_date is null or h.end_date > ${from})),
  n as materialized (
    select n.patient_id, n.machine_id, n.usage_date, n.minutes, n.ahi, n.leak, n.usage_date <> n.night as corrected
      from p join usage_nights n on n.patient_id = p.id
     where n.state = ${VALID} and not n.overruled
       and n.usage_date between ${from} and ${to} limit ${mostNights})`;

/** The months of an assignment `h` in a range, each with its first and last day there; the range itself when they are no groups. */
const monthsSql = (from: string, to: string, isByMonth: boolean) =>
  isByMonth
    ? `(select month::date, greatest(month::date, ${from}) as first, least((month + interval '1 month')::date - 1, ${to}) as last
          from generate_series(date_trunc('month', greatest(h.start_date, ${from})::timestamp), least(h.end_date, ${to})::timestamp, interval '1 month') month)`
    : `(select null::date as month, ${from} as first, ${to} as last)`;

/**
 * Returns the groups of the nights that count, and of the days with a device, of the patients that the list shows with the
 * same filter: in the order of their keys, at most `most.groups`. Reads no more than `most.patients` and `most.nights`. One
 * statement.
 */
export async function readUsageSummary(
  ctx: Context,
  { groupBy, range, where, measures }: UsageSummaryAsked,
  most: { groups: number; patients: number; nights: number },
): Promise<UsageSummaryRow[]> {
  const patients = await patientsSql(ctx, where, most.patients);
  const keys = groupBy.map((key) => KEYS[key]);
  const day = (date: string) => `date '${date}'`;
  const [from, to, today] = [day(range.from), day(range.to), day(ctx.today)];
  // As in the ledger: without data a day of the last two, and today, is expected, and one before is missing.
  const lastMissing = day(addDays(ctx.today, -LATE_DAYS - 1));
  const month = groupBy.includes('month') ? "date_trunc('month', n.usage_date::timestamp)::date" : 'null::date';
  return ctx.em.execute<UsageSummaryRow[]>(`
    with p as materialized (select p.*, ${groupBy.includes('compliance_state') ? STATE : 'null'} as state from (${patients}) p),
    ${rowsSql(from, to, most.nights)},
    d as (
      select n.patient_id, n.machine_id, ${month} as month, n.minutes, n.ahi, n.leak, n.corrected,
             -(h.machine_id is not null and n.usage_date <= ${lastMissing})::int as missing,
             -(h.machine_id is not null and n.usage_date > ${lastMissing} and n.usage_date <= ${today})::int as expected
        from n left join h on h.patient_id = n.patient_id and h.machine_id = n.machine_id
                          and n.usage_date >= h.start_date and (h.end_date is null or n.usage_date < h.end_date)
      union all
      select * from (
        select h.patient_id, h.machine_id, t.month, null::int, null::numeric, null::numeric, null::boolean,
               ${daysIn('t.first', `least(t.last, ${lastMissing})`)} as missing,
               ${daysIn(`greatest(t.first, ${lastMissing} + 1)`, `least(t.last, ${today})`)} as expected
          from h cross join lateral ${monthsSql(from, to, groupBy.includes('month'))} t) days
       where missing + expected > 0)
    select ${valuesOf(keys)}count(d.minutes)::int as nights, count(distinct d.patient_id) filter (where d.minutes is not null)::int as patients,
           ${measures.map((measure) => `${figuresOf(measure)}, `).join('')}
           count(*) filter (where d.minutes = 0)::int as unused, count(*) filter (where d.corrected)::int as corrected,
           coalesce(sum(d.missing), 0)::int as missing, coalesce(sum(d.expected), 0)::int as expected
      from d ${groupBy.some((key) => key !== 'model' && key !== 'month') ? 'join p on p.id = d.patient_id' : ''} ${keys.map(({ joins }) => joins).join(' ')}
     ${groupedBy(keys)} limit ${most.groups}`);
}
