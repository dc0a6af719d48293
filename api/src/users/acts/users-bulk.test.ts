import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../../test/count-queries.ts';
import { userRow } from '../../db/factories.ts';
import { admin, asViewer, make, usePortal, type TestViewer } from '../../../test/harness.ts';

usePortal();

type Row = Record<string, unknown>;
const userOf = (orgId: number, columns: Row = {}) => make('users', userRow(orgId, columns));

describe('the counts by status', () => {
  const COUNTS = `query ($search: String, $where: UsersWhere, $orgId: ID) {
    userStatusCounts(search: $search, where: $where, orgId: $orgId) { status count } }`;
  const counts = async (who: TestViewer, variables: Row = {}) =>
    (await who.gql(COUNTS, variables)).data.userStatusCounts.map(({ status, count }: Row) => [status, count]);
  let viewer: TestViewer;

  beforeAll(async () => {
    viewer = await asViewer();
    const { orgId } = viewer;
    await userOf(orgId, { active: false, last_name: 'Quill' });
    await userOf(orgId, { email_verified_at: null, last_name: 'Quill' });
    await userOf(orgId, { email_verified_at: null, invitation_expires_at: '2026-01-01', user_type: 'Group' });
    await userOf(orgId, { locked: true, last_name: 'Quill' });
    await userOf(orgId, { locked: true, user_type: 'Group' });
  });

  test('are those of the own organization, in the documented order', async () => {
    expect(await counts(viewer)).toEqual([
      ['INACTIVE', 1],
      ['ACTIVE', 1],
      ['INVITED', 1],
      ['EXPIRED', 1],
      ['LOCKED', 2],
    ]);
  });

  test.each([
    ['a search', { search: 'quill' }, [1, 0, 1, 0, 1]],
    ['a filter', { where: { userType: { equal: 'GROUP' } } }, [0, 0, 0, 1, 1]],
    ['a filter by status, which is left out', { where: { status: { equal: 'INACTIVE' } } }, [1, 1, 1, 1, 2]],
  ])('follow %s', async (_what, variables, expected) => {
    expect((await counts(viewer, variables)).map(([, count]: [string, number]) => count)).toEqual(expected);
  });

  test('are those of one organization for support staff', async () => {
    const support = await asViewer({ kind: 'support' });
    expect(await counts(support, { orgId: String(viewer.orgId) })).toEqual(await counts(viewer));
  });
});

describe('activating and deactivating several users', () => {
  const MUTATION = `mutation ($input: SetUsersActiveInput!) { setUsersActive(input: $input) {
    outcomes { userId refused } userErrors { field code } } }`;
  const act = async (who: TestViewer, selection: Row, active: boolean) => {
    const { data, errors } = await who.gql(MUTATION, { input: { selection, active } });
    return errors ? errors[0]!.extensions.code : data.setUsersActive;
  };
  const isActive = async (id: number) =>
    (await admin.query('select active from users where id = $1', [id])).rows[0].active as boolean;

  test('has an outcome for each, and one that is refused keeps no other from being changed', async () => {
    const viewer = await asViewer();
    const outsider = await asViewer();
    const colleague = await asViewer({ orgId: viewer.orgId, roles: ['org.ep.staff'] });
    const other = await userOf(viewer.orgId);
    const userIds = [viewer.userId, colleague.userId, other, outsider.userId].map(String);
    const { outcomes } = await act(viewer, { userIds }, false);
    const of = (id: number) => outcomes.find(({ userId }: { userId: number }) => userId === id);
    expect(outcomes).toHaveLength(3);
    expect(of(colleague.userId)).toMatchObject({ refused: null });
    expect(of(other)).toMatchObject({ refused: null });
    expect(of(viewer.userId)).toMatchObject({ refused: expect.stringMatching(/.+/) });
    expect([await isActive(viewer.userId), await isActive(outsider.userId)]).toEqual([true, true]);
    expect([await isActive(colleague.userId), await isActive(other)]).toEqual([false, false]);
    expect((await colleague.rest('GET', '/api/users/my-org')).status).toBe(401);
  });

  test('over all that match changes those and no other, also of another organization', async () => {
    const viewer = await asViewer();
    const [quill, other] = [await userOf(viewer.orgId, { last_name: 'Quill' }), await userOf(viewer.orgId)];
    const foreign = await userOf((await asViewer()).orgId, { last_name: 'Quill' });
    const { outcomes } = await act(viewer, { matching: { search: 'quill' } }, false);
    expect(outcomes).toMatchObject([{ userId: quill, refused: null }]);
    expect([await isActive(quill), await isActive(other), await isActive(foreign)]).toEqual([false, true, true]);
    await act(viewer, { matching: { where: { status: { equal: 'INACTIVE' } } } }, true);
    expect(await isActive(quill)).toBe(true);
  });

  test('leaves the last administrators of an organization, and changes its other staff', async () => {
    const support = await asViewer({ kind: 'support' });
    const first = await asViewer();
    const second = await asViewer({ orgId: first.orgId });
    const staff = await asViewer({ orgId: first.orgId, roles: ['org.ep.staff'] });
    const { outcomes } = await act(support, { matching: { orgId: String(first.orgId) } }, false);
    expect(outcomes.filter(({ refused }: Row) => refused === null)).toMatchObject([{ userId: staff.userId }]);
    expect([await isActive(first.userId), await isActive(second.userId)]).toEqual([true, true]);
  });

  test.each([
    ['nothing', {}],
    ['no ids', { userIds: [] }],
    ['both', { userIds: ['1'], matching: {} }],
  ])('refuses %s', async (_what, selection) => {
    expect((await act(await asViewer(), selection, true)).userErrors).toMatchObject([{ field: 'selection' }]);
  });

  test('takes at most 500 users, and refuses 501', async () => {
    const viewer = await asViewer();
    const many = (from: number, to: number) =>
      admin.query(
        `insert into users (org_id, email, first_name, last_name, email_verified_at)
         select $1::int, 'many' || n || '.' || $1::int || '@example.test', 'Many', 'Quill', now() from generate_series($2::int, $3::int) n`,
        [viewer.orgId, from, to],
      );
    await many(1, 500);
    expect((await act(viewer, { matching: { search: 'quill' } }, false)).outcomes).toHaveLength(500);
    await many(501, 501);
    expect((await act(viewer, { matching: { search: 'quill' } }, false)).userErrors).toEqual([
      { field: 'selection', code: 'users.too_many' },
    ]);
  });

  test('takes the same number of statements for one user and for many', async () => {
    const viewer = await asViewer();
    for (let index = 0; index < 5; index++) await userOf(viewer.orgId, { last_name: index ? 'Many' : 'One' });
    const [one, many] = [
      await countQueries(() => act(viewer, { matching: { search: 'one' } }, false)),
      await countQueries(() => act(viewer, { matching: { search: 'many' } }, false)),
    ];
    expect([one.result.outcomes.length, many.result.outcomes.length]).toEqual([1, 4]);
    expect(many.statements).toBe(one.statements);
  });
});
