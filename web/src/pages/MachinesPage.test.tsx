import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { MachinesPageDocument } from '../gql/graphql.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { MachinesPage } from './MachinesPage.tsx';

const machine = {
  __typename: 'Machine',
  id: 'TTox',
  databaseId: 12,
  serial: 'A3900012345',
  hasPin: true,
  pin: '4321',
  provider: { __typename: 'Organization', id: 'Tzox', name: 'Northside Respiratory' },
  currentPatient: { __typename: 'Patient', id: 'UDox', databaseId: 17, email: 'ada@example.test' },
};
const answer = (change: object, rows: object[]) => ({
  request: {
    query: MachinesPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: null, orderDir: null, filters: null, ...change },
  },
  result: {
    data: {
      machines: {
        __typename: 'MachineConnection',
        edges: rows.map((node) => ({ __typename: 'MachineEdge', node })),
        totalCount: rows.length,
        unfilteredCount: 260,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});

test('the list has the columns id, serial, pin, patient with email and provider; serial and id link to the machine', async () => {
  const hidden = {
    ...machine,
    id: 'TToy',
    databaseId: 13,
    serial: 'B1',
    pin: null,
    currentPatient: null,
    provider: null,
  };
  await renderApp(<MachinesPage />, { mocks: [answer({}, [machine, hidden])] });
  expect(await screen.findByRole('link', { name: 'A3900012345' })).toHaveAttribute('href', '/machines/12');
  expect(screen.getByRole('link', { name: '12' })).toHaveAttribute('href', '/machines/12');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'ID',
    'Serial',
    'PIN',
    'Patient',
    'Provider',
  ]);
  const cells = (row: number) =>
    within(screen.getAllByRole('row')[row]!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(cells(1)).toEqual(['12', 'A3900012345', '4321', 'ada@example.test', 'Northside Respiratory']);
  expect(cells(2)).toEqual(['13', 'B1', '••••', '', '']);
});

test('a filter requests the matching machines from the server', async () => {
  const filters = [{ field: 'serial', condition: 'END_WITH', value: '345' }];
  const { user, router } = await renderApp(<MachinesPage />, {
    mocks: [answer({}, [machine, { ...machine, id: 'TToz', databaseId: 14 }]), answer({ filters }, [machine])],
  });
  await screen.findAllByRole('link', { name: 'A3900012345' });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'Serial');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Condition' }), 'ends with');
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '345{Enter}');
  await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toBe('?f[serial]=end_with:345'));
  expect(await screen.findByText('Showing 1 to 1 of 1 entries (filtered from 260 total)')).toBeInTheDocument();
});
