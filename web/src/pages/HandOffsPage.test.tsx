import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { toaster } from '../components/Toaster.tsx';
import { AskForDeviceDocument } from '../features/hand-offs/gql/AskForDeviceDialog.ts';
import { AskForPatientDocument } from '../features/hand-offs/gql/AskForPatientDialog.ts';
import { HandOffsPageDocument } from '../features/hand-offs/gql/handOffList.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { HandOffsPage } from './HandOffsPage.tsx';

const handOff = (databaseId: number, more: object = {}) => ({
  __typename: 'HandOff',
  id: `h${databaseId}`,
  databaseId,
  side: 'ASKER',
  kind: 'DEVICE',
  state: 'OPEN',
  serial: `A390001000${databaseId}`,
  firstName: null,
  lastName: null,
  otherOrganization: null,
  reason: null,
  createdAt: '2026-03-01T13:00:00.000Z',
  expires: '2026-03-15T13:00:00.000Z',
  patient: null,
  ...more,
});
const list = (...rows: object[]) => ({
  request: { query: HandOffsPageDocument, variables: () => true },
  result: {
    data: {
      handOffs: {
        __typename: 'HandOffConnection',
        edges: rows.map((node) => ({ __typename: 'HandOffEdge', node })),
        totalCount: rows.length,
        unfilteredCount: rows.length,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const asked = (query: object, field: string, databaseId: number) => ({
  request: { query, variables: () => true },
  result: {
    data: {
      [field]: {
        __typename: 'HandOffPayload',
        handOff: { __typename: 'HandOff', id: `h${databaseId}`, databaseId },
        userErrors: [],
      },
    },
  },
});
const open = (mocks: object[], viewerCanUseHandOffs = true) =>
  renderApp(<HandOffsPage />, {
    mocks: mocks as never,
    viewer: { ...testViewer, viewerCanUseHandOffs },
    path: '/hand-offs',
  });

afterEach(() => {
  toaster.remove();
});

test('a device that is asked for is in the list at once', async () => {
  const { user } = await open([
    list(handOff(1)),
    asked(AskForDeviceDocument, 'askForDevice', 2),
    list(handOff(2), handOff(1)),
  ]);
  await screen.findByText('A3900010001');
  await user.click(screen.getByRole('button', { name: 'Request a device' }));
  await user.type(await screen.findByRole('textbox', { name: /^Serial number/ }), 'A3900010002');
  await user.type(screen.getByRole('textbox', { name: /^PIN/i }), '1234');
  await user.click(screen.getByRole('button', { name: 'Request' }));
  expect(await screen.findByText('A3900010002')).toBeInTheDocument();
});

test('a patient who is asked for is in the list at once', async () => {
  const ana = { kind: 'PATIENT', serial: null, firstName: 'Ana', lastName: 'Reyes' };
  const { user } = await open([
    list(handOff(1)),
    asked(AskForPatientDocument, 'askForPatient', 2),
    list(handOff(2, ana), handOff(1)),
  ]);
  await screen.findByText('A3900010001');
  await user.click(screen.getByRole('button', { name: 'Request a patient' }));
  const enter = async (name: RegExp, text: string) => {
    await user.click(await screen.findByRole('textbox', { name }));
    await user.paste(text);
  };
  await enter(/First name/, 'Ana');
  await enter(/Last name/, 'Reyes');
  await enter(/^Birth date/, '04/09/1961');
  await enter(/^Patient ID/, 'R-7');
  await user.click(screen.getByRole('button', { name: 'Request' }));
  expect(await screen.findByText('Reyes, Ana')).toBeInTheDocument();
});

test('without the permission the page says so, and asks for nothing', async () => {
  await open([], false);
  expect(screen.getByText(/You do not have permission/)).toBeInTheDocument();
});
