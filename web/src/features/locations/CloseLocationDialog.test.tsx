import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../testing/renderApp.tsx';
import { CloseLocationDialog } from './CloseLocationDialog.tsx';
import { CloseLocationDocument, LocationUsageDocument } from './gql/CloseLocationDialog.ts';
import type { LocationRow } from './LocationsPanel.tsx';

const place = (databaseId: number, name: string, closedAt: string | null = null): LocationRow => ({
  __typename: 'Location',
  id: `l${databaseId}`,
  version: 1,
  databaseId,
  name,
  address1: null,
  address2: null,
  city: null,
  state: null,
  zip: null,
  country: 'US',
  phone: null,
  customId: null,
  isPrimary: false,
  closedAt,
});
const LOCATIONS = [place(1, 'Albany'), place(2, 'Troy'), place(3, 'Utica', '2026-01-01T00:00:00.000Z')];

const usage = (patients: number, machines: number, users: number, groups: number) => ({
  request: { query: LocationUsageDocument, variables: { id: 'l2' } },
  result: {
    data: {
      node: {
        __typename: 'Location',
        id: 'l2',
        usage: { __typename: 'LocationUsage', patients, machines, users, groups },
      },
    },
  },
});
const closes = (moveToId: string | null, patients: number, complete: boolean) => ({
  request: { query: CloseLocationDocument, variables: { input: { locationId: '2', moveToId } } },
  result: jest.fn(() => ({
    data: {
      closeLocation: {
        __typename: 'CloseLocationPayload',
        complete,
        moved: { __typename: 'LocationUsage', patients, machines: 0 },
        userErrors: [],
      },
    },
  })),
});

async function open(mocks: object[]) {
  const onClose = jest.fn();
  const view = await renderApp(
    <CloseLocationDialog location={LOCATIONS[1]!} locations={LOCATIONS} onClose={onClose} />,
    { mocks: mocks as never },
  );
  return { ...view, onClose, save: () => view.user.click(screen.getByRole('button', { name: 'Close location' })) };
}

test('a location that has nothing is closed without a question', async () => {
  const { onClose, save } = await open([usage(0, 0, 0, 0), closes(null, 0, true)]);
  expect(await screen.findByText('No patient, machine, user or group belongs to it.')).toBeVisible();
  await save();
  expect(await screen.findByText('Troy was closed')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('what belongs to it is shown, moves to another open location, and is moved until nothing is left', async () => {
  const last = closes('1', 120, true);
  const { user, onClose, save } = await open([usage(10_001, 10_000, 1, 0), closes('1', 500, false), last]);
  expect(await screen.findByText('More than 10,000 patients')).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'More than 10,000 patients',
    '10,000 machines',
    '1 user',
  ]);
  expect(screen.getByText('The users and groups see the patients of the location to which they move.')).toBeVisible();
  const target = screen.getByRole('combobox', { name: /Move to/ });
  expect(Array.from((target as HTMLSelectElement).options, ({ text }) => text)).toEqual(['Choose…', 'Albany']);
  await save();
  expect(await screen.findByText('This field is required.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await user.selectOptions(target, 'Albany');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(last.result).toHaveBeenCalledTimes(1);
});
