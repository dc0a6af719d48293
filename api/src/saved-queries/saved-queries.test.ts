import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, usePortal, type Client, type TestViewer } from '../../test/harness.ts';

usePortal();

const FIELDS = 'databaseId name query variables isShared ownerName viewerCanUpdate version';
const LIST = `{ savedQueries { ${FIELDS} } }`;
const ONE = `query ($id: ID!) { savedQuery(id: $id) { ${FIELDS} } }`;
const CREATE = `mutation ($input: CreateSavedQueryInput!) { createSavedQuery(input: $input) { savedQuery { ${FIELDS} } userErrors { field code message } } }`;
const UPDATE = `mutation ($input: UpdateSavedQueryInput!) { updateSavedQuery(input: $input) { savedQuery { ${FIELDS} } conflict { name version } userErrors { field code } } }`;
const DELETE = 'mutation ($id: ID!) { deleteSavedQuery(input: { savedQueryId: $id }) { userErrors { field code } } }';
const SILENT = { name: 'Silent', query: '{ patients { totalCount } }', variables: '{"first": 3}' };

let viewer: TestViewer;
let colleague: TestViewer;
let other: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
  colleague = await asViewer({ orgId: viewer.orgId });
  other = await asViewer();
});
beforeEach(() => admin.query('delete from saved_queries'));

const create = async (input: object = {}, who: Client = viewer) =>
  (await who.gql(CREATE, { input: { ...SILENT, ...input } })).data.createSavedQuery;
const made = async (input: object = {}, who: Client = viewer): Promise<{ databaseId: number; version: number }> =>
  (await create(input, who)).savedQuery;
const update = (input: object, who: Client = viewer) => who.gql(UPDATE, { input });
const remove = (id: number, who: Client = viewer) => who.gql(DELETE, { id: String(id) });
const listed = async (who: Client): Promise<string[]> =>
  (await who.gql(LIST)).data.savedQueries.map(({ name }: { name: string }) => name);
const codesOf = async (answer: Promise<{ errors?: { extensions: { code?: unknown } }[] }>) =>
  (await answer).errors?.map(({ extensions }) => extensions.code);
const stored = async () => (await admin.query('select name, query from saved_queries order by name')).rows;

describe('saving', () => {
  test('keeps the name, the text and the variables of the query for the user, as they were typed', async () => {
    const query = ' { patients {\n\ttotalCount # "½"\n} } ';
    const { savedQuery, userErrors } = await create({ name: '  Silent ', query });
    expect([savedQuery, userErrors]).toEqual([
      {
        databaseId: expect.any(Number),
        name: 'Silent',
        query,
        variables: '{"first": 3}',
        isShared: false,
        ownerName: expect.stringMatching(/^User\d+, Alex$/),
        viewerCanUpdate: true,
        version: 1,
      },
      [],
    ]);
    expect((await viewer.gql(LIST)).data.savedQueries).toEqual([savedQuery]);
  });

  test('a query without variables has none, and one that is not valid is kept too', async () => {
    expect(await made({ query: '{ patients {', variables: null })).toMatchObject({
      query: '{ patients {',
      variables: '',
    });
  });

  test.each([
    ['an empty name', { name: ' ' }, 'name', 'required'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'name', 'saved_query.name_too_long'],
    ['an empty query', { query: '' }, 'query', 'required'],
    ['a query of spaces', { query: ' \n ' }, 'query', 'required'],
    ['a query of 20,001 characters', { query: 'q'.repeat(20_001) }, 'query', 'saved_query.query_too_long'],
    [
      'variables of 10,001 characters',
      { variables: 'v'.repeat(10_001) },
      'variables',
      'saved_query.variables_too_long',
    ],
  ])('%s is refused at its field', async (_title, input, field, code) => {
    const refusal = { field, code, message: expect.any(String) };
    expect(await create(input)).toEqual({ savedQuery: null, userErrors: [refusal] });
    expect(await stored()).toEqual([]);
  });

  test('a name of 100, a query of 20,000 and variables of 10,000 characters are kept', async () => {
    const longest = { name: 'n'.repeat(100), query: 'q'.repeat(20_000), variables: 'v'.repeat(10_000) };
    expect(await made(longest)).toMatchObject(longest);
  });

  test("a name that another of the user's queries has is refused; that of a colleague is free", async () => {
    await made({ isShared: true }, colleague);
    expect((await create()).userErrors).toEqual([]);
    expect((await create()).userErrors).toEqual([
      {
        field: 'name',
        code: 'saved_query.name_taken',
        message: 'Another of your saved queries has this name. Enter another name.',
      },
    ]);
  });

  test('a user has at most 100 queries', async () => {
    const many = (count: number) =>
      admin.query(
        "insert into saved_queries (org_id, user_id, owner_name, name, query) select $1, $2, 'x', 'n' || n, '{ x }' from generate_series(1, $3::int) n",
        [viewer.orgId, viewer.userId, count],
      );
    await many(99);
    expect((await create({ name: 'the hundredth' })).userErrors).toEqual([]);
    expect((await create({ name: 'one more' })).userErrors).toEqual([
      {
        field: 'name',
        code: 'saved_query.too_many',
        message: 'A user has at most 100 saved queries. Delete one that is no longer used.',
      },
    ]);
    expect((await create({}, colleague)).userErrors).toEqual([]);
  });

  test('two requests for the hundredth query at the same time save one', async () => {
    await admin.query(
      "insert into saved_queries (org_id, user_id, owner_name, name, query) select $1, $2, 'x', 'n' || n, '{ x }' from generate_series(1, 99) n",
      [viewer.orgId, viewer.userId],
    );
    const answers = await Promise.all([create({ name: 'one' }), create({ name: 'two' })]);
    expect(answers.filter(({ savedQuery }) => savedQuery !== null)).toHaveLength(1);
  });
});

describe('who reads a saved query', () => {
  test('its user alone, unless it is shared with the organization', async () => {
    const { databaseId } = await made({ name: 'mine' });
    await made({ name: 'shared', isShared: true });
    expect(await listed(viewer)).toEqual(['mine', 'shared']);
    expect(await listed(colleague)).toEqual(['shared']);
    expect(await listed(other)).toEqual([]);
    for (const who of [colleague, other])
      expect(await codesOf(who.gql(ONE, { id: String(databaseId) }))).toEqual(['NOT_FOUND']);
  });

  test('the own ones are first, each part by name, and a shared one says who shares it', async () => {
    for (const name of ['south', 'north']) await made({ name, isShared: true });
    for (const name of ['b', 'a']) await made({ name, isShared: true }, colleague);
    expect(await listed(viewer)).toEqual(['north', 'south', 'a', 'b']);
    const { data } = await viewer.gql('{ savedQueries { name ownerName viewerCanUpdate } }');
    const { rows } = await admin.query("select last_name || ', ' || first_name as name from users where id = $1", [
      colleague.userId,
    ]);
    expect(data.savedQueries[2]).toEqual({ name: 'a', ownerName: rows[0].name, viewerCanUpdate: false });
  });

  test('a user of some locations saves queries and reads those that are shared, like any user', async () => {
    const place = { org_id: viewer.orgId, name: 'here', country: 'US', is_primary: false };
    const location = await make('locations', place);
    const limited = await asViewer({ orgId: viewer.orgId, locationIds: [location] });
    const { databaseId } = await made({ name: 'shared', isShared: true });
    await made({ name: 'of the location' }, limited);
    expect(await listed(limited)).toEqual(['of the location', 'shared']);
    expect((await limited.gql(ONE, { id: String(databaseId) })).data.savedQuery.query).toBe(SILENT.query);
  });

  test('support staff has its own, and reads what an organization shares while it acts in it', async () => {
    const support = await asViewer({ kind: 'support' });
    await made({ name: 'private' });
    await made({ name: 'shared', isShared: true });
    await made({ name: 'of support' }, support);
    expect(await listed(support)).toEqual(['of support']);
    await support.gql(
      'mutation ($id: ID) { switchOrganization(input: { organizationId: $id }) { userErrors { code } } }',
      {
        id: String(viewer.orgId),
      },
    );
    expect(await listed(support)).toEqual(['of support', 'shared']);
  });

  test('at most 200 are listed, all of the own ones among them', async () => {
    await admin.query(
      `insert into saved_queries (org_id, user_id, owner_name, name, query, is_shared)
       select $1, u, 'x', 'n' || n, '{ x }', true from unnest($2::int[]) u, generate_series(1, 100) n`,
      [viewer.orgId, [colleague.userId, (await asViewer({ orgId: viewer.orgId })).userId]],
    );
    await made({ name: 'z' });
    const names = await listed(viewer);
    expect([names.length, names[0]]).toEqual([200, 'z']);
  });

  test('without view.graphiql nothing is read, saved, changed or deleted', async () => {
    const staff = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    const { databaseId, version } = await made({ isShared: true });
    for (const answer of [
      staff.gql(LIST),
      staff.gql(ONE, { id: String(databaseId) }),
      staff.gql(CREATE, { input: SILENT }),
      update({ savedQueryId: String(databaseId), version, name: 'x' }, staff),
      remove(databaseId, staff),
    ])
      expect(await codesOf(answer)).toEqual(['FORBIDDEN']);
    expect(await stored()).toHaveLength(1);
  });
});

describe('changing', () => {
  test('writes what is sent, leaves what is omitted, and counts the version', async () => {
    const { databaseId } = await made();
    const savedQueryId = String(databaseId);
    const renamed = await update({ savedQueryId, version: 1, name: 'Renamed', isShared: true });
    expect(renamed.data.updateSavedQuery).toMatchObject({
      savedQuery: { ...SILENT, name: 'Renamed', isShared: true, version: 2 },
      userErrors: [],
    });
    const written = await update({ savedQueryId, version: 2, query: '{ machines { totalCount } }', variables: '' });
    expect(written.data.updateSavedQuery.savedQuery).toMatchObject({
      name: 'Renamed',
      query: '{ machines { totalCount } }',
      variables: '',
      isShared: true,
      version: 3,
    });
    expect(await listed(colleague)).toEqual(['Renamed']);
    await update({ savedQueryId, version: 3, isShared: false });
    expect(await listed(colleague)).toEqual([]);
  });

  test('an older version is refused, with the query as it is now', async () => {
    const { databaseId } = await made();
    const savedQueryId = String(databaseId);
    await update({ savedQueryId, version: 1, name: 'First' });
    expect((await update({ savedQueryId, version: 1, name: 'Second' })).data.updateSavedQuery).toEqual({
      savedQuery: null,
      conflict: { name: 'First', version: 2 },
      userErrors: [{ field: '', code: 'conflict' }],
    });
    expect(await stored()).toMatchObject([{ name: 'First' }]);
  });

  test('is refused at its field as saving is, and for a name of another own query', async () => {
    await made({ name: 'taken' });
    const { databaseId } = await made();
    const errorsOf = async (input: object) =>
      (await update({ savedQueryId: String(databaseId), version: 1, ...input })).data.updateSavedQuery.userErrors;
    expect(await errorsOf({ name: 'taken' })).toEqual([{ field: 'name', code: 'saved_query.name_taken' }]);
    expect(await errorsOf({ query: 'q'.repeat(20_001) })).toEqual([
      { field: 'query', code: 'saved_query.query_too_long' },
    ]);
    expect(await errorsOf({ name: SILENT.name })).toEqual([]);
  });

  test('and deleting are for its user alone: a shared query of a colleague is forbidden, a private one is not found', async () => {
    const shared = await made({ name: 'shared', isShared: true });
    const hidden = await made({ name: 'private' });
    const codes = [];
    for (const { databaseId } of [shared, hidden])
      for (const who of [colleague, other])
        codes.push(
          await codesOf(update({ savedQueryId: String(databaseId), version: 1, name: 'x' }, who)),
          await codesOf(remove(databaseId, who)),
        );
    expect(codes.flat()).toEqual(['FORBIDDEN', 'FORBIDDEN', ...Array.from({ length: 6 }, () => 'NOT_FOUND')]);
    expect(await stored()).toHaveLength(2);
  });
});

test('deleting removes the query for its user and for the colleagues who read it', async () => {
  const { databaseId } = await made({ isShared: true });
  expect((await remove(databaseId)).data.deleteSavedQuery.userErrors).toEqual([]);
  expect([await listed(viewer), await listed(colleague), await stored()]).toEqual([[], [], []]);
});

test('the audit lines name the query by its id alone: its name and its text may name a patient', async () => {
  const text = { name: 'About Quillfeather', query: '{ patients(search: "Quillfeather") { totalCount } }' };
  const { databaseId } = await made({ ...text, variables: '{"a": "Quillfeather"}' });
  await update({ savedQueryId: String(databaseId), version: 1, name: 'Quillfeather again' });
  await remove(databaseId);
  const { rows } = await admin.query(
    "select operation, outcome, properties from audit_log where operation like '%SavedQuer%' and actor_user_id = $1 order by id desc limit 3",
    [viewer.userId],
  );
  expect(JSON.stringify(rows)).not.toContain('Quillfeather');
  expect(rows.map(({ operation, outcome, properties }) => [operation, outcome, properties.saved_query])).toEqual([
    ['Mutation.deleteSavedQuery', 'done', databaseId],
    ['Mutation.updateSavedQuery', 'done', databaseId],
    ['Mutation.createSavedQuery', 'done', databaseId],
  ]);
});
