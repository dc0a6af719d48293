import { once } from 'node:events';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { lastTokenOf, makeAccount, OLD_PASSWORD, signIn, type Account } from '../../test/account.ts';
import { linesOf } from '../../test/audit-lines.ts';
import { asDevice } from '../../test/device.ts';
import {
  admin,
  anonymous,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  signInAgain,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { makeLegacyLocation, makeLegacyPatients } from '../../test/legacy.ts';
import { runJob } from '../../test/run-job.ts';
import { asToken, type TokenClient } from '../../test/token.ts';
import { defaultSettings } from '../device-settings/settings-catalog.rules.ts';
import { migratePatientsJob } from '../migration/patient-migrations.jobs.ts';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';

usePortalHere();

const FIELDS = 'sessions tokens apiKeys invitations passwordLinks jobs';
const NOTHING = { sessions: 0, tokens: 0, apiKeys: 0, invitations: 0, passwordLinks: 0, jobs: 0 };
const CHECK = `query ($input: SwitchOrganizationStateInput!) { checkDeactivateOrganization(input: $input) {
  ends { ${FIELDS} } pendingSettings migrations userErrors { code } } }`;
const DEACTIVATE = `mutation ($input: SwitchOrganizationStateInput!) { deactivateOrganization(input: $input) {
  organization { record { active draft } } ended { ${FIELDS} } userErrors { code } } }`;
const ACTIVATE = `mutation ($input: SwitchOrganizationStateInput!) { activateOrganization(input: $input) {
  organization { record { active draft } } userErrors { code } } }`;

let support: TestViewer;
let orgId: number;
let staff: TestViewer;
let account: Account;
let token: TokenClient;
const run = async (document: string, viewer = support, id = orgId) => {
  const { data, errors } = await viewer.gql(document, { input: { organizationId: String(id) } });
  return data ? (Object.values(data)[0] as any) : errors![0]!.extensions.code; // oxlint-disable-line typescript/no-explicit-any -- answers are asserted whole
};
const isSignedIn = async (client: TestViewer | TokenClient) =>
  (await client.rest('GET', '/api/users/my-org')).status === 200;
const one = async (sql: string, values: unknown[] = [orgId]) => (await admin.query(sql, values)).rows[0];

/** An organization with one thing of each kind that a deactivation ends, and the same of another organization. */
beforeEach(async () => {
  support = await asViewer({ kind: 'support' });
  account = await makeAccount();
  orgId = account.orgId;
  staff = await asViewer({ orgId });
  await signInAgain(staff);
  // A session past its time is none any more.
  const late = await signInAgain(staff);
  await admin.query(
    "update sessions set last_seen_at = now() - interval '31 minutes' where ctid = (select ctid from sessions where user_id = $1 order by created_at desc limit 1)",
    [late.userId],
  );
  token = await asToken(staff);
  await admin.query(
    `insert into api_keys (org_id, user_id, created_by_id, digest, last_four, scopes, expires_at)
     values ($1, $2, $2, '\\x00', 'abcd', '{view.patient}', now() + interval '1 day')`,
    [orgId, staff.userId],
  );
  await admin.query('update users set has_api = true where id = $1', [staff.userId]);
  // What has expired is not ended again.
  const expired = await asViewer({ orgId });
  await asToken(expired);
  await admin.query('delete from sessions where user_id = $1', [expired.userId]);
  await admin.query("update personal_access_tokens set expires_at = now() - interval '1 second' where user_id = $1", [
    expired.userId,
  ]);
  await admin.query(
    `insert into api_keys (org_id, user_id, created_by_id, digest, last_four, scopes, expires_at)
     values ($1, $2, $2, '\\x01', 'abcd', '{view.patient}', now() - interval '1 second')`,
    [orgId, expired.userId],
  );
  await admin.query(
    `insert into user_imports (org_id, user_id, target_org_id, state, rows, row_count, refused_count) values
       ($1, $2, $1, 'running', '[]', 1, 0), ($1, $2, $1, 'done', '[]', 1, 0)`,
    [orgId, staff.userId],
  );
  await admin.query(
    "insert into compliance_batches (org_id, user_id, rule, as_of, patient_ids) values ($1, $2, 'cms', '2026-01-01', '{1}')",
    [orgId, staff.userId],
  );
});

const ENDS = { sessions: 2, tokens: 1, apiKeys: 1, invitations: 0, passwordLinks: 0, jobs: 2 };

describe('a deactivation', () => {
  test('ends what its check lists: sessions, tokens, API keys and jobs of its users, and nothing of another organization', async () => {
    const other = await asViewer();
    const otherToken = await asToken(other);
    await admin.query(
      "insert into user_imports (org_id, user_id, target_org_id, state, rows, row_count, refused_count) values ($1, $2, $1, 'running', '[]', 1, 0)",
      [other.orgId, other.userId],
    );
    expect(await run(CHECK)).toEqual({ ends: ENDS, pendingSettings: 0, migrations: 0, userErrors: [] });
    expect(await isSignedIn(staff)).toBe(true);
    expect(await run(DEACTIVATE)).toEqual({
      organization: { record: { active: false, draft: false } },
      ended: ENDS,
      userErrors: [],
    });
    expect([await isSignedIn(staff), await isSignedIn(token)]).toEqual([false, false]);
    expect([await isSignedIn(other), await isSignedIn(otherToken)]).toEqual([true, true]);
    expect(await run(CHECK)).toEqual({ ends: NOTHING, pendingSettings: 0, migrations: 0, userErrors: [] });
    expect(
      await one(
        `select (select count(*)::int from sessions where org_id = $1) as sessions, (select count(*)::int from api_keys where org_id = $1 and revoked_at is null) as keys,
           (select array_agg(state order by state) from user_imports where org_id = $1) as imports, (select state from compliance_batches where org_id = $1) as batch`,
      ),
    ).toEqual({ sessions: 0, keys: 0, imports: ['done', 'failed'], batch: 'failed' });
    expect(await one('select has_api from users where id = $1', [staff.userId])).toEqual({ has_api: false });
    expect(await one('select state from user_imports where org_id = $1', [other.orgId])).toEqual({ state: 'running' });
    expect((await linesOf(support)).at(-1)).toMatchObject({
      operation: 'Mutation.deactivateOrganization',
      outcome: 'done',
      properties: { organization: orgId, changes: { active: [true, false] }, ended: ENDS },
    });
    // A second one has nothing to end.
    expect((await run(DEACTIVATE)).ended).toEqual(NOTHING);
  });

  test('ends invitations and links to a new password: their users are refused with the same words as before', async () => {
    const invited = await makeAccount({ email_verified_at: null }, orgId);
    await support.gql(
      'mutation ($input: ResendUserInvitationInput!) { resendUserInvitation(input: $input) { userErrors { code } } }',
      {
        input: { userId: String(invited.id) },
      },
    );
    const link = await lastTokenOf(invited.id);
    await staff.rest('POST', '/forgot-password', { email: account.email });
    expect((await run(CHECK)).ends).toEqual({ ...ENDS, invitations: 1, passwordLinks: 1 });
    expect((await run(DEACTIVATE)).ended).toEqual({ ...ENDS, invitations: 1, passwordLinks: 1 });
    const { data } = await anonymous().gql(
      'query ($token: String!) { accountLink(purpose: INVITATION, token: $token) { email } }',
      { token: link },
    );
    expect(data).toEqual({ accountLink: null });
    expect(await one('select count(*)::int as n from account_links where org_id = $1')).toEqual({ n: 0 });
    expect(
      await one(
        "select count(*)::int as n from mails where org_id = $1 and state = 'queued' and link_cipher is not null",
      ),
    ).toEqual({ n: 0 });
  });

  test('ends an invitation that has no link any more, and of one with a link counts the user once', async () => {
    const linkless = await makeAccount({ email_verified_at: null }, orgId);
    await makeAccount({ email_verified_at: null, invitation_expires_at: new Date() }, orgId); // expired
    expect(await one('select count(*)::int as n from account_links where org_id = $1')).toEqual({ n: 0 });
    expect((await run(CHECK)).ends).toEqual({ ...ENDS, invitations: 1 });
    expect((await run(DEACTIVATE)).ended).toEqual({ ...ENDS, invitations: 1 });
    expect((await run(CHECK)).ends.invitations).toBe(0);
    expect(await one('select invitation_expires_at <= now() as ended from users where id = $1', [linkless.id])).toEqual(
      { ended: true },
    );
  });

  test('refuses the sign-in of its users with the answer to a wrong password, until the organization is activated', async () => {
    const wrong = await signIn(account.email, 'something else entirely');
    await run(DEACTIVATE);
    const closed = await signIn(account.email, OLD_PASSWORD);
    expect([closed.status, closed.body]).toEqual([wrong.status, wrong.body]);
    // A sign-in that went on while the organization was deactivated left a session.
    const missed = await signInAgain(staff);
    expect((await run(ACTIVATE)).organization.record).toEqual({ active: true, draft: false });
    expect(await isSignedIn(missed)).toBe(false);
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(200);
    // What was ended stays ended.
    expect([await isSignedIn(staff), await isSignedIn(token)]).toEqual([false, false]);
  });

  // The next check closes them, and there is one every 5 seconds (session-watch.test.ts).
  test('closes the sockets of its users within 5 seconds', async () => {
    const socket = new WebSocket(`${staff.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: staff.headers.cookie! },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    await run(DEACTIVATE);
    expect((await closed)[0]).toBe(4401);
  });

  test('leaves therapy alone: devices report their nights, and pending settings stay on their way', async () => {
    const [patient, machine] = [await makePatient(orgId), await makeMachine(orgId)];
    const history = await makeHistory(patient, machine);
    await make(
      'settings_records',
      settingsRow({
        org_id: orgId,
        patient_id: patient.id,
        history_id: history,
        values: defaultSettings('cpap'),
        status: 'pending',
        is_edit: true,
        submitted_by_name: 'A',
        submitted_at: new Date(),
      }),
    );
    // Those that were delivered, or are of another organization, do not wait.
    const elsewhere = await makePatient(await makeOrganization());
    const other = await makeHistory(elsewhere, await makeMachine(elsewhere.orgId));
    const past = { org_id: orgId, patient_id: patient.id, history_id: history, status: 'past' };
    await make('settings_records', settingsRow(past));
    await make('settings_records', {
      ...settingsRow({ org_id: elsewhere.orgId, patient_id: elsewhere.id, history_id: other }),
      status: 'pending',
      is_edit: true,
      submitted_by_name: 'A',
      submitted_at: new Date(),
    });
    expect((await run(CHECK)).pendingSettings).toBe(1);
    await run(DEACTIVATE);
    expect(
      await one("select count(*)::int as n from settings_records where org_id = $1 and status = 'pending'"),
    ).toEqual({ n: 1 });
    const night = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const report = { device_time: new Date().toISOString(), nights: [{ night, minutes: 300 }] };
    expect((await asDevice(machine.serial).post('/nights', report)).body.data).toMatchObject([{ result: 'stored' }]);
    expect(await one('select minutes from usage_nights where patient_id = $1', [patient.id])).toEqual({ minutes: 300 });
  });

  test('lists migrations of patients to it, and they go on to their end', async () => {
    const dmeId = await makeLegacyLocation();
    await makeLegacyPatients(dmeId, [{}, {}]);
    const location = await make('locations', { org_id: orgId, name: 'Main', country: 'US', dme_id: dmeId });
    const to = { org_id: support.orgId, user_id: support.userId, target_org_id: orgId, location_id: location };
    const migration = await make('patient_migrations', { ...to, dme_id: dmeId, scope: 'all' });
    await make('patient_migrations', { ...to, dme_id: dmeId, scope: 'all', state: 'undoing' });
    await make('patient_migrations', { ...to, dme_id: dmeId, scope: 'all', state: 'done' });
    expect((await run(CHECK)).migrations).toBe(2);
    expect((await run(CHECK, support, await makeOrganization())).migrations).toBe(0);
    await run(DEACTIVATE);
    await runJob(migratePatientsJob, { migrationId: migration, userId: support.userId });
    expect(await one('select state, migrated_count from patient_migrations where id = $1', [migration])).toEqual({
      state: 'done',
      migrated_count: 2,
    });
    expect((await run(CHECK)).migrations).toBe(1);
  });

  test('is for support staff with update.org, never of support itself; administrators of the organization cannot', async () => {
    expect(await run(DEACTIVATE, await asViewer({ orgId, can: ['update.org', 'update.org.settings'] }))).toBe(
      'FORBIDDEN',
    );
    expect(await run(CHECK, await asViewer({ kind: 'support', roles: ['support.staff'] }))).toBe('FORBIDDEN');
    expect(await run(DEACTIVATE, support, support.orgId)).toBe('FORBIDDEN');
    expect(await run(DEACTIVATE, await asViewer({ can: ['update.org'] }))).toBe('NOT_FOUND');
    expect((await one('select active from organizations where id = $1')).active).toBe(true);
  });

  test('asks for a fresh password', async () => {
    await admin.query("update sessions set password_given_at = now() - interval '11 minutes' where user_id = $1", [
      support.userId,
    ]);
    expect(await run(DEACTIVATE)).toBe('REAUTHENTICATE');
    expect((await one('select active from organizations where id = $1')).active).toBe(true);
  });
});

test('a draft becomes Active by its activation, and then its users sign in', async () => {
  const draft = await makeOrganization('ep', { draft: true, active: false });
  const user = await makeAccount({}, draft);
  expect((await signIn(user.email, OLD_PASSWORD)).status).toBe(422);
  expect(await run(ACTIVATE, support, draft)).toEqual({
    organization: { record: { active: true, draft: false } },
    userErrors: [],
  });
  expect((await signIn(user.email, OLD_PASSWORD)).status).toBe(200);
});
