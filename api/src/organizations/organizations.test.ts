import { expect, test } from '@jest/globals';
import { anonymous, asViewer, makeOrganization, makePatient, usePortal } from '../../test/harness.ts';

usePortal();

test("GET /api/users/my-org returns the user's organization and the settings that screens read", async () => {
  const orgId = await makeOrganization('clinical', { name: 'Lakeview', physician_can_add_missing_pin: true });
  const viewer = await asViewer({ orgId, kind: 'clinical', can: [] });
  const { status, body } = await viewer.rest('GET', '/api/users/my-org');
  expect(status).toBe(200);
  expect(body).toEqual({
    id: orgId,
    name: 'Lakeview',
    type: 'Clinical',
    is_clinical: true,
    timezone: 'America/New_York',
    locale: 'en',
    session_idle_minutes: 30,
    physician_can_add_missing_pin: true,
    disallow_external_device_edit: false,
    allow_ventilator_support: false,
    ventilator_visibility: 'all-users',
    allow_api_key_management: false,
    auth: { '2fa_enabled': false, '2fa_prevent_phone_numbers': false, '2fa_app': true, '2fa_sms': true },
    settings: { export_to_csv_access: 1 },
    version: 1,
  });
});

test('GET /api/users/my-org without a session is 401', async () => {
  expect((await anonymous().rest('GET', '/api/users/my-org')).status).toBe(401);
});

test("a user sees their own role but not a partner's", async () => {
  const viewer = await asViewer();
  const own = await viewer.gql('{ viewer { user { organization { databaseId } role roleLabel } } }');
  expect(own.data.viewer.user).toEqual({
    organization: { databaseId: viewer.orgId },
    role: 'org.ep.admin',
    roleLabel: 'Equipment provider admin',
  });
  const partner = await asViewer({ kind: 'clinical' });
  const patient = await makePatient(viewer.orgId, { clinician_org_id: partner.orgId, clinician_id: partner.userId });
  const shared = await viewer.gql('query ($id: ID!) { patient(id: $id) { clinician { databaseId role roleLabel } } }', {
    id: patient.id,
  });
  expect(shared.data.patient.clinician).toEqual({ databaseId: partner.userId, role: null, roleLabel: null });
});
