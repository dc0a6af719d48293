import { expect, test } from '@jest/globals';
import { anonymous, asViewer, makeOrganization, makePatient, usePortal } from '../../test/harness.ts';

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
