import type { UsagePeriodsTable_periodFragment } from './gql/UsagePeriodsTable.ts';

type Period = UsagePeriodsTable_periodFragment;

/** The figures of a period as the API returns them; for tests. */
export const aPeriod = (from: string, to: string, change: Partial<Period> = {}): Period => ({
  __typename: 'UsagePeriod',
  from,
  to,
  rule: { __typename: 'ComplianceRule', id: 'cms-pap', minutes: 240 },
  nights: 30,
  usedNights: 27,
  unusedNights: 1,
  missingNights: 2,
  expectedNights: 0,
  faultyNights: 0,
  compliantNights: 22,
  meanMinutes: 372.9,
  medianMinutes: 380.5,
  ahi: { __typename: 'UsageMean', mean: 3.44, nights: 27 },
  leak: { __typename: 'UsageMean', mean: 6, nights: 1 },
  pressure: { __typename: 'UsageMean', mean: 8.26, nights: 26 },
  pressureKinds: ['PRESSURE'],
  ...change,
});

/** A period in which nothing was used. */
export const anEmptyPeriod = (from: string, to: string): Period =>
  aPeriod(from, to, {
    usedNights: 0,
    unusedNights: 0,
    missingNights: 28,
    expectedNights: 2,
    compliantNights: 0,
    meanMinutes: null,
    medianMinutes: null,
    ahi: null,
    leak: null,
    pressure: null,
    pressureKinds: [],
  });
