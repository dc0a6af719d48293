import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { toaster } from '../../components/Toaster.tsx';
import { daysLeft } from '../../lib/daysLeft.ts';
import { setClock } from '../../testing/clock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { AskButtons } from './AskButtons.tsx';
import { AcceptHandOffDocument } from './gql/AcceptHandOffDialog.ts';
import { AskForDeviceDocument } from './gql/AskForDeviceDialog.ts';
import { AskForPatientDocument } from './gql/AskForPatientDialog.ts';
import { WithdrawHandOffDocument } from './gql/HandOffActions.ts';
import { WriteHandOffMessageDocument } from './gql/HandOffThread.ts';
import { HandOffActions } from './HandOffActions.tsx';
import type { HandOff } from './HandOffFacts.tsx';
import { HandOffThread } from './HandOffThread.tsx';

const patient = {
  __typename: 'Patient' as const,
  id: 'p7',
  databaseId: 7,
  firstName: 'Ana',
  lastName: 'Reyes',
  currentSerial: 'A3900010001' as string | null,
};
const request = (more: Partial<HandOff> = {}): HandOff => ({
  __typename: 'HandOff',
  id: 'h1',
  databaseId: 4,
  side: 'HOLDER',
  kind: 'PATIENT',
  state: 'OPEN',
  serial: null,
  firstName: null,
  lastName: null,
  birthDate: null,
  phone: null,
  assignedId: null,
  askedBy: 'Ra****, Vic*****',
  pinConfirmed: false,
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
  patient,
  machine: null,
  messages: [],
  ...more,
});
const error = (message: string, field = '') => ({ __typename: 'UserError', field, code: 'x', message });
const answers = (query: unknown, input: object, name: string, handOff: object | null, userErrors: object[] = []) => ({
  request: { query, variables: { input } },
  result: { data: { [name]: { __typename: 'HandOffPayload', handOff, userErrors } } },
});
const open = (element: ReactElement, mocks: object[] = [], path = '/hand-offs') =>
  renderApp(element, { mocks: mocks as never, path });

beforeEach(() => void setClock('2026-03-02T15:00:00.000Z'));
afterEach(() => {
  toaster.remove();
  jest.useRealTimers();
});

describe('an acceptance', () => {
  const accepted = (input: object, userErrors: object[] = []) =>
    answers(
      AcceptHandOffDocument,
      { handOffId: 'h1', startsOn: '2026-03-02', ...input },
      'acceptHandOff',
      userErrors.length > 0 ? null : request({ state: 'ACCEPTED', viewerCanAccept: false }),
      userErrors,
    );
  const dialogOf = async (handOff: HandOff, ...mocks: object[]) => {
    const view = await open(<HandOffActions handOff={handOff} onEnded={() => undefined} />, mocks);
    await view.user.click(screen.getByRole('button', { name: 'Accept' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept' }));
    return { ...view, dialog, submit: () => view.user.click(dialog.getByRole('button', { name: 'Accept' })) };
  };

  test.each([
    ['with the device', true],
    ['without the device, which stays', false],
  ])('gives a patient from today on %s', async (_how, withDevice) => {
    const { dialog, submit, user } = await dialogOf(request(), accepted({ withDevice }));
    if (!withDevice)
      await user.click(dialog.getByRole('checkbox', { name: /A3900010001 is handed over with the patient/ }));
    await submit();
    expect(await screen.findByText('The request was accepted')).toBeInTheDocument();
  });

  test.each([
    ['of a device', request({ kind: 'DEVICE', serial: 'A3900010001' })],
    ['of a patient without a device', request({ patient: { ...patient, currentSerial: null } })],
  ])('%s has no question about the device', async (_what, handOff) => {
    const { dialog } = await dialogOf(handOff);
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  test('that is refused stays open with the reason', async () => {
    const { dialog, submit } = await dialogOf(
      request(),
      accepted({ withDevice: true }, [error('The device is assigned elsewhere.')]),
    );
    await submit();
    expect(await dialog.findByText('The device is assigned elsewhere.')).toBeInTheDocument();
  });

  test('is not offered to a viewer who may only refuse', async () => {
    await open(<HandOffActions handOff={request({ viewerCanAccept: false })} onEnded={() => undefined} />);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Refuse']);
  });
});

describe('a withdrawal', () => {
  const own = request({ side: 'ASKER', viewerCanWithdraw: true, viewerCanRefuse: false, viewerCanAccept: false });
  const withdrawal = async (...userErrors: object[]) => {
    const onEnded = jest.fn();
    const handOff = userErrors.length > 0 ? null : { ...own, state: 'WITHDRAWN' };
    const mock = answers(WithdrawHandOffDocument, { handOffId: 'h1' }, 'withdrawHandOff', handOff, userErrors);
    const { user } = await open(<HandOffActions handOff={own} onEnded={onEnded} />, [mock]);
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
    return onEnded;
  };

  test('is done after a question', async () => {
    const onEnded = await withdrawal();
    expect(await screen.findByText('The request was withdrawn')).toBeInTheDocument();
    expect(onEnded).not.toHaveBeenCalled();
  });

  test('of a request that has ended says so, and the page reads it again', async () => {
    const onEnded = await withdrawal(error('The request has ended.'));
    expect(await screen.findByText('The request has ended.')).toBeInTheDocument();
    expect(screen.queryByText('The request was withdrawn')).not.toBeInTheDocument();
    expect(onEnded).toHaveBeenCalledTimes(1);
  });
});

describe('a message', () => {
  const sent = (body: string, ...userErrors: object[]) =>
    answers(
      WriteHandOffMessageDocument,
      { handOffId: 'h1', body },
      'writeHandOffMessage',
      userErrors.length > 0 ? null : request(),
      userErrors,
    );
  const write = async (text: string, mock: object) => {
    const { user } = await open(<HandOffThread handOff={request()} />, [mock]);
    await user.type(screen.getByRole('textbox'), text);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    return screen.getByRole('textbox');
  };

  test('leaves an empty field when it was sent', async () => {
    const field = await write('Hello', sent('Hello'));
    await screen.findByDisplayValue('');
    expect(field).toHaveValue('');
  });

  test('stays in the field when it was refused, with the reason', async () => {
    const field = await write('Hello', sent('Hello', error('The request has ended.')));
    expect(await screen.findByText('The request has ended.')).toBeInTheDocument();
    expect(field).toHaveValue('Hello');
  });

  test('is written by viewers who may; one of the other side has the name of its organization if it is shown', async () => {
    const message = {
      __typename: 'HandOffMessage' as const,
      databaseId: 1,
      body: 'Hello',
      createdAt: '2026-03-01T13:00:00.000Z',
      isOwn: false,
      author: null,
    };
    await open(<HandOffThread handOff={request({ viewerCanWrite: false, messages: [message] })} />);
    expect(screen.getByText(/^Northside · /)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('asking', () => {
  const made = { __typename: 'HandOff', id: 'h9', databaseId: 9 };
  const device = { serialNumber: 'A3900010001', pinNumber: '4321', message: null };
  const openAt = (hash: string, ...mocks: object[]) => open(<AskButtons />, mocks, `/hand-offs?search=rey${hash}`);

  test.each(['#device=A3900010001', '#device'])(
    'for a device at the address %s opens the new request',
    async (hash) => {
      const { user, router } = await openAt(hash, answers(AskForDeviceDocument, device, 'askForDevice', made));
      const serial = await screen.findByRole('textbox', { name: /Serial number/ });
      expect(serial).toHaveValue(hash.split('=')[1] ?? '');
      if (hash === '#device') await user.type(serial, 'a39 0001 0001');
      await user.type(screen.getByRole('textbox', { name: /PIN/ }), '4321');
      await user.dblClick(screen.getByRole('button', { name: 'Request' }));
      expect(await screen.findByText('The request was sent')).toBeInTheDocument();
      expect(router.state.location.pathname).toBe('/hand-offs/9');
    },
  );

  test('for a device too often says why, and the input stays', async () => {
    const refused = answers(AskForDeviceDocument, device, 'askForDevice', null, [error('Too many requests today.')]);
    const { user } = await openAt('#device=A3900010001', refused);
    await user.type(await screen.findByRole('textbox', { name: /PIN/ }), '4321');
    await user.click(screen.getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('Too many requests today.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /PIN/ })).toHaveValue('4321');
  });

  test('for a patient needs the phone number or the patient ID, and keeps the search of the list', async () => {
    const typed = { firstName: 'Ana', lastName: 'Reyes', birthDate: '1961-04-09', phone: null, assignedId: 'R-7' };
    const refused = answers(AskForPatientDocument, { ...typed, message: null }, 'askForPatient', null, [
      error('Too many requests today.'),
    ]);
    const { user, router } = await openAt('', refused);
    await user.click(screen.getByRole('button', { name: 'Request a patient' }));
    expect(router.state.location).toMatchObject({ search: '?search=rey', hash: '#patient' });
    const enter = async (name: RegExp, text: string) => {
      await user.click(await screen.findByRole('textbox', { name }));
      await user.paste(text);
    };
    await enter(/First name/, 'Ana');
    await enter(/Last name/, 'Reyes');
    await enter(/^Birth date/, '04/09/1961');
    await user.click(screen.getByRole('button', { name: 'Request' }));
    const phone = screen.getByRole('textbox', { name: /^Phone/ });
    await waitFor(() => expect(phone).toHaveAccessibleErrorMessage('Enter the phone number or the patient ID.'));
    await enter(/^Patient ID/, 'R-7');
    await user.click(screen.getByRole('button', { name: 'Request' }));
    expect(await screen.findByText('Too many requests today.')).toBeInTheDocument();
  });
});

test.each([
  ['2026-03-15T13:00:00.000Z', '2026-03-01T13:00:00.000Z', 14],
  ['2026-03-15T13:00:00.000Z', '2026-03-01T13:00:00.001Z', 14],
  ['2026-03-15T13:00:00.000Z', '2026-03-14T13:00:00.001Z', 1],
  ['2026-03-15T13:00:00.000Z', '2026-03-15T13:00:00.000Z', 0],
  ['2026-03-15T13:00:00.000Z', '2026-03-16T13:00:00.000Z', 0],
])('of a request until %s, %s leaves %i days', (expires, now, days) => {
  expect(daysLeft(expires, Date.parse(now))).toBe(days);
});
