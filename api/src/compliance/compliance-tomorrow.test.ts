import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { addDays, dayIn } from '../shared/dates.ts';
import { recomputeComplianceJob } from './compliance.jobs.ts';
import { verifyCompliance } from './compliance-verify.ts';

usePortalHere();

// The date in Kiritimati is always the one after that in Honolulu: what is tomorrow for the provider is today for the clinic.
const [PROVIDER, CLINIC] = ['Pacific/Honolulu', 'Pacific/Kiritimati'];

let provider: TestViewer;
let clinic: TestViewer;
let today: string;
beforeAll(async () => {
  provider = await asViewer({ orgId: await makeOrganization('ep', { timezone: PROVIDER }) });
  clinic = await asViewer({ orgId: await makeOrganization('clinical', { timezone: CLINIC }), kind: 'clinical' });
  today = dayIn(PROVIDER, new Date());
});

/** Nights of a machine from a date on, each of which arrives at noon after it. */
const NIGHTS = `
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes, arrived_at)
  select $1, $2, $3::date + (n - 1)::int, 'wireless', used, least(now(), ($3::date + n::int) + time '12:00')
    from unnest($4::int[]) with ordinality t (used, n)`;

/** A patient whose nights are of these minutes from therapy start on, the last one of tomorrow. */
async function patientWith(minutes: readonly number[]): Promise<Ref> {
  const start = addDays(today, 2 - minutes.length);
  const patient = await makePatient(clinic.orgId, { therapy_start: start, dme_id: provider.orgId });
  const machine = await makeMachine(clinic.orgId);
  await makeHistory(patient, machine, { start_date: start });
  await admin.query(NIGHTS, [machine.orgId, machine.id, start, minutes]);
  await runJob(recomputeComplianceJob, { patientId: patient.id });
  return patient;
}

const FILTERS = ['met', 'in_progress', 'at_risk', 'cannot_be_met', 'not_met', 'no_therapy_start'];
/** The filters that find the patient, the state in its row, and the filters that leave it out. */
async function listed(viewer: TestViewer, { id }: Ref) {
  const has = async (condition: string, state: string) => {
    const { body } = await viewer.rest('GET', `/api/patients/datatable?filters[compliance][${condition}]=${state}`);
    expect(body.total).toBe(body.data.length);
    return body.data.find((row: { id: number }) => row.id === id);
  };
  const found: string[] = [];
  for (const state of FILTERS) {
    const row = await has('equal', state);
    if (row) found.push(state, row.compliance);
    expect(Boolean(await has('not_equal', state))).toBe(!row);
  }
  return found;
}
const page = async (viewer: TestViewer, { id }: Ref) =>
  (
    await viewer.gql('query ($id: ID!) { patient(id: $id) { compliance { state metOn compliantDays isStored } } }', {
      id: String(id),
    })
  ).data.patient.compliance;
const times = (count: number, minutes: number) => Array.from({ length: count }, () => minutes);

describe('a night of tomorrow at the provider', () => {
  test('that will meet the rule: it is met where it is that day already, and in progress on the page and until then', async () => {
    const patient = await patientWith(times(21, 300));
    const expected = { state: 'IN_PROGRESS', metOn: null, compliantDays: 20, isStored: true };
    expect([await page(provider, patient), await page(clinic, patient)]).toEqual([expected, expected]);
    expect(await listed(provider, patient)).toEqual(['in_progress', 'in_progress']);
    expect(await listed(clinic, patient)).toEqual(['met', 'met']);
  });

  test('that will meet it on the last day of the period: the patient is at risk until then', async () => {
    const patient = await patientWith([...times(69, 0), ...times(21, 300)]);
    expect(await page(provider, patient)).toEqual({ state: 'AT_RISK', metOn: null, compliantDays: 20, isStored: true });
    expect(await listed(provider, patient)).toEqual(['at_risk', 'at_risk']);
    expect(await listed(clinic, patient)).toEqual(['met', 'met']);
  });

  test('that is too short leaves the patient at risk today, and the rule can no longer be met tomorrow', async () => {
    const patient = await patientWith([...times(69, 0), 100]);
    expect(await page(provider, patient)).toEqual({ state: 'AT_RISK', metOn: null, compliantDays: 0, isStored: true });
    expect(await listed(provider, patient)).toEqual(['at_risk', 'at_risk']);
    expect(await listed(clinic, patient)).toEqual(['cannot_be_met', 'cannot_be_met']);
  });

  // In one of these zones it is always another day than in New York.
  test.each([
    ['Pacific/Kiritimati', 0, 21],
    ['Pacific/Kiritimati', 1, 20],
    ['Pacific/Pago_Pago', 0, 21],
    ['Pacific/Pago_Pago', 1, 20],
  ])('in %s, the last of 21 nights %d days ahead: %d nights are stored and shown', async (timezone, ahead, nights) => {
    const org = await asViewer({ orgId: await makeOrganization('ep', { timezone }) });
    const start = addDays(dayIn(timezone, new Date()), ahead - 20);
    const patient = await makePatient(org.orgId, { therapy_start: start });
    const machine = await makeMachine(org.orgId);
    await makeHistory(patient, machine, { start_date: start });
    await admin.query(NIGHTS, [machine.orgId, machine.id, start, times(21, 300)]);
    await runJob(recomputeComplianceJob, { patientId: patient.id });
    const { rows } = await admin.query('select compliant_days from compliance_results where patient_id = $1', [
      patient.id,
    ]);
    expect([rows, (await page(org, patient)).compliantDays]).toEqual([[{ compliant_days: nights }], nights]);
  });

  test('is no difference of the stored results', async () => {
    await admin.query('set role airlog_jobs');
    try {
      expect(await verifyCompliance(admin, (found) => expect(found).toEqual([]))).toBe(7);
    } finally {
      await admin.query('reset role');
    }
  });
});
