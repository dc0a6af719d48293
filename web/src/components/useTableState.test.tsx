import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { Viewer } from '../lib/viewer.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { SaveTablePreferencesDocument } from './gql/useTablePreferences.ts';
import { toaster } from './Toaster.tsx';
import { useTableState, type TableState } from './useTableState.ts';

let table: TableState;

function Reader(props: Parameters<typeof useTableState>[1]) {
  table = useTableState('people', props);
  return null;
}

test('by default a list requests its first 50 rows in its own order', async () => {
  await renderApp(<Reader />);
  expect(table.variables).toEqual({ first: 50, page: 1, search: null, orderBy: null, where: null });
});

test('the address sets page, length, search, order and filters', async () => {
  await renderApp(<Reader />, { path: '/?q=ada&page=3&limit=15&sort=-created&f[status]=equal:1&f[note]=contain:a:b' });
  expect(table.variables).toEqual({
    first: 15,
    page: 3,
    search: 'ada',
    orderBy: { field: 'CREATED_AT', direction: 'DESC' },
    where: { status: { equal: '1' }, note: { contain: 'a:b' } },
  });
});

test.each(['page=0', 'page=-1', 'page=1e9', 'page=x', 'limit=7', 'limit=1000000000', 'sort=-', 'f[status]=equals:1'])(
  'an invalid value in the address (%s) falls back to the default',
  async (query) => {
    await renderApp(<Reader />, { path: `/?${query}` });
    expect(table.variables).toEqual({ first: 50, page: 1, search: null, orderBy: null, where: null });
  },
);

test('a page is a step that Back undoes; typing a search is not', async () => {
  const { router } = await renderApp(<Reader />);
  await act(async () => table.setPage(2));
  expect(router.state.historyAction).toBe('PUSH');
  expect(router.state.location.search).toBe('?page=2');
  await act(async () => table.setSearch('ada'));
  expect(router.state.historyAction).toBe('REPLACE');
  expect(router.state.location.search).toBe('?q=ada');
});

test('filters are added to the address, several per field, with the first page, and removed again', async () => {
  const { router } = await renderApp(<Reader />, { path: '/?page=4&q=ada' });
  await act(async () =>
    table.setFilters([
      { field: 'born', condition: 'greater_than', value: '2020-01-01' },
      { field: 'born', condition: 'less_than', value: '2021-01-01' },
      { field: 'serial', condition: 'is_null' },
    ]),
  );
  expect(decodeURIComponent(router.state.location.search)).toBe(
    '?q=ada&f[born]=greater_than:2020-01-01&f[born]=less_than:2021-01-01&f[serial]=is_null:',
  );
  expect(table.variables).toMatchObject({
    page: 1,
    where: { born: { greaterThan: '2020-01-01', lessThan: '2021-01-01' }, serial: { isNull: true } },
  });
  await act(async () => table.setFilters([]));
  expect(router.state.location.search).toBe('?q=ada');
});

const blank = { hiddenColumns: null, columnOrder: null, columnWidths: null, pageSize: null, density: null };
const save = (preferences: object, result?: () => object) => ({
  request: { query: SaveTablePreferencesDocument, variables: { input: { table: 'people', ...blank, ...preferences } } },
  result: result ?? {
    data: { saveTablePreferences: { __typename: 'SaveTablePreferencesPayload', viewer: null, userErrors: [] } },
  },
});

describe('table preferences', () => {
  test('come with the user, in every browser', async () => {
    const mine: Viewer['tablePreferences'][number] = {
      __typename: 'TablePreferences',
      table: 'people',
      hiddenColumns: ['city'],
      columnOrder: ['b', 'a'],
      columnWidths: [{ __typename: 'ColumnWidth', column: 'a', width: 200 }],
      pageSize: 30,
      density: 'COMPACT',
    };
    await renderApp(<Reader hidden={['phone']} />, {
      viewer: { ...testViewer, tablePreferences: [{ ...mine, table: 'others', pageSize: 5 }, mine] },
    });
    expect(table).toMatchObject({ hiddenColumns: ['city'], columnOrder: ['b', 'a'], limit: 30, density: 'compact' });
    expect(table.columnWidths).toMatchObject([{ column: 'a', width: 200 }]);
    expect(table.variables.first).toBe(30);
    expect(localStorage).toHaveLength(0);
  });

  test('are saved one after the other, in order', async () => {
    const order: string[] = [];
    const answer = (name: string) => () => {
      order.push(name);
      return {
        data: { saveTablePreferences: { __typename: 'SaveTablePreferencesPayload', viewer: null, userErrors: [] } },
      };
    };
    await renderApp(<Reader />, {
      mocks: [
        { ...save({ hiddenColumns: ['city'] }, answer('first')), delay: 30 },
        save({ hiddenColumns: ['city'], density: 'COMPACT', pageSize: 30 }, answer('last')),
      ],
    });
    await act(async () => {
      table.setHiddenColumns(['city']);
      table.setDensity('compact');
      table.setLimit(30);
    });
    expect(table).toMatchObject({ hiddenColumns: ['city'], density: 'compact', limit: 30 });
    await waitFor(() => expect(order).toEqual(['first', 'last']));
  });

  test('that cannot be saved stay on this page, and the user sees a message', async () => {
    await renderApp(<Reader />, {
      mocks: [{ ...save({ density: 'COMPACT' }), result: undefined, error: new Error('down') }],
    });
    await act(async () => table.setDensity('compact'));
    expect(await screen.findByText('Your preferences could not be saved. Try again later.')).toBeInTheDocument();
    expect(table.density).toBe('compact');
    toaster.remove();
  });
});

test('a page can set the initial order of its list', async () => {
  await renderApp(<Reader sort="-last_report" pageSize={15} />);
  expect(table.variables).toMatchObject({ first: 15, orderBy: { field: 'LAST_REPORT', direction: 'DESC' } });
});
