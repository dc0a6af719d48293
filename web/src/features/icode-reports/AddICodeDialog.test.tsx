import type { MockLink } from '@apollo/client/testing';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { GraphQLError } from 'graphql';
import type { ICodeReader, ICodeReadingWay } from '../../gql/schema.ts';
import { formatDate, today } from '../../lib/dates.ts';
import { Unreachable } from '../../lib/reach.ts';
import { setClock } from '../../testing/clock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { AddICodeDialog } from './AddICodeDialog.tsx';
import { CreateICodeReportsDocument } from './gql/useSubmitICodes.ts';

const A = '06469104191312994';
const B = '23574720734074755';
const now = today('America/New_York');
const serial = 'A3900012345';
const saved = [{ __typename: 'ICodeReport' as const, id: 'r1', databaseId: 1, serial }];

type UserErrors = { field: string; code: string; message: string }[];
const notRecorded = { readBy: null, readHow: null };
const answer = (
  codes: { collected: string; icode: string }[],
  userErrors: UserErrors = [],
  patientId: string | null = 'p7',
  reading: { readBy: ICodeReader | null; readHow: ICodeReadingWay | null } = notRecorded,
): MockLink.MockedResponse => ({
  request: { query: CreateICodeReportsDocument, variables: { input: { patientId, serial, codes, ...reading } } },
  result: {
    data: {
      createICodeReports: {
        __typename: 'CreateICodeReportsPayload',
        icodeReports: userErrors.length > 0 ? [] : saved,
        userErrors: userErrors.map((error) => ({ __typename: 'UserError' as const, ...error })),
      },
    },
  },
});

async function open(mocks: MockLink.MockedResponse[] = [], anonymous = false, isActive = true, timeZone?: string) {
  const handlers = { onClose: jest.fn(), onSaved: jest.fn(), onUncertain: jest.fn() };
  const view = await renderApp(
    <AddICodeDialog
      patientId={anonymous ? null : 'p7'}
      serial={anonymous ? null : serial}
      isActive={isActive}
      timeZone={timeZone}
      {...handlers}
    />,
    { mocks },
  );
  const { user } = view;
  await screen.findByRole('dialog', { name: 'Add iCode Report' });
  return {
    ...view,
    ...handlers,
    async submit(name = 'Submit') {
      await user.click(screen.getByRole('button', { name }));
      await user.click(
        within(await screen.findByRole('alertdialog', { name: 'Are you sure?' })).getByRole('button', {
          name: 'Submit',
        }),
      );
    },
  };
}

async function enter(user: UserEvent, code: string) {
  await user.click(screen.getByLabelText('iCode'));
  await user.paste(code);
}

const codes = () => screen.getAllByLabelText('iCode').map((input) => (input as HTMLInputElement).value);
const dates = () => screen.getAllByLabelText('Collection date').map((input) => (input as HTMLInputElement).value);

afterEach(() => void jest.useRealTimers());

describe('the form', () => {
  test('at 9:30 p.m. in New York, the evening of November 21, the calendar marks the 21st, which is allowed, and not the 22nd', async () => {
    setClock('2026-11-22T02:30:00Z');
    const { user } = await open();
    expect(dates()).toEqual(['11/21/2026']);
    await user.click(screen.getByRole('button', { name: 'Choose a date' }));
    const day = await screen.findByRole('button', { name: /November 21, 2026/ });
    expect(day.closest('td')).toHaveAttribute('aria-current', 'date');
    expect(day).not.toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: /November 22, 2026/ })).toHaveAttribute('aria-disabled', 'true');
  });

  test("the calendar marks today of the patient's organization, which may be hours away", async () => {
    // 1:30 a.m. of November 22 in New York, where the viewer is.
    setClock('2026-11-22T06:30:00Z');
    const { user } = await open([], false, true, 'America/Los_Angeles');
    expect(dates()).toEqual(['11/21/2026']);
    await user.click(screen.getByRole('button', { name: 'Choose a date' }));
    const day = await screen.findByRole('button', { name: /November 21, 2026/ });
    expect(day.closest('td')).toHaveAttribute('aria-current', 'date');
    expect(screen.getByRole('button', { name: /November 22, 2026/ })).toHaveAttribute('aria-disabled', 'true');
  });

  test("the serial of a patient's device is filled in and read-only; the date is today", async () => {
    await open();
    const field = screen.getByLabelText('Device serial number');
    expect(field).toHaveValue(serial);
    expect(field).toHaveAttribute('readonly');
    expect(dates()).toEqual([formatDate(now)]);
    expect(screen.getByLabelText('iCode')).toHaveAttribute('placeholder', '01234567890123456');
    expect(screen.queryByText(/anonymous/)).not.toBeInTheDocument();
  });

  test.each([
    [true, 0],
    [false, 1],
  ])('a device that is active (%p) has %i notices that it is not', async (isActive, notices) => {
    await open([], false, isActive);
    expect(screen.queryAllByText(new RegExp(`^${serial} is not an active device of this patient`))).toHaveLength(
      notices,
    );
  });

  test('the anonymous upload says that nothing is saved to a patient record, and its serial is editable', async () => {
    await open([], true);
    expect(
      screen.getByText(
        'This is an anonymous patient iCode upload. iCodes submitted here are NOT saved to any patient record.',
      ),
    ).toBeInTheDocument();
    const field = screen.getByLabelText('Device serial number');
    expect(field).toHaveAttribute('placeholder', '00000000000');
    expect(field).not.toHaveAttribute('readonly');
  });

  test('1 to 4 rows: remove is disabled at 1, add at 4', async () => {
    const { user } = await open();
    expect(screen.getByRole('button', { name: 'Remove row 1' })).toBeDisabled();
    const add = screen.getByRole('button', { name: 'Add iCode' });
    for (let row = 2; row <= 4; row += 1) await user.click(add);
    expect(codes()).toHaveLength(4);
    expect(add).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Remove row 2' }));
    expect(codes()).toHaveLength(3);
    expect(add).toBeEnabled();
  });

  test('a code is shown in groups of four with its number of digits', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('iCode'), '0646-9104 19131');
    expect(codes()).toEqual(['0646 9104 1913 1']);
    expect(screen.getByText(/^Digits: 13/)).toBeInTheDocument();
  });

  test('a digit typed in the middle keeps its position', async () => {
    const { user } = await open();
    const field = screen.getByLabelText<HTMLInputElement>('iCode');
    await user.type(field, '06469104');
    await user.type(field, '7', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    expect(field).toHaveValue('0646 7910 4');
    expect(field.selectionStart).toBe(6);
  });

  test('several pasted codes become rows; a notice shows those that do not fit', async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText('iCode'));
    await user.paste(`2026-05-01 ${A}\n${B}\n${A}1\n${B},${A}`);
    expect(codes()).toEqual([
      '0646 9104 1913 1299 4',
      '2357 4720 7340 7475 5',
      '0646 9104 1913 1299 41',
      '2357 4720 7340 7475 5',
    ]);
    expect(dates()).toEqual(['05/01/2026', formatDate(now), formatDate(now), formatDate(now)]);
    expect(screen.getByText(/^Codes that did not fit: 1\. A submission can contain at most 4/)).toBeInTheDocument();
    expect(screen.getByText(`${formatDate(now)} 0646 9104 1913 1299 4`)).toBeInTheDocument();
    expect(screen.getByText('Same code and date as row 2.')).toBeInTheDocument();
  });

  test('an invalid value is refused at its field and nothing is asked or sent', async () => {
    const { user } = await open([], true);
    await user.type(screen.getByLabelText('iCode'), '123');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('An iCode has 17 digits.')).toBeInTheDocument();
    expect(screen.getByText('This field is required.')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('submitting', () => {
  test("asks 'Are you sure?'; Cancel sends nothing and keeps the input", async () => {
    const { user, onSaved } = await open();
    await enter(user, A);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Are you sure?' })).getByRole('button', { name: 'Cancel' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(codes()).toEqual(['0646 9104 1913 1299 4']);
    expect(onSaved).not.toHaveBeenCalled();
  });

  test('sends the code without spaces, once, and passes on the saved reports', async () => {
    const { user, submit, onSaved } = await open([{ ...answer([{ collected: now, icode: A }]), delay: 50 }]);
    await enter(user, '0646 9104 1913 1299 4');
    await submit();
    // A second Enter during the first request. Without another mock a second request would fail.
    await user.type(screen.getByLabelText('iCode'), '{Enter}');
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(onSaved).toHaveBeenCalledWith([expect.objectContaining({ databaseId: 1 })]);
  });

  test('who read the codes and how are chosen and sent; nothing is chosen in advance', async () => {
    const { user, submit, onSaved } = await open([
      answer([{ collected: now, icode: A }], [], 'p7', { readBy: 'CAREGIVER', readHow: 'PHONE' }),
    ]);
    const [by, how] = [screen.getByLabelText('Codes read by'), screen.getByLabelText('Way of reading')];
    expect([by, how].map((select) => (select as HTMLSelectElement).value)).toEqual(['', '']);
    expect([...by.children].map(({ textContent }) => textContent)).toEqual([
      'Not recorded',
      'Patient',
      'Caregiver',
      'Staff',
    ]);
    expect([...how.children].map(({ textContent }) => textContent)).toEqual([
      'Not recorded',
      'by phone',
      'at a visit',
      'from a picture of the screen',
    ]);
    await enter(user, A);
    await user.selectOptions(by, 'Caregiver');
    await user.selectOptions(how, 'by phone');
    await submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  });

  test('of six pasted codes submits the last two after the first four, and loses none', async () => {
    const six = Array.from({ length: 6 }, (_, index) => `0646910419131299${index}`);
    const rows = six.map((icode) => ({ collected: now, icode }));
    const { user, submit, onSaved, onClose } = await open([answer(rows.slice(0, 4)), answer(rows.slice(4))]);
    await enter(user, six.join('\n'));
    await submit();
    await waitFor(() => expect(codes()).toEqual(['0646 9104 1913 1299 4', '0646 9104 1913 1299 5']));
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByText(/did not fit/)).not.toBeInTheDocument();

    // They are unsaved too: closing asks.
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Are you sure?' })).getByRole('button', { name: 'Cancel' }),
    );
    await submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('accepts an anonymous serial in lower case', async () => {
    const { user, submit, onSaved } = await open([answer([{ collected: now, icode: A }], [], null)], true);
    await user.type(screen.getByLabelText('Device serial number'), 'a390-0012345');
    await enter(user, A);
    await submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
  });

  test("shows the server's refusals at their rows", async () => {
    const rows = [
      { collected: now, icode: A },
      { collected: now, icode: B },
    ];
    const { user, submit, onSaved } = await open([
      answer(rows, [
        { field: 'codes.1.icode', code: 'icode.check', message: 'The check digits do not match.' },
        { field: 'codes.0.collected', code: 'date.future', message: 'The date lies in the future.' },
      ]),
    ]);
    await user.click(screen.getByLabelText('iCode'));
    await user.paste(`${A}\n${B}`);
    await submit();
    const second = await screen.findByRole('group', { name: 'iCode 2' });
    expect(await within(second).findByText('The check digits do not match.')).toBeInTheDocument();
    expect(
      within(screen.getByRole('group', { name: 'iCode 1' })).getByText('The date lies in the future.'),
    ).toBeInTheDocument();
    expect(onSaved).not.toHaveBeenCalled();
  });

  test('without a connection says so and keeps the codes', async () => {
    const { user, submit } = await open([
      { ...answer([{ collected: now, icode: A }]), result: undefined, error: new Unreachable() },
    ]);
    await enter(user, A);
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('The connection was lost while saving');
    expect(codes()).toEqual(['0646 9104 1913 1299 4']);
  });

  test.each<[string, Partial<MockLink.MockedResponse>]>([
    ['a fault of the server', { result: { errors: [new GraphQLError('boom')] } }],
    [
      'a refusal of no field',
      answer([{ collected: now, icode: A }], [{ field: 'patientId', code: 'invalid', message: 'No.' }]),
    ],
  ])("%s reads 'Failed to process code. Check the data and try again'", async (_case, change) => {
    const { user, submit } = await open([
      { ...answer([{ collected: now, icode: A }]), ...change } as MockLink.MockedResponse,
    ]);
    await enter(user, A);
    await submit();
    expect(await screen.findByText('Failed to process code. Check the data and try again')).toBeInTheDocument();
    expect(codes()).toEqual(['0646 9104 1913 1299 4']);
  });

  test('after 3000 ms without an answer keeps the dialog open, says that a retry is safe, and retries', async () => {
    const mock = answer([{ collected: now, icode: A }]);
    const { user, submit, onSaved } = await open([{ ...mock, delay: 60_000 }, mock]);
    await enter(user, A);
    await submit();
    expect(await screen.findByText(/still working on it/)).toBeInTheDocument();
    await submit('Try again');
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  });
});

describe('closing', () => {
  const close = () => screen.getAllByRole('button', { name: 'Close' }).at(-1)!;

  test('an untouched form closes without a question', async () => {
    const { user, onClose } = await open();
    await user.click(close());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test("a changed one asks 'Are you sure?' first", async () => {
    const { user, onClose } = await open();
    await user.type(screen.getByLabelText('iCode'), '1');
    await user.click(close());
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(close());
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});
