import type { ICodeContradiction } from './ContradictionNotice.tsx';
import type { ICodePrintTable_reportFragment } from './gql/ICodePrintTable.ts';

/** A report as the API returns it, for tests: 30 days of a device in use. */
export const aReport = (
  databaseId: number,
  change: Partial<ICodePrintTable_reportFragment> = {},
): ICodePrintTable_reportFragment => ({
  __typename: 'ICodeReport',
  id: `report-${databaseId}`,
  databaseId,
  serial: 'A3900012345',
  collected: '2026-05-01',
  periodStart: '2026-04-01',
  periodEnd: '2026-04-30',
  createdAt: '2026-05-02T14:00:00Z',
  icodePeriod: 30,
  compliantDays: 26,
  compliancePercent: 86.67,
  best30Percent: 86.67,
  minutes: 410,
  pressure: 8.5,
  p95: 11,
  ahi: 3.4,
  sni: 6.5,
  leak: 2,
  pressureKind: 'PRESSURE',
  saturated: [],
  submittedBy: 'Reyes, Dana',
  readBy: null,
  readHow: null,
  code: '06469104191312994',
  codec: 'ic1',
  codecVersion: 1,
  ...change,
});

const zone = { __typename: 'Organization' as const, id: 'o1', timezone: 'America/New_York' };

/** A page of reports as the API returns it, for tests. */
export const connectionOfReports = (reports: readonly ICodePrintTable_reportFragment[]) => ({
  __typename: 'ICodeReportConnection' as const,
  edges: reports.map((node) => ({ __typename: 'ICodeReportEdge' as const, node })),
});

/** The data of the reports of a device, for tests. */
export const reportsData = (
  icodeReports: readonly ICodePrintTable_reportFragment[],
  patientId: string | null = 'p7',
  iCodeContradictions: readonly ICodeContradiction[] = [],
) => ({
  data: {
    icodeReports: connectionOfReports(icodeReports),
    ...(patientId !== null && {
      patient: {
        __typename: 'Patient' as const,
        id: patientId,
        organization: zone,
        iCodeContradictions: [...iCodeContradictions],
      },
    }),
  },
});

/** The variables of the reports of a device, for tests. */
export const reportsVariables = (serial: string, patientId: string | null = 'p7') => ({
  where: { serial: { equal: serial }, ...(patientId !== null && { patientId: { equal: 7 } }) },
  first: 500,
  patient: patientId ?? '',
  hasPatient: patientId !== null,
});
