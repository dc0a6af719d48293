import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type Client,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';
import { unique } from '../db/factories.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

const SWITCH = `mutation ($input: SwitchOrganizationInput!) { switchOrganization(input: $input) {
  viewer { actingOrganization { databaseId } organization { databaseId } } userErrors { code } } }`;
const SEEN = `{ patients { totalCount unfilteredCount edges { node { databaseId } } } machines { unfilteredCount }
  devices { totalCount } users { totalCount edges { node { databaseId } } }
  trustedDomains { totalCount } userStatusCounts { status count } dashboard { cards { kind count } } }`;
const RECENT = '{ viewer { recentOrganizations { databaseId } actingOrganization { databaseId } } }';

let support: TestViewer;
/** Two organizations with an administrator each, a patient with a device, and a second patient of the first. */
let north: { orgId: number; admin: TestViewer; patient: Ref; second: Ref };
let south: { orgId: number; admin: TestViewer; patient: Ref };

async function organizationWithPatient() {
  const staff = await asViewer();
  const patient = await makePatient(staff.orgId);
  await makeHistory(patient, await makeMachine(staff.orgId));
  return { orgId: staff.orgId, admin: staff, patient };
}

beforeAll(async () => {
  const first = await organizationWithPatient();
  north = { ...first, second: await makePatient(first.orgId) };
  south = await organizationWithPatient();
});
beforeEach(async () => {
  support = await asViewer({ kind: 'support' });
});

const answerOf = (who: Client, organizationId: unknown) => who.gql(SWITCH, { input: { organizationId } });
const to = async (orgId: number | null, who: Client = support) => {
  const { data, errors } = await answerOf(who, orgId === null ? null : String(orgId));
  expect(errors).toBeUndefined();
  return data.switchOrganization;
};
const codeOf = async (who: Client, organizationId: unknown) =>
  (await answerOf(who, organizationId)).errors?.map(({ extensions }) => extensions.code);
const seen = async (who: Client) => {
  const { data, errors } = await who.gql(SEEN);
  expect(errors).toBeUndefined();
  return data;
};
const recent = async (who: Client = support) =>
  (await who.gql(RECENT)).data.viewer.recentOrganizations.map(({ databaseId }: { databaseId: number }) => databaseId);
const readsPatient = async (who: Client, { id }: Ref) =>
  (await who.gql(`{ patient(id: "${id}") { databaseId } }`)).errors?.[0]!.extensions.code ?? 'read';

describe('support staff who acts in an organization', () => {
  test('is answered with it, in its session and in no other', async () => {
    expect(await to(north.orgId)).toEqual({
      viewer: { actingOrganization: { databaseId: north.orgId }, organization: { databaseId: support.orgId } },
      userErrors: [],
    });
    const other = await asViewer({ kind: 'support', orgId: support.orgId });
    expect((await other.gql(RECENT)).data.viewer).toEqual({ recentOrganizations: [], actingOrganization: null });
  });

  test('sees in every list, count and card what an administrator of it sees', async () => {
    await to(north.orgId);
    const [own, theirs] = [await seen(support), await seen(north.admin)];
    for (const list of ['patients', 'machines', 'devices', 'users', 'userStatusCounts', 'dashboard', 'trustedDomains'])
      expect([list, own[list]]).toEqual([list, theirs[list]]);
    expect(own.patients).toMatchObject({ totalCount: 2, unfilteredCount: 2 });
  });

  test('sees the same over REST, and in a file', async () => {
    await to(north.orgId);
    for (const table of ['patients', 'devices', 'machines', 'users']) {
      const [own, theirs] = [
        await support.rest('GET', `/api/${table}/datatable`),
        await north.admin.rest('GET', `/api/${table}/datatable`),
      ];
      expect([table, own.body.total, own.body.recordsTotal]).toEqual([
        table,
        theirs.body.total,
        theirs.body.recordsTotal,
      ]);
    }
    const file = await support.rest('GET', '/api/patients/datatable?csv=true');
    expect(file.text.trim().split('\n')).toHaveLength(3);
    expect((await support.rest('GET', '/api/users/my-org')).body.id).toBe(north.orgId);
  });

  test('opens its patients and no other: neither by id, nor by global id, nor by searching', async () => {
    await to(north.orgId);
    expect([await readsPatient(support, north.patient), await readsPatient(support, south.patient)]).toEqual([
      'read',
      'NOT_FOUND',
    ]);
    const node = await support.gql(`{ node(id: "${toGlobalId('Patient', south.patient.id)}") { id } }`);
    expect(node.errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect((await support.rest('GET', `/api/patients/${south.patient.id}`)).status).toBe(404);
    const found = await support.gql(`{ searchResults(search: "${south.patient.id}") { patients { databaseId } } }`);
    expect(found.data.searchResults.patients).toEqual([]);
  });

  test('sees patients that a partner shares with it', async () => {
    const clinic = await asViewer({ kind: 'clinical' });
    await makePatient(south.orgId, { clinician_org_id: clinic.orgId, clinician_id: clinic.userId });
    await to(clinic.orgId);
    expect((await seen(support)).patients).toMatchObject({ totalCount: 1, unfilteredCount: 1 });
    await admin.query('delete from patients where clinician_org_id = $1', [clinic.orgId]);
  });

  test('lists the users of no other organization', async () => {
    await to(north.orgId);
    const list = (orgId: number) => support.gql(`{ users(orgId: "${orgId}") { totalCount } }`);
    expect((await list(north.orgId)).data.users.totalCount).toBe(1);
    for (const orgId of [south.orgId, support.orgId, 999_999_001])
      expect((await list(orgId)).errors![0]!.extensions.code).toBe('NOT_FOUND');
    const page = await support.gql(`{ user(id: "${south.admin.userId}") { databaseId } }`);
    expect(page.errors![0]!.extensions.code).toBe('NOT_FOUND');
  });

  test('keeps its own name, permissions and preferences', async () => {
    const facts =
      '{ viewer { permissions user { databaseId email } tablePreferences { table } } user(id: "ID") { databaseId } }';
    const query = facts.replace('ID', String(support.userId));
    const before = await support.gql(query);
    await to(north.orgId);
    const after = await support.gql(query);
    expect(after.errors).toBeUndefined();
    expect(after.data).toEqual(before.data);
  });

  test('makes users, trusted domains and anonymous iCode reports there', async () => {
    await to(north.orgId);
    const email = `new${unique()}@example.test`;
    const created = await support.gql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId organization { databaseId } } userErrors { field code } } }',
      {
        input: {
          firstName: 'Dana',
          lastName: 'Reyes',
          userType: 'ORGANIZATION',
          role: 'org.ep.staff',
          email,
          confirmEmail: email,
        },
      },
    );
    expect(created.data.createUser).toMatchObject({
      user: { organization: { databaseId: north.orgId } },
      userErrors: [],
    });
    const { rows: mails } = await admin.query('select org_id from mails where email = $1', [email]);
    expect(mails).toEqual([{ org_id: north.orgId }]);
    const name = `d${unique()}.example`;
    const domain = await support.gql(
      'mutation ($input: CreateTrustedDomainInput!) { createTrustedDomain(input: $input) { userErrors { code } } }',
      { input: { name } },
    );
    expect(domain.data.createTrustedDomain.userErrors).toEqual([]);
    const { rows } = await admin.query(
      'select org_id, created_by_org_id, created_by_id from trusted_domains where name = $1',
      [name],
    );
    expect(rows).toEqual([{ org_id: north.orgId, created_by_org_id: support.orgId, created_by_id: support.userId }]);
    await admin.query('delete from trusted_domains where name = $1', [name]);
    await admin.query('delete from users where email = $1', [email]);
  });

  test('changes its settings, and those of no other organization', async () => {
    await to(north.orgId);
    const idle = async () =>
      (
        await admin.query(
          'select id, session_idle_minutes as minutes from organizations where id = any ($1) order by id',
          [[north.orgId, south.orgId, support.orgId]],
        )
      ).rows.map(({ minutes }) => minutes);
    const { data, errors } = await support.gql(
      'mutation { updateOrganizationSettings(input: { version: 1, sessionIdleMinutes: 20 }) { organization { databaseId settings { sessionIdleMinutes } } userErrors { code } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.updateOrganizationSettings).toEqual({
      organization: { databaseId: north.orgId, settings: { sessionIdleMinutes: 20 } },
      userErrors: [],
    });
    expect((await idle()).sort()).toEqual([20, 30, 30]);
    await admin.query('update organizations set session_idle_minutes = 30 where id = $1', [north.orgId]);
  });

  test('writes to its users alone', async () => {
    await to(north.orgId);
    const send = (user: number) =>
      support.gql(
        'mutation ($input: SendOrgMessageInput!) { sendOrgMessage(input: $input) { orgMessage { databaseId } userErrors { code } } }',
        { input: { userId: String(user), message: 'x' } },
      );
    expect((await send(north.admin.userId)).data.sendOrgMessage.userErrors).toEqual([]);
    const foreign = await send(south.admin.userId);
    expect(foreign.data?.sendOrgMessage?.orgMessage ?? null).toBeNull();
    expect((await support.gql('{ orgMessages { totalCount } }')).data.orgMessages.totalCount).toBe(1);
  });

  test('leaves lines of its reads as before, as support staff', async () => {
    await to(north.orgId);
    await readsPatient(support, north.patient);
    const lines = await linesOf(support);
    expect(lines.at(-1)).toMatchObject({ operation: 'Query.patient', outcome: 'read', patients: [north.patient.id] });
    const { rows } = await admin.query('select distinct org_id from audit_log where actor_user_id = $1', [
      support.userId,
    ]);
    expect(rows).toEqual([{ org_id: support.orgId }]);
  });

  test('goes on in it when it becomes inactive, and never sees the others unasked', async () => {
    const { orgId } = await organizationWithPatient();
    await to(orgId);
    await admin.query('update organizations set active = false where id = $1', [orgId]);
    expect((await seen(support)).patients.totalCount).toBe(1);
    expect(await readsPatient(support, south.patient)).toBe('NOT_FOUND');
  });
});

test('back in all organizations, support staff sees all of them again', async () => {
  await to(north.orgId);
  expect((await to(null)).viewer.actingOrganization).toBeNull();
  expect([await readsPatient(support, north.patient), await readsPatient(support, south.patient)]).toEqual([
    'read',
    'read',
  ]);
  expect((await seen(support)).users.totalCount).toBeGreaterThan(2);
});

test('support staff goes from one organization to another', async () => {
  await to(north.orgId);
  await to(south.orgId);
  expect(await readsPatient(support, north.patient)).toBe('NOT_FOUND');
  expect(await readsPatient(support, south.patient)).toBe('read');
});

test('each switch leaves a line with the organization before and after', async () => {
  await to(north.orgId);
  await to(south.orgId);
  await to(null);
  expect(await linesOf(support)).toMatchObject(
    [
      [null, north.orgId],
      [north.orgId, south.orgId],
      [south.orgId, null],
    ].map((change) => ({
      operation: 'Mutation.switchOrganization',
      outcome: 'done',
      patients: [],
      properties: { changes: { acting_organization: change } },
    })),
  );
});

describe('an organization that is', () => {
  test.each([
    ['inactive', () => makeOrganization('ep', { active: false })],
    ["support staff's own", async () => support.orgId],
    ['of support staff', () => makeOrganization('support')],
    ['not there', async () => 999_999_001],
    ['no organization at all', async () => 'abc'],
    ['a patient', async () => toGlobalId('Patient', north.patient.id)],
  ])('%s is not found, and the session stays where it was', async (_title, make) => {
    await to(north.orgId);
    expect(await codeOf(support, String(await make()))).toEqual(['NOT_FOUND']);
    expect((await support.gql(RECENT)).data.viewer.actingOrganization).toEqual({ databaseId: north.orgId });
    expect((await linesOf(support)).filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
  });

  test('named by its global id is found', async () => {
    const id = toGlobalId('Organization', north.orgId);
    expect((await answerOf(support, id)).data.switchOrganization.viewer.actingOrganization.databaseId).toBe(
      north.orgId,
    );
  });
});

describe('no switch is made by', () => {
  test('a user of an organization, even with the permission, nor by support staff without it', async () => {
    const users = [
      await asViewer(),
      await asViewer({ can: ['viewAny.org', 'viewAny.patient', 'view.patient'] }),
      await asViewer({ kind: 'support', can: ['viewAny.patient', 'viewAny.user'] }),
    ];
    for (const user of users) {
      expect(await codeOf(user, String(north.orgId))).toEqual(['FORBIDDEN']);
      const { rows } = await admin.query('select acting_org_id from sessions where user_id = $1', [user.userId]);
      expect(rows).toEqual([{ acting_org_id: null }]);
    }
  });

  test('support.staff without its permission to view organizations; it has it', async () => {
    const staff = await asViewer({ kind: 'support', roles: ['support.staff'] });
    expect((await to(north.orgId, staff)).viewer.actingOrganization).toEqual({ databaseId: north.orgId });
  });

  test('a token, which is not switched by the session of its user either', async () => {
    const token = await asToken(support, ['viewAny.patient']);
    expect(await codeOf(token, String(north.orgId))).toEqual(['FORBIDDEN']);
    await to(north.orgId);
    expect(await readsPatient(token, south.patient)).toBe('read');
  });

  test('statements of a user of an organization in the database', async () => {
    await admin.query('begin');
    await admin.query(`set local role airlog_org`);
    await expect(admin.query("select switch_organization('\\x00', 1)")).rejects.toMatchObject({ code: '42501' });
    await admin.query('rollback');
  });
});

test('a session of another user is not switched in the database', async () => {
  const other = await asViewer({ kind: 'support', orgId: support.orgId });
  const { rows } = await admin.query('select id_hash from sessions where user_id = $1', [other.userId]);
  await admin.query('begin');
  await admin.query('set local role airlog_support');
  await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
    String(support.orgId),
    String(support.userId),
  ]);
  const { rows: answer } = await admin.query('select switch_organization($1, $2) as switched', [
    rows[0].id_hash,
    north.orgId,
  ]);
  await admin.query('rollback');
  expect(answer).toEqual([{ switched: false }]);
});

describe('recent organizations', () => {
  test('are the last five, each once, the newest first, and active', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) ids.push(await makeOrganization());
    for (const id of [...ids.slice(0, 6), ids[2]!, ids[6]!]) await to(id);
    expect(await recent()).toEqual([6, 2, 5, 4, 3].map((n) => ids[n]));
    await admin.query('update organizations set active = false where id = $1', [ids[2]]);
    expect(await recent()).toEqual([6, 5, 4, 3].map((n) => ids[n]));
  });

  test("are one's own, and outlive the session", async () => {
    await to(north.orgId);
    await to(null);
    expect(await recent()).toEqual([north.orgId]);
    const other = await asViewer({ kind: 'support', orgId: support.orgId });
    expect(await recent(other)).toEqual([]);
    expect(await recent(north.admin)).toEqual([]);
  });
});
