import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CREATE, UPDATE, create, created, INPUT, LIST, shownTo, update } from '../../test/announcements.ts';
import { announcementRow } from '../../test/contract/isolation.fixture.ts';
import { admin, anonymous, asViewer, makeOrganization, usePortal, type TestViewer } from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

const CHECK =
  'query ($input: CreateAnnouncementInput!) { checkCreateAnnouncement(input: $input) { userErrors { field code } } }';

let support: TestViewer;
let user: TestViewer;
beforeAll(async () => {
  support = await asViewer({ kind: 'support', roles: ['support.admin'] });
  user = await asViewer({ roles: ['org.ep.staff'] });
});
beforeEach(() => admin.query('delete from announcement_receipts; delete from announcements'));

const stored = async () => (await admin.query('select title, body from announcements order by id')).rows;
describe('writing', () => {
  test('stores the announcement with its writer and audience, and an audit line names it', async () => {
    const { announcement, userErrors } = await create(support, {
      organizationId: toGlobalId('Organization', user.orgId),
      roles: ['org.ep.staff', 'org.ep.admin', 'org.ep.staff'],
      titleEs: 'Mantenimiento',
      bodyEs: 'El domingo.',
      untilDate: '2026-01-01',
    });
    expect([userErrors, announcement]).toEqual([
      [],
      {
        databaseId: expect.any(Number),
        title: 'Maintenance',
        body: 'On <b>Sunday</b>.',
        titleEs: 'Mantenimiento',
        bodyEs: 'El domingo.',
        roles: ['org.ep.admin', 'org.ep.staff'],
        fromDate: '2026-01-01',
        untilDate: '2026-01-01',
        state: 'OVER',
        version: 1,
        organization: { databaseId: user.orgId },
        createdBy: { databaseId: support.userId },
      },
    ]);
    const { rows } = await admin.query(
      "select outcome, properties from audit_log where operation = 'Mutation.createAnnouncement' and actor_user_id = $1 order by id desc limit 1",
      [support.userId],
    );
    expect(rows).toEqual([{ outcome: 'done', properties: { subjects: [`Announcement:${announcement.databaseId}`] } }]);
  });

  test('removes what could run or leave the portal, in both languages', async () => {
    const payload =
      '<p onclick="x()">Text</p><script>x()</script><a href="javascript:x()">l</a><img src=x onerror=x()>';
    const { announcement } = await create(support, { body: payload, titleEs: 'T', bodyEs: payload });
    expect([announcement.body, announcement.bodyEs]).toEqual(['<p>Text</p><a>l</a>', '<p>Text</p><a>l</a>']);
  });

  test.each([
    ['no title', { title: ' ' }, 'title', 'required'],
    ['a title of 101 characters', { title: 'a'.repeat(101) }, 'title', 'announcement.title_too_long'],
    ['no text', { body: '' }, 'body', 'required'],
    ['a text of 4001 characters', { body: 'a'.repeat(4001) }, 'body', 'announcement.body_too_long'],
    ['a text without anything to read', { body: '<p> </p><img src=x>' }, 'body', 'announcement.empty'],
    ['a Spanish title alone', { titleEs: 'Título' }, 'bodyEs', 'announcement.both_in_spanish'],
    ['a Spanish text alone', { bodyEs: 'Texto' }, 'titleEs', 'announcement.both_in_spanish'],
    ['a last day before the first', { untilDate: '2025-12-31' }, 'untilDate', 'announcement.until_before_from'],
    ['an unknown role', { roles: ['org.ep.staff', 'org.unknown'] }, 'roles', 'invalid'],
    ['an unknown organization', { organizationId: '999999999' }, 'organizationId', 'invalid'],
    ['an id of another type', { organizationId: toGlobalId('User', 1) }, 'organizationId', 'invalid'],
  ])('%s is refused at its field, by the check and by the mutation', async (_title, input, field, code) => {
    const refusal = [{ field, code }];
    expect(
      (await support.gql(CHECK, { input: { ...INPUT, ...input } })).data.checkCreateAnnouncement.userErrors,
    ).toEqual(refusal);
    expect(await create(support, input)).toEqual({ announcement: null, userErrors: refusal });
    expect(await stored()).toEqual([]);
  });

  test('the check says how many active users it concerns: of all organizations or one, with one of the roles or any', async () => {
    const count = async (input: object) =>
      (
        await support.gql(
          'query ($input: CreateAnnouncementInput!) { checkCreateAnnouncement(input: $input) { users userErrors { code } } }',
          { input: { ...INPUT, ...input } },
        )
      ).data.checkCreateAnnouncement;
    const before: number = (await count({})).users;
    const staffBefore: number = (await count({ roles: ['org.ep.staff'] })).users;
    const orgId = await makeOrganization();
    const organizationId = toGlobalId('Organization', orgId);
    await asViewer({ orgId, roles: ['org.ep.staff', 'org.ep.admin'] });
    await asViewer({ orgId, roles: ['org.ep.admin'] });
    const gone = await asViewer({ orgId, roles: ['org.ep.staff'] });
    await admin.query('update users set active = false where id = $1', [gone.userId]);
    expect((await count({})).users).toBe(before + 2);
    expect((await count({ roles: ['org.ep.staff'] })).users).toBe(staffBefore + 1);
    expect((await count({ organizationId })).users).toBe(2);
    expect((await count({ organizationId, roles: ['org.ep.staff', 'org.ep.admin'] })).users).toBe(2);
    expect((await count({ organizationId, roles: ['org.ep.staff'] })).users).toBe(1);
    expect(await count({ title: ' ' })).toEqual({ users: null, userErrors: [{ code: 'required' }] });
    await admin.query('update organizations set active = false where id = $1', [orgId]);
    expect((await count({})).users).toBe(before);
  });

  test('a title of 100 and a text of 4000 characters are stored', async () => {
    expect((await create(support, { title: 'a'.repeat(100), body: 'b'.repeat(4000) })).userErrors).toEqual([]);
  });

  test('is open to support administrators alone, not to staff of an organization with the permission', async () => {
    const { rows } = await admin.query(
      "select r.name from roles r join role_permissions p on p.role_id = r.id where p.permission = 'update.announcement'",
    );
    expect(rows).toEqual([{ name: 'support.admin' }]);
    const id = await created(support);
    const input = { announcementId: String(id), version: 1, withdrawn: true };
    const powerful = await asViewer({ orgId: user.orgId, can: ['update.announcement'] });
    for (const who of [powerful, user, await asViewer({ kind: 'support', roles: ['support.staff'] })])
      for (const [query, variables] of [
        [CREATE, { input: INPUT }],
        [CHECK, { input: INPUT }],
        [UPDATE, { input }],
      ] as const)
        expect((await who.gql(query, variables)).errors?.map(({ extensions }) => extensions.code)).toEqual([
          'FORBIDDEN',
        ]);
    expect((await user.gql(LIST)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await anonymous().gql(CREATE, { input: INPUT })).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(await stored()).toHaveLength(1);
  });

  test('is refused by the database too, without the permission and in the name of another user', async () => {
    const row = announcementRow(null, support.orgId, support.userId);
    const as = (userId: number, values: object) =>
      admin.query(
        `begin; select set_config('app.org_id', '${support.orgId}', true), set_config('app.user_id', '${userId}', true); set local role airlog_support;
         insert into announcements (audience_roles, title, body, from_date, created_by_org_id, created_by_id)
           select '[]', 't', 'b', current_date, r.created_by_org_id, r.created_by_id from json_populate_record(null::announcements, '${JSON.stringify({ ...row, ...values })}') r`,
      );
    const staff = await asViewer({ kind: 'support', orgId: support.orgId, roles: ['support.staff'] });
    for (const [userId, values] of [
      [staff.userId, { created_by_id: staff.userId }],
      [support.userId, { created_by_id: staff.userId }],
    ] as const) {
      await expect(as(userId, values)).rejects.toMatchObject({ code: '42501' });
      await admin.query('rollback');
    }
    await as(support.userId, {});
    await admin.query('rollback');
  });
});

describe('changing', () => {
  test('keeps what is omitted, counts the version, and the line has before and after', async () => {
    const id = await created(support, { untilDate: '2027-01-01', roles: ['org.ep.staff'] });
    const { announcement, userErrors } = await update(support, id, { title: 'Moved', untilDate: null });
    expect(userErrors).toEqual([]);
    expect(announcement).toMatchObject({
      title: 'Moved',
      body: 'On <b>Sunday</b>.',
      untilDate: null,
      roles: ['org.ep.staff'],
      version: 2,
    });
    const { rows } = await admin.query(
      "select properties->'changes' as changes from audit_log where operation = 'Mutation.updateAnnouncement' and actor_user_id = $1 order by id desc limit 1",
      [support.userId],
    );
    expect(rows).toEqual([{ changes: { title: ['Maintenance', 'Moved'], untilDate: ['2027-01-01', null] } }]);
  });

  test('of the second of two users is a conflict, and nothing of it is stored', async () => {
    const id = await created(support);
    await update(support, id, { title: 'First' });
    expect(await update(support, id, { title: 'Second' })).toEqual({
      announcement: null,
      conflict: { version: 2, title: 'First' },
      userErrors: [{ field: '', code: 'conflict' }],
    });
    expect((await update(support, id, { title: 'Second' }, 2)).userErrors).toEqual([]);
  });

  test('withdraws it, and undoes that', async () => {
    const id = await created(support);
    expect((await update(support, id, { withdrawn: true })).announcement.state).toBe('WITHDRAWN');
    expect(await shownTo(user)).toEqual([]);
    expect((await update(support, id, { withdrawn: false }, 2)).announcement.state).toBe('SHOWN');
    expect(await shownTo(user)).toEqual(['Maintenance']);
  });
});

describe('REST', () => {
  test('creates with 201, changes, lists and refuses with the documented field names', async () => {
    const body = { title: 'T', body: 'B', from_date: '2026-01-01', org_id: user.orgId, roles: ['org.ep.staff'] };
    const made = await support.rest('POST', '/api/announcements', body);
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        title: 'T',
        body: 'B',
        title_es: null,
        body_es: null,
        org_id: user.orgId,
        org_name: expect.any(String),
        roles: ['org.ep.staff'],
        from_date: '2026-01-01',
        until_date: null,
        state: 'shown',
        version: 1,
        created_by: expect.any(String),
        created: expect.any(String),
      },
    ]);
    const { id } = made.body.data;
    const changed = await support.rest('PATCH', `/api/announcements/${id}`, { title: 'U', org_id: null });
    expect([changed.status, changed.body.data]).toMatchObject([200, { id, title: 'U', org_id: null, version: 2 }]);
    const refused = await support.rest('PATCH', `/api/announcements/${id}`, { until_date: '2025-01-01', version: 2 });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { until_date: ['The last day is before the first. Choose a later last day.'] },
    ]);
    expect((await support.rest('GET', '/api/announcements/datatable')).body.data).toMatchObject([{ id, title: 'U' }]);
  });
});

test('organizations for the audience are found by their names, without inactive ones', async () => {
  const found = await makeOrganization('ep', { name: 'Quillmont Home Care' });
  await makeOrganization('ep', { name: 'Quillmont Closed', active: false });
  const { data } = await support.gql(
    'query ($search: String!) { announcementOrganizations(search: $search) { databaseId } }',
    { search: 'quillmont' },
  );
  expect(data.announcementOrganizations).toEqual([{ databaseId: found }]);
});
