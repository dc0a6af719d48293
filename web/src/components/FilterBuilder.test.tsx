import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { DataTable } from './DataTable.tsx';
import { filterFields } from './tableFilters.ts';
import { useTableState } from './useTableState.ts';

const types = { name: 'text', id: 'integer', born: 'date', active: 'boolean', state: 'choice', phone: 'text' } as const;
const fields = filterFields(types, {
  name: 'Name',
  id: 'ID',
  born: 'Born',
  active: 'Active',
  state: { label: 'State', choices: [{ value: 'pending', label: 'On its way' }] },
  phone: { label: 'Phone', phone: true },
});

function Example() {
  const table = useTableState('people');
  return (
    <DataTable
      label="People"
      columns={[]}
      rows={[]}
      rowKey={() => ''}
      totalCount={0}
      loading={false}
      table={table}
      filters={fields}
    />
  );
}

async function open(path = '/') {
  const view = await renderApp(<Example />, { path });
  await view.user.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('combobox', { name: 'Field' });
  const choose = (box: string, option: string) =>
    view.user.selectOptions(screen.getByRole('combobox', { name: box }), option);
  const apply = () => view.user.click(screen.getByRole('button', { name: 'Apply' }));
  const address = () => decodeURIComponent(view.router.state.location.search);
  return { ...view, choose, apply, address };
}
const conditions = () =>
  within(screen.getByRole('combobox', { name: 'Condition' }))
    .getAllByRole('option')
    .map((option) => (option as HTMLOptionElement).value);
const chips = () =>
  within(screen.getByRole('list', { name: 'Filters' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the conditions', () => {
  test.each([
    ['Name', ['contain', 'not_contain', 'equal', 'not_equal', 'start_with', 'end_with', 'is_null', 'is_not_null']],
    [
      'ID',
      [
        'equal',
        'not_equal',
        'greater_than',
        'greater_than_equal',
        'less_than',
        'less_than_equal',
        'is_null',
        'is_not_null',
      ],
    ],
    ['Born', ['equal', 'not_equal', 'greater_than', 'less_than', 'is_null', 'is_not_null']],
  ])('of %s are the documented ones', async (field, expected) => {
    const { choose } = await open();
    await choose('Field', field);
    expect(conditions()).toEqual(expected);
  });
});

test('a text filter compares with the typed text', async () => {
  const { user, apply, choose, address } = await open('/?page=3');
  await choose('Condition', 'starts with');
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Value' }), ' ad:a ');
  await apply();
  await waitFor(() => expect(address()).toBe('?f[name]=start_with:ad:a'));
  expect(chips()).toEqual(['Name starts with ad:a']);
});

test('a date is typed as MM/DD/YYYY and sent as YYYY-MM-DD', async () => {
  const { user, apply, choose, address } = await open();
  await choose('Field', 'Born');
  await choose('Condition', 'is greater than');
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '01022026');
  await apply();
  await waitFor(() => expect(address()).toBe('?f[born]=greater_than:2026-01-02'));
  expect(chips()).toEqual(['Born is greater than 01/02/2026']);
});

test('"is empty" has no value', async () => {
  const { choose, apply, address } = await open();
  await choose('Condition', 'is empty');
  expect(screen.queryByLabelText('Value')).not.toBeInTheDocument();
  await apply();
  await waitFor(() => expect(address()).toBe('?f[name]=is_null:'));
  expect(chips()).toEqual(['Name is empty']);
});

test('a boolean has All, True or False, and All is no filter', async () => {
  const { user, choose, apply, address } = await open();
  await choose('Field', 'Active');
  const value = screen.getByRole('combobox', { name: 'Value' });
  expect(
    within(value)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All', 'True', 'False']);
  await choose('Value', 'False');
  await apply();
  await waitFor(() => expect(address()).toBe('?f[active]=equal:0'));
  expect(chips()).toEqual(['Active: False']);

  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await choose('Field', 'Active');
  await choose('Value', 'All');
  await apply();
  await waitFor(() => expect(address()).toBe(''));
});

test('a choice shows the labels of its values, and a number accepts digits only', async () => {
  const { user, choose, apply, address } = await open();
  await choose('Field', 'State');
  await choose('Value', 'On its way');
  await apply();
  await waitFor(() => expect(chips()).toEqual(['State is On its way']));
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await choose('Field', 'ID');
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '1a2');
  await apply();
  await waitFor(() => expect(address()).toBe('?f[state]=equal:pending&f[id]=equal:12'));
});

test('a phone number has at most 25 characters', async () => {
  const { user, choose } = await open();
  await choose('Field', 'Phone');
  const value = screen.getByRole('textbox', { name: 'Value' });
  await user.type(value, '0'.repeat(30));
  expect(value).toHaveValue('0'.repeat(25));
});

test('a second filter on the same field narrows the list, the same condition again replaces it', async () => {
  const { user, choose, apply, address } = await open('/?f[id]=greater_than:1');
  await choose('Field', 'ID');
  await choose('Condition', 'is less than');
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '9');
  await apply();
  await waitFor(() => expect(address()).toBe('?f[id]=greater_than:1&f[id]=less_than:9'));
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await choose('Field', 'ID');
  await choose('Condition', 'is greater than');
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '5');
  await apply();
  await waitFor(() => expect(address()).toBe('?f[id]=greater_than:5&f[id]=less_than:9'));
});

test('each filter is removed by its own button, all of them by one', async () => {
  const { user, router } = await renderApp(<Example />, {
    path: '/?f[name]=contain:a&f[id]=equal:1&f[odd]=equal:x&q=z',
  });
  expect(chips()).toEqual(['Name contains a', 'ID is 1', 'odd is x', 'Clear all']);
  await user.click(screen.getByRole('button', { name: 'Remove the filter ID is 1' }));
  await waitFor(() =>
    expect(decodeURIComponent(router.state.location.search)).toBe('?q=z&f[name]=contain:a&f[odd]=equal:x'),
  );
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(router.state.location.search).toBe('?q=z'));
  expect(screen.queryByRole('list', { name: 'Filters' })).not.toBeInTheDocument();
});
