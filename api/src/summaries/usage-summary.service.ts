import { patientsList } from '../patients/patients.list.ts';
import { queryOf } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { countMatching } from '../shared/list-count.ts';
import { ListRead } from '../shared/list.ts';
import { validate } from '../shared/validate.ts';
import { usageRangeRules } from '../usage/usage-range.ts';
import { assertFewGroups, assertFewRows, assertGroupBy, MAX_GROUPS, MOST } from './summary-groups.ts';
import { readUsageSummary, type UsageSummaryAsked, type UsageSummaryRow } from './usage-summary.reads.ts';

/**
 * Returns the groups of the nights that count of the patients that the viewer sees in the list with the same filter. Refuses
 * the same value twice, more than two, more than 1,100 days, 1,000 groups or 100,000 patients, and more nights than a
 * summary reads.
 */
export async function usageSummaryOf(ctx: Context, asked: UsageSummaryAsked): Promise<UsageSummaryRow[]> {
  const { groupBy, where } = asked;
  assertGroupBy(groupBy);
  const range = await validate(usageRangeRules, asked.range);
  const read = new ListRead(ctx, patientsList, queryOf(patientsList, { where }));
  const patients = await countMatching(read, MOST.joined + 1);
  assertFewRows([patients.rows], MOST.joined);
  const most = { groups: MAX_GROUPS + 1, patients: MOST.joined, nights: MOST.nights + 1 };
  const groups = await readUsageSummary(ctx, { ...asked, range }, most);
  assertFewGroups(groups);
  assertFewRows(
    groups.map(({ nights }) => nights),
    MOST.nights,
    'summary.too_many_nights',
  );
  return groups;
}
