import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, usePortal, type Client, type TestViewer } from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';

usePortal();

const LIST =
  'query($search: String) { sampleItems(search: $search) { totalCount edges { node { databaseId name createdAt createdBy { databaseId } } } } }';
const CREATE =
  'mutation($input: CreateSampleItemInput!) { createSampleItem(input: $input) { sampleItem { databaseId name } userErrors { field code message } } }';
const CHECK =
  'query($input: CreateSampleItemInput!) { checkCreateSampleItem(input: $input) { userErrors { field code message } } }';
const UPDATE =
  'mutation($input: UpdateSampleItemInput!) { updateSampleItem(input: $input) { sampleItem { name version } conflict { name version } userErrors { field code message } } }';
const CHECK_UPDATE =
  'query($input: UpdateSampleItemInput!) { checkUpdateSampleItem(input: $input) { conflict { name version } userErrors { field code message } } }';
const DELETE = 'mutation($input: DeleteSampleItemInput!) { deleteSampleItem(input: $input) { userErrors { code } } }';
const TAKEN = { field: 'name', code: 'sample_item.name_taken', message: 'This name is already in use. Enter another name.' };

let viewer: TestViewer;
let other: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
  other = await asViewer();
});
beforeEach(() => admin.query('delete from sample_items'));

const create = async (name: string, who: Client = viewer) =>
  (await who.gql(CREATE, { input: { name } })).data.createSampleItem;
const check = async (name: string) => (await viewer.gql(CHECK, { input: { name } })).data.checkCreateSampleItem;
const update = async (input: object, who: Client = viewer) =>
  (await who.gql(UPDATE, { input })).data.updateSampleItem;
const checkUpdate = async (input: object) =>
  (await viewer.gql(CHECK_UPDATE, { input })).data.checkUpdateSampleItem;
/** Creates a sample item and returns the id by which a change names it. */
const idOf = async (name: string, who: Client = viewer): Promise<string> =>
  String((await create(name, who)).sampleItem.databaseId);
const lastLine = async (operation: string) =>
  (
    await admin.query(
      'select outcome, properties from audit_log where operation = $1 and actor_user_id = $2 order by id desc limit 1',
      [operation, viewer.userId],
    )
  ).rows[0];
const namesFor = async (who: Client, search?: string): Promise<string[]> =>
  (await who.gql(LIST, { search })).data.sampleItems.edges.map(({ node }: { node: { name: string } }) => node.name);
const stored = async () =>
  (await admin.query('select org_id, name, created_by_id from sample_items order by org_id, name')).rows;

describe('the list', () => {
  test('has the sample items of the organization by name, each with its creator and time', async () => {
    for (const name of ['South', 'North'])
      await make('sample_items', {
        org_id: viewer.orgId,
        name,
        created_by_id: viewer.userId,
        created_at: '2026-03-01T08:00:00Z',
      });
    const { totalCount, edges } = (await viewer.gql(LIST)).data.sampleItems;
    const created = { createdAt: '2026-03-01T08:00:00.000Z', createdBy: { databaseId: viewer.userId } };
    expect([totalCount, edges.map(({ node }: { node: object }) => node)]).toEqual([
      2,
      [
        { databaseId: expect.any(Number), name: 'North', ...created },
        { databaseId: expect.any(Number), name: 'South', ...created },
      ],
    ]);
  });

  test('is searched by name', async () => {
    await create('North');
    await create('South');
    expect(await namesFor(viewer, 'nor')).toEqual(['North']);
  });

  test("has no row of another organization's, also through REST and by node id", async () => {
    await create('Theirs', other);
    const { id } = (await other.gql('{ sampleItems { edges { node { id } } } }')).data.sampleItems.edges[0].node;
    expect(await namesFor(viewer)).toEqual([]);
    expect((await viewer.rest('GET', '/api/sample-items/datatable')).body).toMatchObject({ data: [], recordsTotal: 0 });
    const { errors } = await viewer.gql('query($id: ID!) { node(id: $id) { id } }', { id });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  });

  test('has the documented columns in REST, and their titles in a file', async () => {
    await create('North');
    const { body } = await viewer.rest('GET', '/api/sample-items/datatable');
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        name: 'North',
        created_by: expect.stringMatching(/^User\d+, Alex$/),
        created: expect.any(String),
      },
    ]);
    const { text } = await viewer.rest('GET', '/api/sample-items/datatable?csv=true');
    expect(text.split('\r\n')[0]).toBe('ID,Name,Created By,Created (America/New_York)');
  });
});

describe('creating', () => {
  test("stores a sample item of the viewer's organization and writes an audit line that names it", async () => {
    const { sampleItem, userErrors } = await create('  North ');
    expect([sampleItem, userErrors]).toEqual([{ databaseId: expect.any(Number), name: 'North' }, []]);
    expect(await stored()).toEqual([{ org_id: viewer.orgId, name: 'North', created_by_id: viewer.userId }]);
    expect(await lastLine('Mutation.createSampleItem')).toEqual({
      outcome: 'done',
      properties: { subjects: [`SampleItem:${sampleItem.databaseId}`] },
    });
  });

  test.each([
    ['an empty name', ' ', 'required'],
    ['a name of 256 characters', 'a'.repeat(256), 'text.too_long'],
  ])('%s is refused at its field, by the check and by the mutation', async (_title, name, code) => {
    const refusal = { userErrors: [{ field: 'name', code, message: expect.any(String) }] };
    expect(await check(name)).toEqual(refusal);
    expect(await create(name)).toEqual({ sampleItem: null, ...refusal });
    expect(await stored()).toEqual([]);
  });

  test('a name of 255 characters is stored', async () => {
    expect((await create('a'.repeat(255))).userErrors).toEqual([]);
  });

  test('a name that the organization already uses is refused, by the check and by the mutation', async () => {
    await create('North');
    expect(await check('North')).toEqual({ userErrors: [TAKEN] });
    expect(await create('North')).toEqual({ sampleItem: null, userErrors: [TAKEN] });
    expect(await stored()).toHaveLength(1);
  });

  test('a name that only another organization uses is free', async () => {
    await create('North', other);
    expect(await check('North')).toEqual({ userErrors: [] });
    expect((await create('North')).userErrors).toEqual([]);
  });

  test('a name that another request takes after the check is refused', async () => {
    const sql = `insert into sample_items (org_id, name, created_by_id) values (${viewer.orgId}, 'North', ${viewer.userId})`;
    expect(await whileLocked(sql, () => create('North'))).toEqual({ sampleItem: null, userErrors: [TAKEN] });
  });

  test('the check writes nothing', async () => {
    expect(await check('North')).toEqual({ userErrors: [] });
    expect(await stored()).toEqual([]);
  });

  test('is forbidden without view.user, as is the list', async () => {
    const { orgId } = viewer;
    const staff = await asViewer({ orgId, can: ['view.patient'] });
    for (const answer of [await staff.gql(CREATE, { input: { name: 'North' } }), await staff.gql(LIST)])
      expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect((await staff.rest('POST', '/api/sample-items', { name: 'North' })).status).toBe(403);
    expect(await stored()).toEqual([]);
  });

  test('through REST answers 201 with the new row, and 422 with the errors of its fields', async () => {
    const created = await viewer.rest('POST', '/api/sample-items', { name: 'North' });
    expect([created.status, created.body]).toEqual([201, { data: { id: expect.any(Number), name: 'North' } }]);
    const refused = await viewer.rest('POST', '/api/sample-items', { name: 'North' });
    expect([refused.status, refused.body.errors]).toEqual([422, { name: [TAKEN.message] }]);
  });
});

describe('changing', () => {
  test('stores the new name, counts the version, and writes an audit line with both names', async () => {
    const sampleItemId = await idOf('North');
    expect(await update({ sampleItemId, version: 1, name: ' South ' })).toEqual({
      sampleItem: { name: 'South', version: 2 },
      conflict: null,
      userErrors: [],
    });
    expect(await lastLine('Mutation.updateSampleItem')).toMatchObject({
      outcome: 'done',
      properties: { changes: { name: ['North', 'South'] } },
    });
  });

  test('of an older version is refused with the current one, by the check and by the mutation', async () => {
    const sampleItemId = await idOf('North');
    await update({ sampleItemId, version: 1, name: 'South' });
    const refusal = {
      conflict: { name: 'South', version: 2 },
      userErrors: [{ field: '', code: 'conflict', message: expect.any(String) }],
    };
    expect(await checkUpdate({ sampleItemId, version: 1, name: 'East' })).toEqual(refusal);
    expect(await update({ sampleItemId, version: 1, name: 'East' })).toEqual({ sampleItem: null, ...refusal });
    expect(await namesFor(viewer)).toEqual(['South']);
  });

  test('at the same time as another user refuses the second', async () => {
    const sampleItemId = await idOf('North');
    const sql = `update sample_items set name = 'South', version = 2 where id = ${sampleItemId}`;
    const refused = await whileLocked(sql, () => update({ sampleItemId, version: 1, name: 'East' }));
    expect(refused).toMatchObject({ sampleItem: null, conflict: { name: 'South', version: 2 } });
  });

  test('to the name of another sample item is refused, and to its own name is not', async () => {
    await create('South');
    const sampleItemId = await idOf('North');
    expect((await checkUpdate({ sampleItemId, version: 1, name: 'South' })).userErrors).toEqual([TAKEN]);
    expect((await update({ sampleItemId, version: 1, name: 'South' })).userErrors).toEqual([TAKEN]);
    expect(await update({ sampleItemId, version: 1, name: 'North' })).toMatchObject({
      sampleItem: { name: 'North', version: 1 },
      userErrors: [],
    });
  });

  test('the check writes nothing', async () => {
    const sampleItemId = await idOf('North');
    expect(await checkUpdate({ sampleItemId, version: 1, name: 'South' })).toEqual({ conflict: null, userErrors: [] });
    expect(await namesFor(viewer)).toEqual(['North']);
  });
});

describe('deleting', () => {
  test('removes the sample item, and writes an audit line with its name', async () => {
    const sampleItemId = await idOf('North');
    expect((await viewer.gql(DELETE, { input: { sampleItemId } })).data.deleteSampleItem).toEqual({ userErrors: [] });
    expect(await stored()).toEqual([]);
    expect(await lastLine('Mutation.deleteSampleItem')).toMatchObject({
      outcome: 'done',
      properties: { changes: { name: ['North', null] } },
    });
  });

  test("and changing another organization's is answered as for one that does not exist", async () => {
    const sampleItemId = await idOf('Theirs', other);
    for (const answer of [
      await viewer.gql(DELETE, { input: { sampleItemId } }),
      await viewer.gql(UPDATE, { input: { sampleItemId, version: 1, name: 'Mine' } }),
    ])
      expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
    expect(await stored()).toMatchObject([{ name: 'Theirs' }]);
  });

  test('and changing are forbidden without view.user', async () => {
    const sampleItemId = await idOf('North');
    const staff = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    for (const answer of [
      await staff.gql(DELETE, { input: { sampleItemId } }),
      await staff.gql(UPDATE, { input: { sampleItemId, version: 1, name: 'South' } }),
    ])
      expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect(await namesFor(viewer)).toEqual(['North']);
  });
});
