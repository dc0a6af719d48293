import type { Context } from '../shared/context.ts';
import { assertFewGroups, assertFewRows, assertGroupBy, MAX_GROUPS, MOST } from './summary-groups.ts';
import { KEYS } from './compliance-summary-keys.ts';
import {
  readComplianceSummary,
  type ComplianceSummaryAsked,
  type ComplianceSummaryRow,
} from './compliance-summary.reads.ts';

/**
 * Returns the groups of the patients that the viewer sees in the list with the same filter. Refuses the same value twice,
 * more than two, more than 1,000 groups or 400,000 patients, and nights or models of more than 100,000.
 */
export async function complianceSummaryOf(
  ctx: Context,
  asked: ComplianceSummaryAsked,
): Promise<ComplianceSummaryRow[]> {
  const { groupBy, withNights } = asked;
  assertGroupBy(groupBy);
  const most = withNights || groupBy.some((key) => KEYS[key].isJoined) ? MOST.joined : MOST.counted;
  const groups = await readComplianceSummary(ctx, asked, MAX_GROUPS + 1, most + 1);
  assertFewGroups(groups);
  assertFewRows(
    groups.map(({ patients }) => patients),
    most,
  );
  return groups;
}
