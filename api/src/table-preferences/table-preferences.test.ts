import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, anonymous, asViewer, usePortal, type TestViewer } from '../../test/harness.ts';

usePortal();

const FIELDS = 'table hiddenColumns columnOrder columnWidths { column width } pageSize density';
const SAVE = `mutation ($input: SaveTablePreferencesInput!) { saveTablePreferences(input: $input) { viewer { tablePreferences { ${FIELDS} } } userErrors { field code } } }`;
const all = {
  table: 'patients',
  hiddenColumns: ['email'],
  columnOrder: ['last_name', 'id'],
  columnWidths: [{ column: 'last_name', width: 240 }],
  pageSize: 15,
  density: 'COMPACT',
};

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});

const save = async (who: TestViewer, input: unknown) => (await who.gql(SAVE, { input })).data.saveTablePreferences;
const read = async (who: TestViewer, of = '') =>
  (await who.gql(`{ viewer { tablePreferences${of} { ${FIELDS} } } }`)).data.viewer.tablePreferences;

test('visible columns, their order and widths, page length and density are stored per user, one row per table', async () => {
  expect(await read(viewer)).toEqual([]);
  expect(await save(viewer, all)).toEqual({ viewer: { tablePreferences: [all] }, userErrors: [] });
  await save(viewer, { table: 'machines', pageSize: 100 });
  expect(await read(viewer)).toEqual([
    { table: 'machines', hiddenColumns: null, columnOrder: null, columnWidths: null, pageSize: 100, density: null },
    all,
  ]);
  expect(await read(viewer, '(table: "patients")')).toEqual([all]);
});

test('stored preferences are replaced: an omitted field returns to the default', async () => {
  await save(viewer, all);
  await save(viewer, { table: 'patients', density: 'COMFORTABLE' });
  expect(await read(viewer, '(table: "patients")')).toEqual([
    {
      table: 'patients',
      hiddenColumns: null,
      columnOrder: null,
      columnWidths: null,
      pageSize: null,
      density: 'COMFORTABLE',
    },
  ]);
});

test('preferences follow the user to another browser, and to no other user', async () => {
  const colleague = await asViewer({ orgId: viewer.orgId });
  const support = await asViewer({ kind: 'support' });
  await save(viewer, all);
  expect(await read(colleague)).toEqual([]);
  expect(await read(support)).toEqual([]);
  await save(support, { table: 'patients', pageSize: 5 });
  expect(await read(viewer, '(table: "patients")')).toEqual([all]);
  expect(await read(support)).toMatchObject([{ pageSize: 5 }]);
});

test('the panels of the page of a patient are kept the same way, for the user alone', async () => {
  const nurse = await asViewer({ orgId: viewer.orgId });
  const panels = { table: 'patient-page', columnOrder: ['icode', 'usage'], hiddenColumns: ['communication'] };
  await save(nurse, panels);
  expect(await read(nurse)).toEqual([{ ...panels, columnWidths: null, pageSize: null, density: null }]);
  expect(await read(viewer, '(table: "patient-page")')).toEqual([]);
});

describe('refused', () => {
  test.each([
    ['a table without a name', 'table', { table: '' }],
    ['an invalid name', 'table', { table: 'Patients!' }],
    ['a name of 65 letters', 'table', { table: 'a'.repeat(65) }],
    ['no rows', 'pageSize', { table: 'x', pageSize: 0 }],
    ['501 rows', 'pageSize', { table: 'x', pageSize: 501 }],
    ['101 columns', 'hiddenColumns', { table: 'x', hiddenColumns: Array.from({ length: 101 }, () => 'a') }],
    ['a column of 65 letters', 'columnOrder.0', { table: 'x', columnOrder: ['a'.repeat(65)] }],
    ['a width of 63 pixels', 'columnWidths.0.width', { table: 'x', columnWidths: [{ column: 'a', width: 63 }] }],
    ['a width of 641 pixels', 'columnWidths.0.width', { table: 'x', columnWidths: [{ column: 'a', width: 641 }] }],
    [
      'two widths of a column',
      'columnWidths',
      { table: 'x', columnWidths: [64, 640].map((width) => ({ column: 'a', width })) },
    ],
    [
      '101 widths',
      'columnWidths',
      { table: 'x', columnWidths: Array.from({ length: 101 }, (_, n) => ({ column: `c${n}`, width: 64 })) },
    ],
    [
      'the width of a column without a name',
      'columnWidths.0.column',
      { table: 'x', columnWidths: [{ column: '', width: 64 }] },
    ],
  ])('%s', async (_title, field, input) => {
    expect(await save(viewer, input)).toMatchObject({ viewer: null, userErrors: [{ field }] });
  });

  test('a table after the hundredth', async () => {
    const hoarder = await asViewer();
    await admin.query(
      "insert into table_preferences (org_id, user_id, table_name) select $1, $2, 't' || n from generate_series(1, 100) n",
      [hoarder.orgId, hoarder.userId],
    );
    expect(await save(hoarder, { table: 'one-more' })).toMatchObject({ userErrors: [{ field: 'table' }] });
    expect(await save(hoarder, { table: 't100', pageSize: 5 })).toMatchObject({ userErrors: [] });
  });

  test('without a session', async () => {
    const { errors } = await anonymous().gql(SAVE, { input: all });
    expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });
});
