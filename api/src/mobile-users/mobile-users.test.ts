import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import { mobileUserRow } from '../../test/contract/isolation.fixture.ts';
import { admin, asViewer, make, makePatient, usePortal, type Client, type TestViewer } from '../../test/harness.ts';

usePortal();

const LIST = `query ($search: String, $where: MobileUsersWhere) { mobileUsers(search: $search, where: $where) {
  totalCount edges { node { databaseId email platform active registered lastSeen viewerCanUpdate patient { databaseId } } } } }`;
const SET =
  'mutation ($input: SetMobileUserActiveInput!) { setMobileUserActive(input: $input) { mobileUser { active } userErrors { code } } }';

let viewer: TestViewer;
let patient: { id: number; orgId: number };
let account: number;
beforeAll(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
});
beforeEach(async () => {
  await admin.query('delete from mobile_users');
  account = await make('mobile_users', {
    ...mobileUserRow(patient.orgId, patient.id),
    email: 'ana@example.test',
    registered_at: '2026-03-01T08:00:00Z',
  });
});

const emailsFor = async (who: Client, variables: object = {}): Promise<string[]> =>
  (await who.gql(LIST, { ...variables })).data.mobileUsers.edges.map(
    ({ node }: { node: { email: string } }) => node.email,
  );
const setActive = (who: Client, active: boolean) => who.gql(SET, { input: { mobileUserId: String(account), active } });
const isActive = async () =>
  (await admin.query('select active from mobile_users where id = $1', [account])).rows[0].active;
const codeOf = async (answer: Promise<{ errors?: readonly { extensions: { code?: unknown } }[] }>) =>
  (await answer).errors?.[0]?.extensions.code;

describe('the list', () => {
  test('has each account with its patient, platform, status and times', async () => {
    const { data } = await viewer.gql(LIST);
    expect(data.mobileUsers).toEqual({
      totalCount: 1,
      edges: [
        {
          node: {
            databaseId: account,
            email: 'ana@example.test',
            platform: 'IOS',
            active: true,
            registered: '2026-03-01T08:00:00.000Z',
            lastSeen: null,
            viewerCanUpdate: true,
            patient: { databaseId: patient.id },
          },
        },
      ],
    });
    expect((await viewer.rest('GET', '/api/mobile-users/datatable')).body.data).toMatchObject([
      { id: account, email: 'ana@example.test', patient_id: patient.id, platform: 'ios', active: 1, last_seen: null },
    ]);
  });

  test('is searched by address, and filtered by platform and status', async () => {
    const second = await makePatient(viewer.orgId);
    await make('mobile_users', {
      ...mobileUserRow(second.orgId, second.id),
      email: 'ben@example.test',
      platform: 'android',
      active: false,
    });
    expect([
      await emailsFor(viewer, { search: 'BEN@' }),
      await emailsFor(viewer, { where: { platform: { equal: 'IOS' } } }),
      await emailsFor(viewer, { where: { active: { equal: false } } }),
    ]).toEqual([['ben@example.test'], ['ana@example.test'], ['ben@example.test']]);
  });

  test('has the accounts of the patients that the viewer sees, and takes view.mobile_user', async () => {
    const location = await make('locations', { org_id: viewer.orgId, name: 'there', country: 'US', is_primary: false });
    const elsewhere = await asViewer({ orgId: viewer.orgId, locationIds: [location], can: ['view.mobile_user'] });
    expect([
      await emailsFor(await asViewer()),
      await emailsFor(elsewhere),
      await emailsFor(await asViewer({ orgId: viewer.orgId, can: ['view.mobile_user'] })),
    ]).toEqual([[], [], ['ana@example.test']]);
    expect(await codeOf((await asViewer({ orgId: viewer.orgId, can: ['view.patient'] })).gql(LIST))).toBe('FORBIDDEN');
  });

  test('shows no patient to a viewer who may not read patients', async () => {
    const staff = await asViewer({ orgId: viewer.orgId, can: ['view.mobile_user'] });
    expect((await staff.gql(LIST)).data.mobileUsers.edges[0].node).toMatchObject({
      patient: null,
      viewerCanUpdate: false,
    });
  });

  test('that was read leaves a line that names the patients', async () => {
    await viewer.gql(LIST);
    expect((await linesOf(viewer)).at(-1)).toMatchObject({ operation: 'Query.mobileUsers', patients: [patient.id] });
  });
});

describe('disabling', () => {
  test('and enabling again change the account, and the lines name the patient', async () => {
    for (const active of [false, false, true]) {
      expect((await setActive(viewer, active)).data.setMobileUserActive).toEqual({
        mobileUser: { active },
        userErrors: [],
      });
      expect(await isActive()).toBe(active);
    }
    const lines = (await linesOf(viewer)).filter(({ operation }) => operation === 'Mutation.setMobileUserActive');
    expect(lines.map(({ patients, properties }) => [patients, properties.changes])).toEqual([
      [[patient.id], { active: [true, false] }],
      [[patient.id], { active: [false, false] }],
      [[patient.id], { active: [false, true] }],
    ]);
  });

  test('works through REST with 1 and 0, and refuses anything else', async () => {
    const path = `/api/mobile-users/${account}`;
    expect((await viewer.rest('PATCH', path, { active: 0 })).body.data).toMatchObject({ id: account, active: 0 });
    expect((await viewer.rest('PATCH', path, { active: 1 })).body.data).toMatchObject({ active: 1 });
    const refused = await viewer.rest('PATCH', path, { active: 'maybe' });
    expect([refused.status, Object.keys(refused.body.errors), await isActive()]).toEqual([422, ['active'], true]);
  });

  test('takes update.mobile_user and a patient of the own organization; support staff may for any', async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.mobile_user', 'view.patient'] });
    const clinic = await asViewer({ kind: 'clinical' });
    await admin.query('update patients set clinician_org_id = $1, clinician_id = $2 where id = $3', [
      clinic.orgId,
      clinic.userId,
      patient.id,
    ]);
    expect(await emailsFor(clinic)).toEqual(['ana@example.test']);
    expect([
      await codeOf(setActive(reader, false)),
      await codeOf(setActive(clinic, false)),
      await codeOf(setActive(await asViewer(), false)),
    ]).toEqual(['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND']);
    expect(await isActive()).toBe(true);
    const support = await asViewer({ kind: 'support', roles: ['support.admin'] });
    expect((await setActive(support, false)).data.setMobileUserActive.mobileUser).toEqual({ active: false });
  });
});
