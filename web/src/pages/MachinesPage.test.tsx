import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { MachinesPageDocument } from '../features/machines/gql/machineList.ts';
import { ShowMachinePinDocument } from '../features/machines/gql/MachinePin.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { MachinesPage } from './MachinesPage.tsx';

const machine = {
  __typename: 'Machine',
  id: 'TTox',
  databaseId: 12,
  serial: 'A3900012345',
  hasPin: true,
  viewerCanShowPin: true,
  provider: { __typename: 'Organization', id: 'Tzox', name: 'Northside Respiratory' },
  currentPatient: {
    __typename: 'Patient',
    id: 'UDox',
    databaseId: 17,
    firstName: 'Ada',
    lastName: 'Abbott',
    email: 'ada@example.test',
  },
};
const answer = (change: object, rows: object[]) => ({
  request: {
    query: MachinesPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: null, where: null, ...change },
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
    viewerCanShowPin: false,
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
  expect(cells(1)).toEqual(['12', 'A3900012345', '••••', 'Abbott, Adaada@example.test', 'Northside Respiratory']);
  expect(cells(2)).toEqual(['13', 'B1', '••••', '', '']);
  expect(screen.getByRole('link', { name: 'Abbott, Ada' })).toHaveAttribute('href', '/patients/17');
});

test('a machine without a known PIN has no dots; a patient without an e-mail says so', async () => {
  const currentPatient = { ...machine.currentPatient, email: null };
  await renderApp(<MachinesPage />, {
    mocks: [answer({}, [{ ...machine, hasPin: false, viewerCanShowPin: false, currentPatient }])],
  });
  await screen.findByRole('link', { name: 'Abbott, Ada' });
  expect(screen.queryByText('••••')).not.toBeInTheDocument();
  expect(screen.getByText('No email')).toBeInTheDocument();
});

describe('the PIN', () => {
  const shown = (payload: object | null, more: object = {}) => ({
    request: { query: ShowMachinePinDocument, variables: { id: 'TTox' } },
    result: {
      data: payload && {
        showMachinePin: { __typename: 'ShowMachinePinPayload', pin: null, userErrors: [], ...payload },
      },
      ...more,
    },
  });
  const show = { name: 'Show the PIN of A3900012345. The audit log records it.' };
  const open = (...mocks: MockLink.MockedResponse[]) =>
    renderApp(<MachinesPage />, { mocks: [answer({}, [machine]), ...mocks] });

  test('is shown by the keyboard, one at a time, and hidden again; each time asks the server', async () => {
    const { user } = await open(shown({ pin: '4321' }), shown({ pin: '8765' }));
    (await screen.findByRole('button', show)).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('4321')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Hide the PIN of A3900012345' }));
    expect(screen.queryByText('4321')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', show));
    expect(await screen.findByText('8765')).toBeInTheDocument();
  });

  test('is in no cache, and not in the address', async () => {
    const { user, router, client } = await open(shown({ pin: '4321' }));
    await user.click(await screen.findByRole('button', show));
    expect(await screen.findByText('4321')).toBeInTheDocument();
    expect(JSON.stringify(client.extract())).not.toContain('4321');
    expect(JSON.stringify(router.state.location)).not.toContain('4321');
  });

  test.each<[string, MockLink.MockedResponse, string]>([
    [
      'that the server cannot decrypt',
      shown({ pin: null }),
      'This PIN cannot be read. Enter it again when you edit the assignment.',
    ],
    [
      'that the server refuses',
      shown({ userErrors: [{ __typename: 'UserError', field: '', code: 'no', message: 'Not this one.' }] }),
      'Not this one.',
    ],
    ['without an answer', { ...shown(null), error: new Unreachable() }, 'The PIN could not be shown. Try again.'],
  ])('%s stays dots, with a message', async (_case, mock, message) => {
    const { user } = await open(mock);
    await user.click(await screen.findByRole('button', show));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'On file' })).toHaveTextContent('••••');
    expect(screen.getByRole('button', show)).toBeEnabled();
  });
});

test('the patients are sorted by name, and so says the address', async () => {
  const { user, router } = await renderApp(<MachinesPage />, {
    mocks: [answer({}, [machine]), answer({ orderBy: { field: 'PATIENT_NAME', direction: 'ASC' } }, [machine])],
  });
  await screen.findByRole('link', { name: 'Abbott, Ada' });
  await user.click(screen.getByRole('button', { name: 'Patient' }));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=patient_name'));
  expect(screen.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute('aria-sort', 'ascending');
});

test('a filter requests the matching machines from the server', async () => {
  const where = { serial: { endWith: '345' } };
  const { user, router } = await renderApp(<MachinesPage />, {
    mocks: [answer({}, [machine, { ...machine, id: 'TToz', databaseId: 14 }]), answer({ where }, [machine])],
  });
  await screen.findAllByRole('link', { name: 'A3900012345' });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'Serial');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Condition' }), 'ends with');
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '345{Enter}');
  await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toBe('?f[serial]=end_with:345'));
  expect(await screen.findByText('Showing 1 to 1 of 1 entries (filtered from 260 total)')).toBeInTheDocument();
});
