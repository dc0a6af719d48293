import { describe, expect, test } from '@jest/globals';
import {
  anonymous,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
} from '../../test/harness.ts';

usePortal();

test('a patient is read with therapy_start, compliance_met_result with its period, and organization', async () => {
  const orgId = await makeOrganization('ep', { name: 'Northside' });
  const viewer = await asViewer({ orgId });
  const patient = await makePatient(orgId, { first_name: 'Ana', therapy_start: '2026-01-15', dme_id: null });
  const { status, body } = await viewer.rest('GET', `/api/patients/${patient.id}`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id: patient.id,
    first_name: 'Ana',
    therapy_start: '2026-01-15',
    provider: null,
    organization: { id: orgId, name: 'Northside' },
    compliance_met_result: { rule: 'CMS PAP', state: 'not_met', period: 90, met_on: null },
  });
});

test('the period of a patient without a therapy start is read too', async () => {
  const viewer = await asViewer();
  const { id } = await makePatient(viewer.orgId, { therapy_start: null });
  const { body } = await viewer.rest('GET', `/api/patients/${id}`);
  expect(body.data).toMatchObject({
    therapy_start: null,
    compliance_met_result: { state: 'no_therapy_start', period: 90 },
  });
});

test("another organization's patient is not found, like one that does not exist", async () => {
  const { id } = await makePatient(await makeOrganization('ep'));
  const viewer = await asViewer();
  const foreign = await viewer.rest('GET', `/api/patients/${id}`);
  const absent = await viewer.rest('GET', '/api/patients/999999999');
  expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  expect((await anonymous().rest('GET', `/api/patients/${id}`)).status).toBe(401);
  expect((await (await asViewer({ can: ['org.user.device'] })).rest('GET', `/api/patients/${id}`)).status).toBe(403);
});

describe('the devices of a patient', () => {
  const QUERY = 'query ($id: ID!) { patient(id: $id) { firstUsageDate activeSerials devices { startDate } } }';

  test('the first usage date is the earliest start_date; active devices are those without end_date, by their serials', async () => {
    const viewer = await asViewer();
    const patient = await makePatient(viewer.orgId);
    const [old, current] = [await makeMachine(viewer.orgId), await makeMachine(viewer.orgId)];
    await makeHistory(patient, current, { start_date: '2026-03-01' });
    await makeHistory(patient, old, { start_date: '2025-11-30', end_date: '2026-03-01' });
    const { data } = await viewer.gql(QUERY, { id: patient.id });
    expect(data.patient).toEqual({
      firstUsageDate: '2025-11-30',
      activeSerials: [current.serial],
      devices: [{ startDate: '2026-03-01' }, { startDate: '2025-11-30' }],
    });
    const { body } = await viewer.rest('GET', `/api/patients/${patient.id}`);
    expect(body.data).toMatchObject({ first_usage_date: '2025-11-30', active_serials: [current.serial] });
  });

  test('a patient whose devices have ended has a first usage date and no active serial', async () => {
    const viewer = await asViewer();
    const patient = await makePatient(viewer.orgId);
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: '2025-01-01', end_date: '2025-06-01' });
    const { data } = await viewer.gql(QUERY, { id: patient.id });
    expect(data.patient).toMatchObject({ firstUsageDate: '2025-01-01', activeSerials: [] });
  });

  test('a patient without devices has neither', async () => {
    const viewer = await asViewer();
    const { id } = await makePatient(viewer.orgId);
    expect((await viewer.gql(QUERY, { id })).data.patient).toEqual({
      firstUsageDate: null,
      activeSerials: [],
      devices: [],
    });
    expect((await viewer.rest('GET', `/api/patients/${id}`)).body.data).toMatchObject({
      first_usage_date: null,
      active_serials: [],
    });
  });
});
