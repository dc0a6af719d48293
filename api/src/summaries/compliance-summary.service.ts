import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { assertFewGroups, assertGroupBy, MAX_GROUPS } from './summary-groups.ts';
import { KEYS } from './compliance-summary-keys.ts';
import {
  readComplianceSummary,
  type ComplianceSummaryAsked,
  type ComplianceSummaryRow,
} from './compliance-summary.reads.ts';

/** Patients of a summary that reads a row of another table for each. */
const MAX_JOINED = 100_000;

/**
 * Returns the groups of the patients that the viewer sees in the list with the same filter. Refuses the same value twice,
 * more than two, more than 1,000 groups, and nights or models of more than 100,000 patients.
 */
export async function complianceSummaryOf(
  ctx: Context,
  asked: ComplianceSummaryAsked,
): Promise<ComplianceSummaryRow[]> {
  const { groupBy, withNights } = asked;
  assertGroupBy(groupBy);
  const most = withNights || groupBy.some((key) => KEYS[key].isJoined) ? MAX_JOINED : null;
  const groups = await readComplianceSummary(ctx, asked, MAX_GROUPS + 1, most === null ? null : most + 1);
  assertFewGroups(groups);
  if (most !== null && groups.reduce((sum, { patients }) => sum + patients, 0) > most)
    throw refusalOf('where', 'summary.too_many_patients', { max: most });
  return groups;
}
