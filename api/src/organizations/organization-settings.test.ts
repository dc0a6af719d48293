import { beforeEach, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import { admin, asViewer, makePatient, usePortal, type Client, type TestViewer } from '../../test/harness.ts';

usePortal();

const SETTINGS =
  'version timezone locale sessionIdleMinutes exportToCsvAccess allowVentilatorSupport ventilatorVisibility allowApiKeyManagement physicianCanAddMissingPin disallowExternalDeviceEdit twoFactorEnabled twoFactorPreventPhoneNumbers twoFactorApp twoFactorSms';
const READ = `{ viewer { organization { settings { ${SETTINGS} } } } }`;
const UPDATE = `mutation ($input: UpdateOrganizationSettingsInput!) { updateOrganizationSettings(input: $input) {
  organization { settings { ${SETTINGS} } } conflict { settings { ${SETTINGS} } } userErrors { field code message } } }`;
const CHECK =
  'query ($input: UpdateOrganizationSettingsInput!) { checkUpdateOrganizationSettings(input: $input) { userErrors { field code message } } }';
const DEFAULTS = {
  version: 1,
  timezone: 'America/New_York',
  locale: 'EN',
  sessionIdleMinutes: 30,
  exportToCsvAccess: 'ALL',
  allowVentilatorSupport: false,
  ventilatorVisibility: 'ALL_USERS',
  allowApiKeyManagement: false,
  physicianCanAddMissingPin: false,
  disallowExternalDeviceEdit: false,
  twoFactorEnabled: false,
  twoFactorPreventPhoneNumbers: false,
  twoFactorApp: true,
  twoFactorSms: true,
};

let viewer: TestViewer;
beforeEach(async () => {
  viewer = await asViewer();
});

const update = async (input: object, who: Client = viewer) =>
  (await who.gql(UPDATE, { input: { version: 1, ...input } })).data.updateOrganizationSettings;
const read = async (who: Client = viewer) => (await who.gql(READ)).data.viewer.organization.settings;
const myOrg = async (who: Client = viewer) => (await who.rest('GET', '/api/users/my-org')).body;

describe('an administrator', () => {
  test('changes every setting, in GraphQL', async () => {
    const all = {
      timezone: 'America/Los_Angeles',
      locale: 'ES',
      sessionIdleMinutes: 15,
      exportToCsvAccess: 'ADMINISTRATORS',
      allowVentilatorSupport: true,
      ventilatorVisibility: 'SPECIFIC_USERS',
      allowApiKeyManagement: true,
      physicianCanAddMissingPin: true,
      disallowExternalDeviceEdit: true,
      twoFactorEnabled: true,
      twoFactorPreventPhoneNumbers: true,
      twoFactorApp: false,
      twoFactorSms: true,
    };
    expect(await read()).toEqual(DEFAULTS);
    expect(await update(all)).toEqual({
      organization: { settings: { ...all, version: 2 } },
      conflict: null,
      userErrors: [],
    });
    expect(await read()).toEqual({ ...all, version: 2 });
  });

  test('changes them in REST by their documented names, and only those that the body names', async () => {
    const before = await myOrg();
    const changes = {
      allow_ventilator_support: true,
      ventilator_visibility: 'specific-users',
      auth: { '2fa_sms': false },
      settings: { export_to_csv_access: 2 },
    };
    const answer = await viewer.rest('PATCH', '/api/users/my-org', changes);
    const after = { ...before, ...changes, auth: { ...before.auth, '2fa_sms': false }, version: 2 };
    expect([answer.status, answer.body]).toEqual([200, after]);
    expect(await myOrg()).toEqual(after);
  });

  test('changes no other organization, also no partner', async () => {
    const partner = await asViewer({ kind: 'clinical' });
    await makePatient(viewer.orgId, { clinician_org_id: partner.orgId, clinician_id: partner.userId });
    await viewer.rest('PATCH', '/api/users/my-org', { id: partner.orgId, locale: 'es' });
    expect([(await myOrg(partner)).locale, (await myOrg()).locale]).toEqual(['en', 'es']);
  });

  test('changes neither the name nor the type nor the state of the organization', async () => {
    const before = await myOrg();
    await viewer.rest('PATCH', '/api/users/my-org', {
      name: 'X',
      type_id: 2,
      active: false,
      draft: true,
      locale: 'es',
    });
    expect(await myOrg()).toEqual({ ...before, locale: 'es', version: 2 });
  });

  test('leaves a line with each changed field before and after, and none of the others', async () => {
    await update({ timezone: 'America/Chicago', exportToCsvAccess: 'DISABLED', locale: 'EN' });
    const { rows } = await admin.query(
      "select properties from audit_log where actor_user_id = $1 and operation = 'Mutation.updateOrganizationSettings'",
      [viewer.userId],
    );
    expect(rows).toEqual([
      {
        properties: {
          subjects: [`Organization:${viewer.orgId}`],
          changes: { timezone: ['America/New_York', 'America/Chicago'], exportToCsvAccess: [1, 0] },
        },
      },
    ]);
  });

  test('who changes nothing makes no new version', async () => {
    expect((await update({ locale: 'EN', timezone: null })).organization.settings).toEqual(DEFAULTS);
  });
});

test.each([
  ['staff without the permission', { can: ['view.user', 'update.user'] as never }],
  ['the staff role', { roles: ['org.ep.staff'] }],
])('%s may read the settings and not change them', async (_title, options) => {
  const staff = await asViewer({ orgId: viewer.orgId, ...options });
  expect(await read(staff)).toEqual(DEFAULTS);
  const answer = await staff.gql(UPDATE, { input: { version: 1, locale: 'ES' } });
  expect(answer.errors![0]!.extensions.code).toBe('FORBIDDEN');
  expect((await staff.rest('PATCH', '/api/users/my-org', { locale: 'es' })).status).toBe(403);
  expect((await staff.gql(CHECK, { input: { version: 1 } })).errors![0]!.extensions.code).toBe('FORBIDDEN');
  expect(await read()).toEqual(DEFAULTS);
});

test('a partner reads the name and not the settings', async () => {
  const partner = await asViewer({ kind: 'clinical' });
  const patient = await makePatient(viewer.orgId, { clinician_org_id: partner.orgId, clinician_id: partner.userId });
  const { data } = await partner.gql(
    'query ($id: ID!) { patient(id: $id) { organization { databaseId settings { timezone } } } }',
    { id: String(patient.id) },
  );
  expect(data.patient.organization).toEqual({ databaseId: viewer.orgId, settings: null });
});

describe('two administrators', () => {
  let second: TestViewer;
  beforeEach(async () => {
    second = await asViewer({ orgId: viewer.orgId });
  });
  const CONFLICT = {
    field: '',
    code: 'conflict',
    message:
      'Another administrator changed the settings while you were editing. Nothing was saved. Review the newer values, then save again.',
  };

  test('who edit the same version: the second sees the values of the first, and nothing is lost', async () => {
    await update({ locale: 'ES' });
    const now = { ...DEFAULTS, version: 2, locale: 'ES' };
    expect((await second.gql(CHECK, { input: { version: 1, locale: 'EN' } })).data).toEqual({
      checkUpdateOrganizationSettings: { userErrors: [CONFLICT] },
    });
    expect(await update({ timezone: 'America/Denver' }, second)).toEqual({
      organization: null,
      conflict: { settings: now },
      userErrors: [CONFLICT],
    });
    expect(await read()).toEqual(now);
    const again = await second.gql(UPDATE, { input: { version: 2, timezone: 'America/Denver' } });
    expect(again.data.updateOrganizationSettings.organization.settings).toEqual({
      ...now,
      version: 3,
      timezone: 'America/Denver',
    });
  });

  test('who save at the same moment: one of them is stored, the other gets the conflict', async () => {
    const answers = await Promise.all([
      update({ timezone: 'America/Denver' }),
      update({ timezone: 'America/Phoenix' }, second),
    ]);
    const winners = answers.filter(({ organization }) => organization);
    expect(winners).toHaveLength(1);
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([CONFLICT]);
    expect(await read()).toEqual({ ...DEFAULTS, ...winners[0].organization.settings });
  });

  test('in REST a version is optional: with it a conflict is 422, without it the named fields are changed', async () => {
    await update({ locale: 'ES' });
    const stale = await second.rest('PATCH', '/api/users/my-org', { version: 1, timezone: 'America/Denver' });
    expect([stale.status, stale.body.code, stale.body.conflict.locale]).toEqual([422, 'conflict', 'es']);
    const body = (await second.rest('PATCH', '/api/users/my-org', { timezone: 'America/Denver' })).body;
    expect(body).toMatchObject({ timezone: 'America/Denver', locale: 'es', version: 3 });
  });
});

describe('the check and the change refuse, at the field,', () => {
  test.each<[string, object, string, string]>([
    ['4 minutes', { sessionIdleMinutes: 4 }, 'sessionIdleMinutes', 'organization_settings.idle'],
    ['61 minutes', { sessionIdleMinutes: 61 }, 'sessionIdleMinutes', 'organization_settings.idle'],
    ['a place that is no time zone', { timezone: 'Mars/Olympus' }, 'timezone', 'organization_settings.timezone'],
    ['an offset', { timezone: '+05:00' }, 'timezone', 'organization_settings.timezone'],
    ['an abbreviation', { timezone: 'EST' }, 'timezone', 'organization_settings.timezone'],
    ['an empty time zone', { timezone: '' }, 'timezone', 'organization_settings.timezone'],
    [
      'a second factor without any way',
      { twoFactorEnabled: true, twoFactorApp: false, twoFactorSms: false },
      'twoFactorApp',
      'organization_settings.no_method',
    ],
  ])('%s', async (_title, input, field, code) => {
    const refusal = [{ field, code, message: expect.any(String) }];
    const checked = await viewer.gql(CHECK, { input: { version: 1, ...input } });
    expect(checked.data.checkUpdateOrganizationSettings.userErrors).toEqual(refusal);
    expect((await update(input)).userErrors).toEqual(refusal);
    expect(await read()).toEqual(DEFAULTS);
  });

  test.each([
    [{ session_idle_minutes: 4 }, 'session_idle_minutes'],
    [{ auth: { '2fa_enabled': true, '2fa_app': false, '2fa_sms': false } }, 'auth.2fa_app'],
    [{ settings: { export_to_csv_access: 3 } }, 'settings.export_to_csv_access'],
    [{ ventilator_visibility: 'no-users' }, 'ventilator_visibility'],
    [{ allow_ventilator_support: 'maybe' }, 'allow_ventilator_support'],
  ])('in REST %j, under the documented name', async (body, field) => {
    const answer = await viewer.rest('PATCH', '/api/users/my-org', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    const only = { precognition: 'true' };
    expect((await viewer.rest('PATCH', '/api/users/my-org', body, only)).status).toBe(422);
    expect(await read()).toEqual(DEFAULTS);
  });

  test.each([5, 60])('but take %i minutes', async (sessionIdleMinutes) => {
    expect((await update({ sessionIdleMinutes })).userErrors).toEqual([]);
  });

  test('but take UTC, and a second factor with one way', async () => {
    expect((await update({ timezone: 'UTC', twoFactorEnabled: true, twoFactorApp: false })).userErrors).toEqual([]);
  });
});

describe('a change takes effect with the next request of every user:', () => {
  let staff: TestViewer;
  beforeEach(async () => {
    staff = await asViewer({ orgId: viewer.orgId, roles: ['org.ep.staff'] });
  });
  const idleFor = (minutes: number) =>
    admin.query('update sessions set last_seen_at = now() - make_interval(mins => $2) where user_id = $1', [
      staff.userId,
      minutes,
    ]);

  test('files', async () => {
    const notice = async () => (await staff.gql('{ viewer { exportNotice } }')).data.viewer.exportNotice;
    expect(await notice()).toBeNull();
    await update({ exportToCsvAccess: 'DISABLED' });
    expect(await notice()).toBe('The option to Export to .CSV has been disabled by your Admin');
  });

  test('the time after which an idle session ends', async () => {
    await idleFor(6);
    expect((await staff.rest('GET', '/csrf-token')).body.seconds_left).toBeGreaterThan(23 * 60);
    await update({ sessionIdleMinutes: 5 });
    expect((await staff.rest('GET', '/api/users/my-org')).status).toBe(401);
    await idleFor(4);
    expect((await staff.rest('GET', '/api/users/my-org')).status).toBe(200);
  });
});

test('a change asks for a fresh password, in GraphQL and over REST', async () => {
  await admin.query("update sessions set password_given_at = now() - interval '11 minutes' where user_id = $1", [
    viewer.userId,
  ]);
  const answer = await viewer.gql(UPDATE, { input: { version: 1, locale: 'ES' } });
  expect(answer.errors!.map(({ extensions }) => extensions.code)).toEqual(['REAUTHENTICATE']);
  expect(await read()).toEqual(DEFAULTS);
  expect((await viewer.rest('PATCH', '/api/users/my-org', { locale: 'es' })).status).toBe(423);
  expect(await read()).toEqual(DEFAULTS);
  expect(await linesOf(viewer)).toEqual([]);
});
