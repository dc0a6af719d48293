import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { RefuseHandOffDocument } from '../features/hand-offs/gql/RefuseHandOffDialog.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { HandOffChangedDocument, HandOffPageDocument } from './gql/HandOffPage.ts';
import { HandOffPage } from './HandOffPage.tsx';

const handOff = (more: object = {}) => ({
  __typename: 'HandOff',
  id: 'h1',
  databaseId: 4,
  side: 'HOLDER',
  kind: 'DEVICE',
  state: 'OPEN',
  serial: 'A3900010001',
  firstName: null,
  lastName: null,
  birthDate: null,
  phone: null,
  assignedId: null,
  askedBy: 'Ra****, Vic*****',
  pinConfirmed: true,
  otherOrganization: 'Northside',
  startsOn: null,
  reason: null,
  createdAt: '2026-03-01T13:00:00.000Z',
  expires: '2026-03-15T13:00:00.000Z',
  ended: null,
  viewerCanWithdraw: false,
  viewerCanRefuse: true,
  viewerCanAccept: true,
  viewerCanWrite: true,
  user: null,
  patient: {
    __typename: 'Patient',
    id: 'p7',
    databaseId: 7,
    firstName: 'Ana',
    lastName: 'Reyes',
    currentSerial: 'A3900010001',
  },
  machine: { __typename: 'Machine', id: 'm1', databaseId: 9, serial: 'A3900010001' },
  messages: [
    {
      __typename: 'HandOffMessage',
      databaseId: 1,
      body: '<b>Hello</b>',
      createdAt: '2026-03-01T13:00:00.000Z',
      isOwn: false,
      author: null,
    },
  ],
  ...more,
});
const read = (one: object, id = '4') => ({
  request: { query: HandOffPageDocument, variables: { id } },
  delay: 0,
  result: { data: { handOff: one } },
});
const open = (mocks: object[], more: object = {}) =>
  renderApp(<HandOffPage />, {
    viewer: { ...testViewer, viewerCanUseHandOffs: true, ...more },
    mocks: mocks as never,
    path: '/hand-offs/4',
    route: '/hand-offs/:id',
  });

test('the holder reads who asks, masked, and for which of its devices; messages are plain text', async () => {
  await open([read(handOff())]);
  await screen.findByRole('heading', { level: 1, name: 'Request 4' });
  expect(screen.getByText('Ra****, Vic*****')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Reyes, Ana' })).toHaveAttribute('href', '/patients/7');
  expect(screen.getByText('<b>Hello</b>')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
});

test('a refusal needs a reason, and the page then shows it without actions', async () => {
  const reason = 'The rental ends in June.';
  const done = handOff({
    state: 'REFUSED',
    reason,
    ended: '2026-03-02T13:00:00.000Z',
    viewerCanRefuse: false,
    viewerCanAccept: false,
    viewerCanWrite: false,
  });
  const { user } = await open([
    read(handOff()),
    {
      request: { query: RefuseHandOffDocument, variables: { input: { handOffId: 'h1', reason } } },
      result: { data: { refuseHandOff: { __typename: 'HandOffPayload', handOff: done, userErrors: [] } } },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  const dialog = await screen.findByRole('dialog', { name: 'Refuse' });
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  expect(await within(dialog).findByText('This field is required.')).toBeInTheDocument();
  await user.type(within(dialog).getByRole('textbox'), reason);
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText(reason)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument();
});

test('the asker of an open request sees no organization, and may withdraw', async () => {
  await open([
    read(
      handOff({
        side: 'ASKER',
        otherOrganization: null,
        patient: null,
        machine: null,
        messages: [],
        viewerCanWithdraw: true,
        viewerCanRefuse: false,
        viewerCanAccept: false,
      }),
    ),
  ]);
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeInTheDocument();
  expect(screen.getByText('Not shown')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
});

test.each([
  ['', 0, 200],
  [' also while the page is first read', 200, 50],
])(
  'a message or step of the other side, or of a colleague, appears without a reload%s',
  async (_when, readMs, eventMs) => {
    const [first] = handOff().messages;
    const answered = { ...first!, databaseId: 2, body: 'It is free.' };
    const event = {
      request: { query: HandOffChangedDocument, variables: { id: '4' } },
      delay: eventMs,
      result: { data: { handOffChanged: { __typename: 'HandOffChange', handOffId: 'h1' } } },
    };
    const stored = read(handOff({ state: 'WITHDRAWN', messages: [first, answered] }));
    await open([{ ...read(handOff()), delay: readMs }, event, stored]);
    expect(await screen.findByText('It is free.')).toBeVisible();
    expect(screen.getByText('Withdrawn')).toBeVisible();
  },
);

test('a message that was begun stays with its request', async () => {
  const other = handOff({ id: 'h5', databaseId: 5, messages: [] });
  const { user, router } = await open([read(handOff()), read(other, '5'), read(handOff()), read(other, '5')]);
  const field = () => screen.getByRole('textbox', { name: /^Message/ });
  for (const id of [5, 4]) {
    await screen.findByRole('heading', { level: 1, name: /^Request/ });
    await user.type(field(), 'Half');
    await act(() => router.navigate(`/hand-offs/${id}`));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await screen.findByRole('heading', { level: 1, name: `Request ${id}` });
    await waitFor(() => expect(field()).toHaveValue(''));
  }
});

test('a message that was begun stays to be copied when the other side ends the request', async () => {
  const { user, client } = await open([read(handOff())]);
  const field = await screen.findByRole('textbox', { name: /^Message/ });
  await user.type(field, 'Half');
  act(
    () =>
      void client.cache.modify({
        id: 'HandOff:h1',
        fields: { state: () => 'WITHDRAWN', viewerCanWrite: () => false },
      }),
  );
  expect(await screen.findByText(/^This request has ended/)).toBeVisible();
  expect(field).toHaveValue('Half');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  await user.clear(field);
  expect(field).not.toBeInTheDocument();
});

test('without the permission nothing is read', async () => {
  await open([], { viewerCanUseHandOffs: false });
  expect(await screen.findByText(/permission/i)).toBeInTheDocument();
});
