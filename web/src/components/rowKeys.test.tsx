import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { setSingleKeys } from '../lib/singleKeys.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { DataTable, type DataTableColumn } from './DataTable.tsx';
import { TextLink } from './TextLink.tsx';
import { useTableState } from './useTableState.ts';

interface Row {
  id: string;
}
const rows: Row[] = [{ id: 'Ada' }, { id: 'Ben' }];

function Select({ id }: Row) {
  const [on, setOn] = useState(false);
  return <input type="checkbox" aria-label={`Select ${id}`} checked={on} onChange={() => setOn(!on)} />;
}
const columns: DataTableColumn<Row>[] = [
  { id: 'select', header: 'Select', action: true, cell: (row) => <Select id={row.id} /> },
  { id: 'city', header: 'City', cell: () => <a href="#city">Troy</a> },
  { id: 'name', header: 'Name', identity: true, cell: ({ id }) => <TextLink to={`/people/${id}`}>{id}</TextLink> },
  { id: 'note', header: 'Note', cell: ({ id }) => <input aria-label={`Note ${id}`} /> },
];

function People() {
  const table = useTableState('people');
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      totalCount={2}
      loading={false}
      table={table}
    />
  );
}
const row = (n: number) => screen.getAllByRole('row')[n]!;
async function open() {
  const { user, router } = await renderApp(<People />, { route: '/people', path: '/people' });
  screen.getByRole('region', { name: 'People' }).focus();
  return { user, router };
}

afterEach(() => setSingleKeys(true));

test('the arrows move the focus from row to row, and stop at the first and the last', async () => {
  const { user } = await open();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('region', { name: 'People' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(row(1)).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(row(2)).toHaveFocus();
  expect(row(2)).toHaveAttribute('tabindex', '-1');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(row(1)).toHaveFocus();
});

test('from a control of a row they move to the next row', async () => {
  const { user } = await open();
  screen.getByRole('link', { name: 'Ada' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(row(2)).toHaveFocus();
});

test('Enter opens what the row is', async () => {
  const { user, router } = await open();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe('/people/Ben');
});

test('x selects the row and takes it out again', async () => {
  const { user } = await open();
  await user.keyboard('{ArrowDown}x');
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).toBeChecked();
  expect(row(1)).toHaveFocus();
  await user.keyboard('x');
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).not.toBeChecked();
});

test('x does nothing when shortcuts of one key are off', async () => {
  setSingleKeys(false);
  const { user } = await open();
  await user.keyboard('{ArrowDown}x');
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).not.toBeChecked();
});

test('in a field of a row they are letters', async () => {
  const { user } = await open();
  const note = screen.getByRole('textbox', { name: 'Note Ada' });
  await user.type(note, 'x{ArrowDown}');
  expect(note).toHaveValue('x');
  expect(note).toHaveFocus();
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).not.toBeChecked();
});
