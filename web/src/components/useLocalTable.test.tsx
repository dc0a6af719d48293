import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { DataTable, type DataTableColumn } from './DataTable.tsx';
import { useLocalRows } from './useLocalRows.ts';
import { useLocalTable } from './useLocalTable.ts';

interface Row {
  id: string;
  name: string;
}
const ROWS: Row[] = Array.from({ length: 65 }, (_, n) => ({ id: String(n), name: `Town ${n + 1}` }));
const columns: DataTableColumn<Row>[] = [
  { id: 'name', header: 'Name', identity: true, sortable: true, cell: ({ name }) => name },
];
const nameOf = ({ name }: Row) => name;

function Towns({ scope, keepsSearch }: { scope: string; keepsSearch?: boolean }) {
  const table = useLocalTable('towns', { scope, keepsSearch });
  const { rows, total } = useLocalRows(table, ROWS, nameOf);
  return (
    <DataTable
      label="Towns"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      totalCount={total}
      unfilteredCount={ROWS.length}
      loading={false}
      table={table}
    />
  );
}
const open = (scope = 'a', keepsSearch = false) => renderApp(<Towns scope={scope} keepsSearch={keepsSearch} />);
const shown = () => screen.getAllByRole('cell').map(({ textContent }) => textContent);
const pages = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('button', { name: /^Page/ })
    .map(({ textContent }) => textContent);
const kept = () => JSON.parse(localStorage.getItem('table.towns') ?? 'null');

beforeEach(() => localStorage.clear());

test('a generic table has 10 rows, or 20, 30, 50, 100, and five page numbers', async () => {
  const { user } = await open();
  expect([shown().length, pages()]).toEqual([10, ['1', '2', '3', '4', '5']]);
  const size = screen.getByRole('combobox', { name: 'Rows per page' });
  expect(Array.from((size as HTMLSelectElement).options, ({ value }) => value)).toEqual([
    '10',
    '20',
    '30',
    '50',
    '100',
  ]);
  await user.selectOptions(size, '20');
  expect([shown().length, pages()]).toEqual([20, ['1', '2', '3', '4']]);
});

test('its page, page length and order are those that the browser has kept; another scope begins with its first page', async () => {
  const first = await open();
  await first.user.click(screen.getByRole('button', { name: 'Page 3' }));
  await first.user.click(screen.getByRole('button', { name: /Name/ }));
  await first.user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(shown().slice(0, 2)).toEqual(['Town 11', 'Town 12']);
  expect(kept()).toEqual({
    scope: 'a',
    page: 2,
    limit: 10,
    sort: { column: 'name', direction: 'ASC' },
    search: '',
  });
  first.unmount();
  const second = await open();
  expect(shown()[0]).toBe('Town 11');
  second.unmount();
  await open('b');
  expect(shown()[0]).toBe('Town 1');
});

test('it is sorted by numbers in both directions, and a search or a new order begins with the first page', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(screen.getByRole('button', { name: /Name/ }));
  expect(shown()[0]).toBe('Town 1');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(screen.getByRole('button', { name: /Name/ }));
  expect(shown().slice(0, 2)).toEqual(['Town 65', 'Town 64']);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.type(screen.getByRole('searchbox'), ' 5 TOWN {Enter}');
  expect([shown()[0], shown().length]).toEqual(['Town 65', 10]);
  expect(kept().page).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '20');
  expect(shown()).toHaveLength(16);
});

test.each([
  [true, 'town 65'],
  [false, ''],
])('its search is kept only where it is no name of a patient or user (%s)', async (keepsSearch, search) => {
  const { user, unmount } = await open('a', keepsSearch);
  await user.type(screen.getByRole('searchbox'), 'town 65{Enter}');
  expect(shown()).toEqual(['Town 65']);
  expect(kept().search).toBe(search);
  unmount();
  await open('a', keepsSearch);
  expect(screen.getByRole('searchbox')).toHaveValue(search);
});
