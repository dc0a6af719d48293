import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import type { ComplianceText_complianceFragment } from './gql/complianceText.ts';

graphql(`
  fragment ComplianceText_compliance on Compliance {
    ruleName
    state
    period
    windowDays
    minutesWanted
    nightsWanted
    windowStart
    windowEnd
    metOn
    compliantDays
    nightsNeeded
    earliestDate
    missingNights
    isProvisional
  }
`);

/** Returns the sentence that explains a state: its translation key and values. */
export function complianceText({
  state,
  metOn,
  nightsNeeded,
  earliestDate,
}: Pick<ComplianceText_complianceFragment, 'state' | 'metOn' | 'nightsNeeded' | 'earliestDate'>) {
  const values = { date: formatDate(state === 'MET' ? metOn : earliestDate), count: nightsNeeded ?? 0 };
  // The first format of reports has one state for both.
  if (state === 'AT_RISK' && nightsNeeded === null) return ['texts.CANNOT_BE_MET', values] as const;
  return [`texts.${state}`, values] as const;
}
