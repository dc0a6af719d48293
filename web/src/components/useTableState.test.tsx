import { beforeEach, expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { useTableState, type TableState } from './useTableState.ts';

let table: TableState;

function Reader(props: Parameters<typeof useTableState>[1]) {
  table = useTableState('people', props);
  return null;
}

beforeEach(() => localStorage.clear());

test('without anything in the address the first 50 rows in the order of the list are asked for', async () => {
  await renderApp(<Reader />);
  expect(table.variables).toEqual({ first: 50, page: 1, search: null, orderBy: null, orderDir: null, filters: null });
});

test('the address gives page, length, search, order and filters', async () => {
  await renderApp(<Reader />, { path: '/?q=ada&page=3&limit=15&sort=-created&f[status]=equal:1&f[note]=contain:a:b' });
  expect(table.variables).toEqual({
    first: 15,
    page: 3,
    search: 'ada',
    orderBy: 'created',
    orderDir: 'DESC',
    filters: [
      { field: 'status', condition: 'equal', value: '1' },
      { field: 'note', condition: 'contain', value: 'a:b' },
    ],
  });
});

test.each(['page=0', 'page=-1', 'page=1e9', 'page=x', 'limit=7', 'limit=1000000000', 'sort=-'])(
  'nonsense in the address (%s) falls back to the default',
  async (query) => {
    await renderApp(<Reader />, { path: `/?${query}` });
    expect(table.variables).toEqual({ first: 50, page: 1, search: null, orderBy: null, orderDir: null, filters: null });
  },
);

test('a page is a step that Back takes back; typing a search is not', async () => {
  const { router } = await renderApp(<Reader />);
  await act(async () => table.setPage(2));
  expect(router.state.historyAction).toBe('PUSH');
  expect(router.state.location.search).toBe('?page=2');
  await act(async () => table.setSearch('ada'));
  expect(router.state.historyAction).toBe('REPLACE');
  expect(router.state.location.search).toBe('?q=ada');
});

test('a filter goes into the address, back to the first page, and out again', async () => {
  const { router } = await renderApp(<Reader />, { path: '/?page=4' });
  await act(async () => table.setFilter('serial', { condition: 'is_null' }));
  expect(decodeURIComponent(router.state.location.search)).toBe('?f[serial]=is_null:');
  await act(async () => table.setFilter('serial', null));
  expect(router.state.location.search).toBe('');
});

test('what a table prefers is remembered for each user and table', async () => {
  await renderApp(<Reader />);
  await act(async () => table.setHiddenColumns(['city']));
  await act(async () => table.setLimit(30));
  expect(JSON.parse(localStorage.getItem('table:1:people:v1') ?? '')).toEqual({ hidden: ['city'], limit: 30 });
  expect(table.variables.first).toBe(30);
});

test('a page may order its list from the start', async () => {
  await renderApp(<Reader sort="-last_report" pageSize={15} />);
  expect(table.variables).toMatchObject({ first: 15, orderBy: 'last_report', orderDir: 'DESC' });
});
