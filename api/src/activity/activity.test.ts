import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  makeOrganization,
  makePatient,
  running,
  signInAgain,
  usePortal,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';
import { halfSession } from '../../test/second-factor.ts';
import { hashSessionId } from '../sign-in/session-read.ts';

usePortal();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';

let orgId: number;
let boss: TestViewer;
let staff: TestViewer;
let support: TestViewer;
let outsider: TestViewer;

beforeAll(async () => {
  orgId = await makeOrganization();
  boss = await asViewer({ orgId });
  staff = await asViewer({ orgId, roles: ['org.ep.staff'] });
  support = await asViewer({ kind: 'support' });
  outsider = await asViewer();
});

const history = async (who: Client, userId: number, query = '') =>
  (await who.rest('GET', `/api/users/${userId}/history/datatable${query}`)).body;
const auditLog = async (who: Client, userId: number) =>
  (await who.rest('GET', `/api/users/${userId}/audit_log/datatable`)).body.data;

describe('the login history', () => {
  test('has a row for each sign-in, newest first, with the time of signing out', async () => {
    const user = await asViewer({ orgId });
    await admin.query("update logins set login_at = now() - interval '1 hour', user_agent = $2 where user_id = $1", [
      user.userId,
      CHROME,
    ]);
    const again = await signInAgain(user);
    expect((await again.rest('POST', '/logout')).status).toBe(204);
    const { data, total } = await history(boss, user.userId);
    expect(total).toBe(2);
    expect(data).toEqual([
      expect.objectContaining({ user_agent: null, login_at: expect.any(String), logout_at: expect.any(String) }),
      expect.objectContaining({ user_agent: CHROME, client: 'Chrome on Windows', logout_at: null }),
    ]);
  });

  test('keeps a session that expired, without a time of signing out', async () => {
    const user = await asViewer({ orgId });
    await admin.query("update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1", [
      user.userId,
    ]);
    await admin.query('delete from sessions where user_id = $1', [user.userId]);
    expect((await history(boss, user.userId)).data).toEqual([expect.objectContaining({ logout_at: null })]);
  });

  test('begins with the second factor: a password alone is no sign-in', async () => {
    const user = await asViewer({ orgId });
    await admin.query("insert into sessions (id_hash, org_id, user_id, stage) values ('\\x01', $1, $2, 'verify')", [
      orgId,
      user.userId,
    ]);
    expect((await history(boss, user.userId)).total).toBe(1);
    await admin.query("update sessions set stage = 'full' where id_hash = '\\x01'");
    expect((await history(boss, user.userId)).total).toBe(2);
  });

  test('sets the last successful sign-in of the user', async () => {
    const { rows } = await admin.query(
      'select u.last_successful_login::timestamptz(3) = max(l.login_at) as same from users u join logins l on l.user_id = u.id where u.id = $1 group by u.id',
      [boss.userId],
    );
    expect(rows).toEqual([{ same: true }]);
  });

  test('has 25 rows a page', async () => {
    const user = await asViewer({ orgId });
    await admin.query(
      "insert into logins (org_id, user_id, session_hash) select $1, $2, convert_to('test' || i, 'UTF8') from generate_series(1, 30) i",
      [orgId, user.userId],
    );
    const first = await history(boss, user.userId);
    expect([first.data.length, first.total]).toEqual([25, 31]);
    expect((await history(boss, user.userId, '?page=2')).data).toHaveLength(6);
  });
});

describe('who reads the logs of a user', () => {
  test.each(['history/datatable', 'audit_log/datatable'])(
    '%s: the user, administrators and support staff',
    async (log) => {
      const path = `/api/users/${staff.userId}/${log}`;
      const statuses = [];
      for (const who of [staff, boss, support, outsider]) statuses.push((await who.rest('GET', path)).status);
      expect(statuses).toEqual([200, 200, 200, 404]);
      expect((await staff.rest('GET', `/api/users/${boss.userId}/${log}`)).status).toBe(403);
    },
  );

  test('the activity log: the same', async () => {
    const path = `/api/support/activity-logs/user/${staff.userId}`;
    const statuses = [];
    for (const who of [staff, boss, support, outsider]) statuses.push((await who.rest('GET', path)).status);
    expect(statuses).toEqual([200, 200, 200, 404]);
    expect((await staff.rest('GET', `/api/support/activity-logs/user/${boss.userId}`)).status).toBe(403);
  });

  test('the index of all activity logs: viewAny.activity', async () => {
    expect((await boss.rest('GET', '/api/support/activity-logs/datatable')).status).toBe(403);
    expect((await support.rest('GET', '/api/support/activity-logs/datatable')).status).toBe(200);
  });
});

describe('the audit log of a user', () => {
  test('names each changed field with its value before and after, and who changed it', async () => {
    const user = await asViewer({ orgId });
    const { data, errors } = await boss.gql(
      'mutation ($id: ID!) { setUserActive(input: { userId: $id, active: false }) { userErrors { code } } }',
      { id: String(user.userId) },
    );
    expect([errors, data.setUserActive.userErrors]).toEqual([undefined, []]);
    expect((await auditLog(boss, user.userId))[0]).toEqual({
      id: expect.any(Number),
      subject_type: 'User',
      subject_id: user.userId,
      event: 'updated',
      properties: { active: { before: true, after: false } },
      created_at: expect.any(String),
    });
    const query =
      'query ($id: ID!) { userAuditLog(userId: $id, first: 1) { edges { node { databaseId event actor { databaseId } fields { field before after } } } } }';
    expect((await boss.gql(query, { id: String(user.userId) })).data.userAuditLog.edges[0].node).toEqual({
      databaseId: expect.stringMatching(/^\d+$/),
      event: 'UPDATED',
      actor: { databaseId: boss.userId },
      fields: [{ field: 'active', before: 'true', after: 'false' }],
    });
  });

  test('has one line for a transaction: roles that are removed and added again are one change', async () => {
    const user = await asViewer({ orgId, roles: ['org.ep.staff'] });
    const before = (await auditLog(boss, user.userId)).length;
    await admin.query('begin');
    await admin.query("update users set first_name = 'New' where id = $1", [user.userId]);
    await admin.query('delete from user_roles where user_id = $1', [user.userId]);
    await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [orgId, user.userId]);
    await admin.query('commit');
    const lines = await auditLog(boss, user.userId);
    expect(lines).toHaveLength(before + 1);
    expect(lines[0].properties).toEqual({
      first_name: { before: expect.any(String), after: 'New' },
      roles: { before: ['org.ep.staff'], after: ['org.ep.admin'] },
    });
  });

  test('has no line for a transaction that changes nothing in the end', async () => {
    const user = await asViewer({ orgId, roles: ['org.ep.staff'] });
    const before = (await auditLog(boss, user.userId)).length;
    await admin.query('begin');
    await admin.query('delete from user_roles where user_id = $1', [user.userId]);
    await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 2)', [orgId, user.userId]);
    await admin.query('commit');
    expect(await auditLog(boss, user.userId)).toHaveLength(before);
  });

  test('says that a password changed, and nothing of it', async () => {
    const user = await asViewer({ orgId });
    await admin.query("insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, 'hash-before')", [
      orgId,
      user.userId,
    ]);
    await admin.query("update user_credentials set password_hash = 'hash-after' where user_id = $1", [user.userId]);
    const { rows } = await admin.query('select changes::text from user_changes where user_id = $1 order by id', [
      user.userId,
    ]);
    expect(
      (await auditLog(boss, user.userId)).slice(0, 2).map(({ properties }: { properties: unknown }) => properties),
    ).toEqual([{ password: { before: null, after: null } }, { password: { before: null, after: null } }]);
    expect(JSON.stringify(rows)).not.toMatch(/hash-/);
  });
});

describe('the activity log of a user', () => {
  const activity = async (who: Client, userId: number) => {
    await running().app.readLog.flush();
    return (await who.rest('GET', `/api/support/activity-logs/user/${userId}`)).body.data;
  };

  test('has a line for what the user did, with event, description, properties and time', async () => {
    const patient = await makePatient(orgId);
    await staff.rest('GET', `/api/patients/${patient.id}`);
    expect((await activity(boss, staff.userId))[0]).toEqual({
      event: 'GET /api/patients/{id}',
      description: `Read a patient's record (patient ${patient.id})`,
      properties: { id: String(patient.id), patients: [patient.id] },
      created_at: expect.any(String),
    });
  });

  test('describes it in the language of the viewer', async () => {
    const reader = await asViewer({ orgId, locale: 'es' });
    await staff.gql('{ patients { totalCount } }');
    expect((await activity(reader, staff.userId))[0].description).toBe('Leyó la lista de pacientes');
  });

  test('hides the values of details from a viewer who may not see the patient, and shows the names', async () => {
    const patient = await makePatient(orgId);
    const helper = await asViewer({ kind: 'support' });
    await helper.rest('GET', `/api/patients/${patient.id}`);
    const blind = await asViewer({ kind: 'support', can: ['viewAny.user', 'view.user', 'viewAny.activity'] });
    expect((await activity(blind, helper.userId))[0].properties).toEqual({ id: null, patients: null });
    const sees = await activity(support, helper.userId);
    expect(sees[0].properties).toEqual({ id: String(patient.id), patients: [patient.id] });
  });

  test('leaves a line itself, which names the patients that it showed', async () => {
    const patient = await makePatient(orgId);
    const nurse = await asViewer({ orgId, roles: ['org.ep.staff'] });
    await nurse.rest('GET', `/api/patients/${patient.id}`);
    const reader = await asViewer({ orgId });
    await activity(reader, nurse.userId);
    const query = '{ userActivity(userId: "%", first: 1) { edges { node { databaseId properties { name value } } } } }';
    const { data } = await reader.gql(query.replace('%', String(nurse.userId)));
    expect(data.userActivity.edges[0].node.databaseId).toMatch(/^\d+$/);
    expect(data.userActivity.edges[0].node.properties).toContainEqual({ name: 'patients', value: `[${patient.id}]` });
    expect((await linesOf(reader)).map(({ operation, patients }) => [operation, patients])).toEqual([
      ['GET /api/support/activity-logs/user/{id}', [patient.id]],
      ['Query.userActivity', [patient.id]],
    ]);
  });

  test('of all users is read page by page in GraphQL, newest first', async () => {
    const query =
      'query ($after: String) { activity(first: 2, after: $after) { pageInfo { endCursor } edges { node { databaseId event outcome createdAt user { databaseId } } } } }';
    const page = async (after?: string) => (await support.gql(query, { after })).data.activity;
    const first = await page();
    const second = await page(first.pageInfo.endCursor);
    const lines: { databaseId: string; createdAt: string }[] = [...first.edges, ...second.edges].map(
      ({ node }) => node,
    );
    const times = lines.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(lines.map(({ databaseId }) => databaseId)).size).toBe(4);
  });

  test('of support staff contains the patients that they read, for the index of support', async () => {
    const patient = await makePatient(orgId);
    const helper = await asViewer({ kind: 'support' });
    await helper.rest('GET', `/api/patients/${patient.id}`);
    await running().app.readLog.flush();
    const query = `user_id=${helper.userId}&outcome=read`;
    const { data } = (await support.rest('GET', `/api/support/activity-logs/datatable?${query}`)).body;
    expect(data).toEqual([
      expect.objectContaining({
        user_id: helper.userId,
        org_id: helper.orgId,
        outcome: 'read',
        event: 'GET /api/patients/{id}',
        properties: { id: String(patient.id), patients: [patient.id] },
      }),
    ]);
  });
});

describe('the signed-in sessions', () => {
  const SESSIONS =
    'query ($id: ID!) { userSessions(userId: $id) { databaseId client ip loginAt lastSeenAt isCurrent } }';
  const END =
    'mutation ($id: ID!, $session: Int!) { endUserSession(input: { userId: $id, sessionId: $session }) { user { databaseId } } }';
  const sessionsOf = async (who: Client, userId: number) =>
    (await who.gql(SESSIONS, { id: String(userId) })).data.userSessions as {
      databaseId: number;
      client: string | null;
      ip: string;
      loginAt: string;
      lastSeenAt: string;
      isCurrent: boolean;
    }[];

  test('are listed with the one of the request, and one that is ended is refused at once', async () => {
    const here = await asViewer({ orgId, roles: ['org.ep.staff'] });
    const there = await signInAgain(here);
    const listed = await sessionsOf(here, here.userId);
    expect(listed.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const other = listed.find(({ isCurrent }) => !isCurrent)!;
    expect((await here.gql(END, { id: String(here.userId), session: other.databaseId })).errors).toBeUndefined();
    expect((await there.rest('GET', '/api/users/my-org')).status).toBe(401);
    expect((await here.rest('GET', '/api/users/my-org')).status).toBe(200);
    expect(await sessionsOf(here, here.userId)).toHaveLength(1);
    expect((await here.gql(END, { id: String(here.userId), session: other.databaseId })).errors).toBeUndefined();
    expect((await linesOf(here)).map(({ operation, properties }) => [operation, properties.login])).toEqual([
      ['Mutation.endUserSession', other.databaseId],
      ['Mutation.endUserSession', other.databaseId],
    ]);
  });

  test('end together but for the one of the request, those that wait for a second factor too', async () => {
    const END_ALL =
      'mutation ($id: ID!) { endUserSessions(input: { userId: $id }) { ended user { databaseId } userErrors { code } } }';
    const all = async (who: Client, userId: number) => {
      const { data, errors } = await who.gql(END_ALL, { id: String(userId) });
      return errors ? errors[0]!.extensions.code : data.endUserSessions;
    };
    const here = await asViewer({ orgId, roles: ['org.ep.staff'] });
    const there = await signInAgain(here);
    await halfSession(here);
    const colleague = await asViewer({ orgId });
    const ended = { user: { databaseId: here.userId }, userErrors: [] };
    expect(await all(here, here.userId)).toEqual({ ...ended, ended: 2 });
    expect([
      (await here.rest('GET', '/api/users/my-org')).status,
      (await there.rest('GET', '/api/users/my-org')).status,
      (await colleague.rest('GET', '/api/users/my-org')).status,
    ]).toEqual([200, 401, 200]);
    expect(await all(here, here.userId)).toEqual({ ...ended, ended: 0 });
    expect((await linesOf(here)).map(({ operation, properties }) => [operation, properties.sessions])).toEqual([
      ['Mutation.endUserSessions', 2],
      ['Mutation.endUserSessions', 0],
    ]);
    // Those of another user by who may deactivate them, as each one.
    expect(await all(await asViewer({ orgId, can: ['view.user'] }), here.userId)).toBe('FORBIDDEN');
    expect(await all(outsider, here.userId)).toBe('NOT_FOUND');
    expect(await all(boss, here.userId)).toEqual({ ...ended, ended: 1 });
    expect((await here.rest('GET', '/api/users/my-org')).status).toBe(401);
  });

  test('have browser, address, the time of the sign-in and of the last request', async () => {
    const user = await asViewer({ orgId });
    await admin.query(
      "update logins set ip = '10.0.0.7', user_agent = $2, login_at = '2026-05-01T18:00:00.123Z' where user_id = $1",
      [user.userId, CHROME],
    );
    const [session] = await sessionsOf(boss, user.userId);
    expect(session).toEqual({
      databaseId: expect.any(Number),
      client: 'Chrome on Windows',
      ip: '10.0.0.7',
      loginAt: '2026-05-01T18:00:00.123Z',
      lastSeenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      isCurrent: false,
    });
  });

  test('of another user end only by who may deactivate the user', async () => {
    const user = await asViewer({ orgId });
    const [session] = await sessionsOf(boss, user.userId);
    const variables = { id: String(user.userId), session: session!.databaseId };
    const viewer = await asViewer({ orgId, can: ['view.user'] });
    expect(await sessionsOf(viewer, user.userId)).toHaveLength(1);
    expect((await viewer.gql(END, variables)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await outsider.gql(END, variables)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await user.rest('GET', '/api/users/my-org')).status).toBe(200);
    expect((await boss.gql(END, variables)).errors).toBeUndefined();
    expect((await user.rest('GET', '/api/users/my-org')).status).toBe(401);
  });

  test("are not ended with another user's session", async () => {
    const [one, two] = [await asViewer({ orgId }), await asViewer({ orgId })];
    const [session] = await sessionsOf(boss, two.userId);
    await one.gql(END, { id: String(one.userId), session: session!.databaseId });
    expect((await two.rest('GET', '/api/users/my-org')).status).toBe(200);
  });

  test('that are idle too long are not listed', async () => {
    const user = await asViewer({ orgId });
    await admin.query("update sessions set last_seen_at = now() - interval '31 minutes' where id_hash = $1", [
      hashSessionId(user.sessionId!),
    ]);
    expect(await sessionsOf(boss, user.userId)).toEqual([]);
  });
});
