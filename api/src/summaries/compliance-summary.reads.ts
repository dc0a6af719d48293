import { defaultRule } from '../compliance/compliance-rule.ts';
import type { ComplianceState } from '../compliance/compliance-verdict.ts';
import type { Context } from '../shared/context.ts';
import type { Where } from '../shared/list-where.ts';
import { COMPLIANCE_FILTERS } from '../patients/patients.list.rules.ts';
import { KEYS, type ComplianceSummaryKey } from './compliance-summary-keys.ts';
import { groupedBy, patientsSql, STATE, valuesOf } from './summary-patients.ts';

/** What a summary is asked for. */
export interface ComplianceSummaryAsked {
  groupBy: readonly ComplianceSummaryKey[];
  where: Where | null | undefined;
  /** Whether compliant nights are read: a row for each patient. */
  withNights: boolean;
}

/** One group as it is found. Nights are zero and null when they were not asked for. */
export interface ComplianceSummaryRow {
  providerId?: number | null;
  locationId?: number | null;
  clinicianId?: number | null;
  model?: string | null;
  complianceState?: ComplianceState | null;
  /** First day of the month. */
  month?: string | null;
  patients: number;
  states: Record<ComplianceState | 'not_computed', number>;
  knownNights: number;
  /** Of these, results of an earlier day that later days may change. */
  earlierNights: number;
  meanNights: number | null;
  medianNights: number | null;
}

const counted = (condition: string) => `count(*) filter (where ${condition})::int`;
const STATES = `json_build_object(${COMPLIANCE_FILTERS.map((state) => `'${state}', ${counted(`p.state = '${state}'`)}`).join()},
  'not_computed', ${counted('p.state is null')})`;

/** The day on which a result was computed, in the zone in which its days end. */
const COMPUTED_ON = '(r.computed_at at time zone z.timezone)::date';
/**
 * The window of a result that is not final moves on as days pass without a night (`assess`): the stored nights are those of
 * the day on which it was computed.
 */
const IS_EARLIER = `(r.met_on <= ${COMPUTED_ON} or r.closes_on <= ${COMPUTED_ON} or ${COMPUTED_ON} = (now() at time zone z.timezone)::date) is not true`;
const NIGHTS = `count(r.compliant_days)::int as "knownNights", ${counted(`r.patient_id is not null and ${IS_EARLIER}`)} as "earlierNights",
  round(avg(r.compliant_days), 1)::float8 as "meanNights",
  round((percentile_cont(0.5) within group (order by r.compliant_days))::numeric, 1)::float8 as "medianNights"`;
const NO_NIGHTS = '0 as "knownNights", 0 as "earlierNights", null as "meanNights", null as "medianNights"';
/** The stored results of the rule as it is, for the start of therapy as it is. */
const resultsOf = ({ name, version }: { name: string; version: number }) => `
  left join compliance_results r on r.patient_id = p.id and r.rule = '${name}' and r.rule_version = ${version} and r.therapy_start = p.therapy_start
  left join organizations z on z.id = coalesce(p.dme_id, p.org_id)`;

/**
 * Returns the groups of the patients that the list shows with the same filter, in the order of their keys, at most
 * `mostGroups`. Reads no more than `mostPatients` of them. One statement.
 */
export async function readComplianceSummary(
  ctx: Context,
  { groupBy, where, withNights }: ComplianceSummaryAsked,
  mostGroups: number,
  mostPatients: number,
): Promise<ComplianceSummaryRow[]> {
  const patients = await patientsSql(ctx, where, mostPatients);
  const keys = groupBy.map((key) => KEYS[key]);
  // `offset 0`: the state is computed once for each patient, and not for each count.
  return ctx.em.execute<ComplianceSummaryRow[]>(`
    select ${valuesOf(keys)}count(*)::int as patients, ${STATES} as states,
           ${withNights ? NIGHTS : NO_NIGHTS}
      from (select p.*, ${STATE} as state from (${patients}) p offset 0) p
      ${withNights ? resultsOf(defaultRule()) : ''} ${keys.map(({ joins }) => joins).join(' ')}
     ${groupedBy(keys)} limit ${mostGroups}`);
}
