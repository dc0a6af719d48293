import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DeletePasskeyDocument } from '../features/two-factor/gql/PasskeyList.ts';
import {
  RegenerateRecoveryCodesDocument,
  RemoveSecondFactorDocument,
} from '../features/two-factor/gql/SecondFactorCards.ts';
import { EndUserSessionsDocument, UserSessionsDocument } from '../features/users/gql/UserSessions.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { SecondFactorsDocument, type SecondFactorsQuery } from './gql/SecurityPage.ts';
import { SecurityPage } from './SecurityPage.tsx';

type State = SecondFactorsQuery['secondFactors'];
const none: State = {
  __typename: 'SecondFactors',
  factors: [],
  allowed: ['APP', 'SMS', 'PASSKEY'],
  required: false,
  choosesPhone: true,
  phoneEnding: null,
  recoveryCodesLeft: 0,
  passkeys: [],
};
const key = {
  __typename: 'Passkey' as const,
  id: '7',
  name: 'Work laptop',
  createdAt: '2026-05-01T12:00:00Z',
  lastUsedAt: '2026-05-02T12:00:00Z',
};
const all: State = {
  ...none,
  factors: ['APP', 'SMS', 'PASSKEY'],
  phoneEnding: '0100',
  recoveryCodesLeft: 9,
  passkeys: [key],
};
const read = (secondFactors: State) => ({
  request: { query: SecondFactorsDocument },
  result: { data: { secondFactors } },
});
const done = (query: object, field: string, variables: object, payload: object = {}) => ({
  request: { query, variables },
  result: { data: { [field]: { __typename: 'Payload', userErrors: [], ...payload } } },
});

const session = (databaseId: number, isCurrent: boolean) => ({
  __typename: 'UserSession',
  databaseId,
  client: isCurrent ? 'Chrome on Windows' : 'Safari on iOS',
  ip: '10.0.0.7',
  loginAt: '2026-05-01T18:00:00Z',
  lastSeenAt: '2026-05-01T19:00:00Z',
  isCurrent,
});
/** The sessions of the viewer; read again after each change of a factor. */
const sessions = (...userSessions: object[]) => ({
  request: { query: UserSessionsDocument, variables: { userId: 'VXNlcjox' } },
  result: { data: { userSessions } },
});

async function open(...mocks: object[]) {
  const others = [sessions(session(1, true)), sessions(session(1, true))];
  const view = await renderApp(<SecurityPage />, { mocks: [...mocks, ...others] as never });
  await view.quiet();
  return view;
}
const card = (name: string) => within(screen.getByRole('heading', { name }).closest('section')!);

test('each method shows whether it is on, and what can be done with it', async () => {
  await open(read({ ...all, factors: ['SMS', 'PASSKEY'], allowed: ['APP', 'PASSKEY'] }));
  expect(card('Authenticator app').getByText('Off')).toBeInTheDocument();
  expect(card('Authenticator app').getByRole('button', { name: 'Set up' })).toBeInTheDocument();
  const sms = card('Text message');
  expect(sms.getByText('Codes are sent to the number that ends in 0100.')).toBeInTheDocument();
  expect(sms.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Turn off']);
  expect(card('Passkey').getByText('Last used 05/02/2026 08:00:00')).toBeInTheDocument();
  expect(card('Recovery codes').getByText('9 unused codes are left.')).toBeInTheDocument();
});

test('without a factor there are no recovery codes', async () => {
  await open(read(none));
  expect(screen.queryByRole('heading', { name: 'Recovery codes' })).not.toBeInTheDocument();
});

test('a method is turned off after a question', async () => {
  const { user, quiet } = await open(
    read(all),
    done(RemoveSecondFactorDocument, 'removeSecondFactor', { method: 'APP' }),
    read({ ...all, factors: ['SMS', 'PASSKEY'] }),
  );
  await user.click(card('Authenticator app').getByRole('button', { name: 'Turn off' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  await user.click(within(question).getAllByRole('button').at(-1)!);
  await quiet();
  expect(await screen.findByText('Turned off: Authenticator app')).toBeInTheDocument();
  expect(card('Authenticator app').getByText('Off')).toBeInTheDocument();
});

test('a passkey is deleted after a question', async () => {
  const { user, quiet } = await open(
    read(all),
    done(DeletePasskeyDocument, 'deletePasskey', { id: '7' }),
    read({ ...all, factors: ['APP', 'SMS'], passkeys: [] }),
  );
  await user.click(screen.getByRole('button', { name: 'Delete the passkey Work laptop' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  await user.click(within(question).getAllByRole('button').at(-1)!);
  await quiet();
  expect(screen.queryByText('Work laptop')).not.toBeInTheDocument();
});

test('new recovery codes are shown once', async () => {
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-000${index}`);
  const { user, quiet } = await open(
    read(all),
    done(RegenerateRecoveryCodesDocument, 'regenerateRecoveryCodes', {}, { recoveryCodes }),
    read({ ...all, recoveryCodesLeft: 10 }),
  );
  await user.click(screen.getByRole('button', { name: 'Make new codes' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  await user.click(within(question).getAllByRole('button').at(-1)!);
  await quiet();
  const dialog = await screen.findByRole('dialog', { name: 'Recovery codes' });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(10);
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await quiet();
  expect(screen.queryByText(recoveryCodes[0]!)).not.toBeInTheDocument();
});

test('the sessions of the viewer are listed, and all others are ended together after a question', async () => {
  const { user } = await open(read(none), sessions(session(1, true), session(2, false), session(3, false)), {
    request: { query: EndUserSessionsDocument, variables: { input: { userId: 'VXNlcjox' } } },
    result: { data: { endUserSessions: { __typename: 'EndUserSessionsPayload', ended: 2, userErrors: [] } } },
  });
  const list = card('Signed-in sessions');
  expect(await list.findAllByText('Safari on iOS')).toHaveLength(2);
  await user.click(list.getByRole('button', { name: 'Sign out all other sessions' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  expect(question).toHaveTextContent('You will be signed out at once in every browser but this one.');
  await user.click(within(question).getByRole('button', { name: 'Sign out all other sessions' }));
  expect(await screen.findByText('2 sessions have ended')).toBeInTheDocument();
  await waitFor(() => expect(list.queryByText('Safari on iOS')).not.toBeInTheDocument());
  expect(list.getByText('This session')).toBeInTheDocument();
  expect(list.queryByRole('button')).not.toBeInTheDocument();
});

test('after a change of a method the sessions are read again: the others have ended', async () => {
  const { user, quiet } = await open(
    read(all),
    sessions(session(1, true), session(2, false)),
    done(RemoveSecondFactorDocument, 'removeSecondFactor', { method: 'APP' }),
    read({ ...all, factors: ['SMS', 'PASSKEY'] }),
  );
  expect(await card('Signed-in sessions').findByText('Safari on iOS')).toBeInTheDocument();
  expect(screen.getByText(/A change here signs you out in all other browsers\./)).toBeInTheDocument();
  await user.click(card('Authenticator app').getByRole('button', { name: 'Turn off' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  await user.click(within(question).getAllByRole('button').at(-1)!);
  await quiet();
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
});
