import { beforeAll, describe, expect, test } from '@jest/globals';
import { differencesOf } from '../../verifier/airlog-verify.mjs';
import { admin, asViewer, make, makeHistory, makeMachine, makePatient, usePortalHere } from '../../test/harness.ts';
import type { Ref, TestViewer } from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { addDays } from '../shared/dates.ts';
import { recomputeComplianceJob } from './compliance.jobs.ts';

// Each place that adds up nights (decisions/117): on each of 21 dates two wireless nights of 2:05, of which one was moved there, and a longer
// night of the card. On each date 2:05 count: neither 4:10, nor the 5:00 of the lower source.

usePortalHere();

const START = '2026-01-01';
const DAYS = 21;
const COUNTED = 125;
const day = (number: number) => addDays(START, number - 1);
const AROUND = { from: day(-30), to: day(120) };

let viewer: TestViewer;
let patient: Ref;
let machine: Ref;
let history: number;

beforeAll(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: START });
  machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine, { start_date: day(-29) });
  const wear = (number: number, source: string, minutes: number) =>
    make('usage_nights', {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: day(number),
      source,
      minutes,
      arrived_at: `${day(number + 1)}T12:00:00Z`,
    });
  // The last one is before the start of therapy.
  for (const number of [...Array.from({ length: DAYS }, (_, index) => index + 1), -5]) {
    await wear(number, 'sd', 300);
    await wear(number, 'wireless', COUNTED);
    const moved = await wear(number + 40, 'wireless', COUNTED);
    await admin.query('update usage_nights set usage_date = $2 where id = $1', [moved, day(number)]);
  }
  await runJob(recomputeComplianceJob, { patientId: patient.id });
});

interface Row {
  minutes: number;
  effective: boolean;
  date: string;
}
/** Minutes of the first day of rows of nights: those that count, added up. */
const counted = (rows: Row[]) =>
  rows.filter(({ date, effective }) => date === day(1) && effective).reduce((sum, { minutes }) => sum + minutes, 0);
interface Compliance {
  compliantDays: number;
  ledger: { date: string; minutes: number; reports: { minutes: number; outcome: string }[] }[];
}
/** Minutes of the first day in a result, and the compliant nights of its window. */
const ofLedger = ({ compliantDays, ledger }: Compliance) => [
  ledger.find(({ date }) => date === day(1))!.minutes,
  compliantDays,
];

describe('on a date with two nights of 2:05 and one of 5:00 from a lower source, 2:05 count', () => {
  test('in the nights of a patient, which charts, table and CSV draw', async () => {
    const { data } = await viewer.gql(
      'query ($id: ID!, $from: Date!, $to: Date!) { patient(id: $id) { nights(from: $from, to: $to) { date minutes effective } } }',
      { id: String(patient.id), ...AROUND },
    );
    expect(counted(data.patient.nights)).toBe(COUNTED);
  });

  test('in REST', async () => {
    const { body } = await viewer.rest(
      'GET',
      `/api/patients/${patient.id}/usage?startDate=${AROUND.from}&endDate=${AROUND.to}`,
    );
    const rows = body.data.map((row: Record<string, unknown>) => ({
      date: row.record_date,
      minutes: row.treat_minutes,
      effective: row.effective,
    }));
    expect(counted(rows)).toBe(COUNTED);
    const compliance = await viewer.rest('POST', `/api/dashboard/initial-compliance/patients/${patient.id}/compliance`);
    expect(JSON.stringify(compliance.body)).toContain('"compliant_days":0');
  });

  test.each([
    ['now', () => undefined],
    ['as it was known a moment ago', () => new Date(Date.now() - 1).toISOString()],
  ])('in the result and its ledger, %s', async (_when, knownAt) => {
    const { data } = await viewer.gql(
      'query ($id: ID!, $knownAt: DateTime) { patient(id: $id) { compliance(knownAt: $knownAt) { compliantDays ledger { date minutes reports { minutes outcome } } } } }',
      { id: String(patient.id), knownAt: knownAt() },
    );
    const { compliance } = data.patient as { compliance: Compliance };
    expect(ofLedger(compliance)).toEqual([COUNTED, 0]);
    const { reports } = compliance.ledger.find(({ date }) => date === day(1))!;
    expect(reports.map(({ minutes, outcome }) => `${minutes} ${outcome}`).sort()).toEqual([
      '125 COUNTED',
      '125 OVERRULED',
      '300 OVERRULED',
    ]);
  });

  test('in the stored result, by which the lists and the home page count', async () => {
    const { rows } = await admin.query('select compliant_days, met_on from compliance_results where patient_id = $1', [
      patient.id,
    ]);
    expect(rows).toEqual([{ compliant_days: 0, met_on: null }]);
    for (const [state, found] of [
      ['not_met', 1],
      ['met', 0],
    ] as const) {
      const { body } = await viewer.rest('GET', `/api/patients/datatable?filters[compliance][equal]=${state}`);
      expect([state, body.total]).toEqual([state, found]);
    }
    const { data } = await viewer.gql('{ dashboard { cards { kind count } } }');
    const counts = new Map(
      data.dashboard.cards.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    );
    expect([counts.get('COMPLIANCE_NOT_MET'), counts.get('COMPLIANCE_MET')]).toEqual([1, 0]);
  });

  test('in the evidence: one night before the start of therapy, which was short, and the first use', async () => {
    const { data } = await viewer.gql(
      'query ($id: ID!) { patient(id: $id) { compliance { evidence { firstUse nightsBeforeStart compliantBeforeStart unlistedNights } } } }',
      { id: String(patient.id) },
    );
    expect(data.patient.compliance.evidence).toEqual({
      firstUse: day(-5),
      nightsBeforeStart: 1,
      compliantBeforeStart: 0,
      unlistedNights: 0,
    });
  });

  test('in the issued report, whose every report of a night a payer adds up again', async () => {
    const { data } = await viewer.gql(
      'mutation ($input: IssueComplianceReportInput!) { issueComplianceReport(input: $input) { code } }',
      { input: { patientId: String(patient.id) } },
    );
    const { body } = await viewer.rest('GET', `/api/verify/${data.issueComplianceReport.code}`);
    const { figures } = body.data;
    const first = figures.nights.find(({ date }: { date: string }) => date === day(1));
    expect([first.minutes, figures.compliant_days]).toEqual([COUNTED, 0]);
    expect(differencesOf(figures)).toEqual([]);
  });

  test('in the result before a change that is only checked', async () => {
    const { data } = await viewer.gql(
      `query ($input: VoidDeviceInput!) { checkVoidDevice(input: $input) { impact { patients { before { compliantDays } after { compliantDays } } } userErrors { code } } }`,
      { input: { deviceHistoryId: String(history), reason: 'Never used.' } },
    );
    expect(data.checkVoidDevice).toEqual({
      impact: { patients: [{ before: { compliantDays: 0 }, after: { compliantDays: 0 } }] },
      userErrors: [],
    });
  });
});
