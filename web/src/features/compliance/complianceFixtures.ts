import type { ComplianceEvidence_evidenceFragment } from './gql/ComplianceEvidence.ts';
import type { ComplianceFigures_complianceFragment } from './gql/ComplianceFigures.ts';
import type { ComplianceLedger_nightFragment } from './gql/ComplianceLedger.ts';
import { ComplianceNightsDocument } from './gql/ComplianceNightsDialog.ts';

/** A result under the default rule that is still open, with its first three nights. */
export const figures: ComplianceFigures_complianceFragment = {
  __typename: 'Compliance',
  ruleName: 'CMS PAP',
  ruleVersion: 1,
  asOf: '2026-01-10',
  timezone: 'America/New_York',
  therapyStart: '2026-01-01',
  state: 'IN_PROGRESS',
  period: 90,
  windowDays: 30,
  minutesWanted: 240,
  nightsWanted: 21,
  windowStart: '2026-01-02',
  windowEnd: '2026-01-31',
  metOn: null,
  compliantDays: 10,
  nightsNeeded: 11,
  earliestDate: '2026-02-03',
  latestDate: '2026-03-31',
  atRiskOn: '2026-03-14',
  cannotBeMetOn: '2026-03-15',
  missingNights: 1,
  isProvisional: true,
  correctedNights: 1,
  rule: { __typename: 'ComplianceRule', id: 'cms-pap', firstDay: 1 },
};

type Night = ComplianceLedger_nightFragment;
const report = (change: Partial<Night['reports'][number]>): Night['reports'][number] => ({
  __typename: 'ComplianceNightReport',
  source: 'WIRELESS',
  minutes: 400,
  recorded: '2026-01-01',
  corrected: false,
  outcome: 'COUNTED',
  evidence: { __typename: 'ComplianceNightEvidence', serial: 'A3900012345', confidence: 'HIGH' },
  ...change,
});
const night = (date: string, change: Partial<Night>): Night => ({
  __typename: 'ComplianceNight',
  date,
  day: Number(date.slice(-2)),
  minutes: null,
  source: null,
  state: 'MISSING',
  reports: [],
  ...change,
});

/** Newest first, as the server returns them. */
export const ledger: Night[] = [
  night('2026-01-03', { reports: [report({ minutes: 90, recorded: '2026-01-03', outcome: 'INVALID' })] }),
  night('2026-01-02', {
    minutes: 65,
    source: 'SD',
    state: 'SHORT',
    reports: [report({ source: 'SD', minutes: 65, recorded: '2025-12-31', corrected: true })],
  }),
  night('2026-01-01', {
    minutes: 400,
    source: 'WIRELESS',
    state: 'COMPLIANT',
    reports: [report({}), report({ source: 'QR', minutes: 380, outcome: 'OVERRULED' })],
  }),
];

/** Basis of the result: nothing before the start, and one start of therapy. */
export const evidence: ComplianceEvidence_evidenceFragment = {
  __typename: 'ComplianceEvidence',
  firstUse: '2026-01-01',
  firstUseSerial: 'A3900012345',
  nightsBeforeStart: 0,
  compliantBeforeStart: 0,
  unlistedNights: 0,
  voidedNights: [],
  therapyStarts: [
    {
      __typename: 'TherapyStart',
      therapyStart: '2026-01-01',
      recordedAt: '2026-01-01T18:00:00.000Z',
      by: 'Reyes, Dana',
    },
  ],
  devices: [],
};

/** The answer to the dialog's query for a choice. */
export const complianceNights = (
  choice: { ruleId: string | null; asOf: string | null } = { ruleId: null, asOf: null },
  change: Partial<ComplianceFigures_complianceFragment> = {},
  nights = ledger,
  based: Partial<ComplianceEvidence_evidenceFragment> = {},
) => ({
  request: { query: ComplianceNightsDocument, variables: { patientId: 'p7', ...choice } },
  maxUsageCount: 5,
  result: {
    data: {
      complianceRules: [
        { __typename: 'ComplianceRule' as const, id: 'cms-pap', name: 'CMS PAP' },
        { __typename: 'ComplianceRule' as const, id: 'payer-example', name: 'Example payer' },
      ],
      patient: {
        __typename: 'Patient' as const,
        id: 'p7',
        databaseId: 7,
        firstUsageDate: '2026-01-01',
        compliance: { ...figures, ...change, evidence: { ...evidence, ...based }, ledger: nights },
      },
    },
  },
});
