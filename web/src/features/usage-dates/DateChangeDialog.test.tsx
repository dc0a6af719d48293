import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { NightSource } from '../../gql/schema.ts';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { DateChangeDialog } from './DateChangeDialog.tsx';
import {
  ChangeUsageDatesDocument,
  CheckChangeUsageDatesDocument,
  FindUsageRowsDocument,
} from './gql/usageOperations.ts';
import { aUsageRow as row } from './usageDateFixtures.ts';
import type { UsageRow } from './usageOperations.ts';

const found = (rows: UsageRow[], source: NightSource = 'WIRELESS'): MockLink.MockedResponse => ({
  request: {
    query: FindUsageRowsDocument,
    variables: { id: 'm1', source, startDate: null, endDate: null, page: 1, limit: 500 },
  },
  result: {
    data: {
      machine: {
        __typename: 'Machine',
        id: 'm1',
        usage: { __typename: 'MachineUsage', total: rows.length, from: 1, to: rows.length, rows },
      },
    },
  },
});

const input = (changes: [id: number, from: string, to: string][]) => ({
  input: {
    machineId: 'm1',
    source: 'WIRELESS',
    changes: changes.map(([id, version, newDate]) => ({ id: String(id), newDate, version })),
  },
});

const forecast = (state: string, compliantDays: number, nightsNeeded: number) => ({
  __typename: 'ComplianceForecast',
  state,
  compliantDays,
  nightsNeeded,
  windowStart: '2026-05-01',
  windowEnd: '2026-05-30',
});

const checked = (changes: [number, string, string][]): MockLink.MockedResponse => ({
  request: { query: CheckChangeUsageDatesDocument, variables: input(changes) },
  result: {
    data: {
      checkChangeUsageDates: {
        __typename: 'ChangeUsageDatesCheck',
        userErrors: [],
        moves: changes.map(([id, oldDate, newDate]) => ({
          __typename: 'UsageDateMove',
          nightId: String(id),
          oldDate,
          newDate,
        })),
        patients: [
          {
            __typename: 'UsageDateForecast',
            patient: { __typename: 'Patient', id: 'p1', firstName: 'Ada', lastName: 'Quill' },
            nights: changes.length,
            before: forecast('IN_PROGRESS', 20, 1),
            after: forecast('MET', 21, 0),
          },
        ],
      },
    },
  },
});

const saved = (changes: [number, string, string][], refused = false): MockLink.MockedResponse => ({
  request: { query: ChangeUsageDatesDocument, variables: input(changes) },
  result: {
    data: {
      changeUsageDates: {
        __typename: 'ChangeUsageDatesPayload',
        result: refused ? null : 'The usage dates were saved.',
        userErrors: refused
          ? [{ __typename: 'UserError', field: 'changes', code: 'usage_date.taken', message: 'The nights changed.' }]
          : [],
      },
    },
  },
});

const open = (mocks: MockLink.MockedResponse[], language?: Language) => {
  const [onSaved, onClose] = [jest.fn(), jest.fn()];
  return renderApp(
    <DateChangeDialog machine={{ id: 'm1', serial: 'A3900012345' }} onClose={onClose} onSaved={onSaved} />,
    { mocks, language },
  ).then((view) => ({ ...view, onSaved, onClose }));
};

async function search(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Source/ }), 'Wireless');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await screen.findByRole('region', { name: 'Rows to change' });
}
const newDates = () =>
  within(screen.getByRole('region', { name: 'Rows to change' }))
    .getAllByRole('row')
    .slice(1)
    .map((one) => within(one).getAllByRole('cell')[1]!.textContent);

test('the sources are those of the document, and SD card', async () => {
  await open([]);
  const source = await screen.findByRole('combobox', { name: /^Source/ });
  expect(
    within(source)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Select a source', 'QR+', 'Wireless', 'SD card']);
});

test('without a source nothing is searched, the source has the focus, and Save is disabled while nothing is loaded', async () => {
  const { user } = await open([]);
  await user.click(await screen.findByRole('button', { name: 'Search' }));
  expect(await screen.findByText('You must select a source "Wireless" or "QR+"')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Source/ })).toHaveFocus());
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('Calculate shifts every row, Edit shifts one, and a number of days that is none, or 0, keeps Save disabled and has the focus', async () => {
  const { user } = await open([found([row(1, '2026-04-30'), row(2, '2026-02-28')])]);
  await search(user);
  const offset = screen.getByRole('textbox', { name: /^Number of days/ });
  const calculate = screen.getByRole('button', { name: 'Calculate' });
  for (const [typed, text] of [
    ['0', 'Wireless value must be greater or less than 0'],
    ['abc', 'Invalid input. Please enter a valid number of days.'],
  ] as const) {
    await user.clear(offset);
    await user.type(offset, typed);
    await user.click(calculate);
    expect(await screen.findByText(text)).toBeInTheDocument();
    await waitFor(() => expect(offset).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  }
  await user.clear(offset);
  await user.type(offset, '1');
  await user.click(calculate);
  expect(newDates()).toEqual(['05/01/2026', '03/01/2026']);
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: /^Edit 02\/28\/2026/ }));
  await user.keyboard('NaN{Enter}');
  expect(screen.getByText('Invalid input. Please enter a valid number of days.')).toBeInTheDocument();
  await user.clear(screen.getByRole('textbox', { name: 'Number of days for 02/28/2026' }));
  await user.keyboard('-2{Enter}');
  expect(newDates()).toEqual(['05/01/2026', '02/26/2026']);
});

test('the focus is on the days of a row while they are asked for, and then on its Edit again; Escape ends this alone', async () => {
  const { user, onClose } = await open([found([row(1, '2026-04-01')])]);
  await search(user);
  for (const key of ['{Escape}', '1{Enter}']) {
    await user.click(screen.getByRole('button', { name: /^Edit/ }));
    expect(screen.getByRole('textbox', { name: 'Number of days for 04/01/2026' })).toHaveFocus();
    await user.keyboard(key);
    expect(screen.getByRole('button', { name: /^Edit/ })).toHaveFocus();
  }
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  { what: 'a leap day', from: ['2024-02-28', '2023-02-28'], to: ['02/29/2024', '03/01/2023'] },
  { what: 'New Year', from: ['2025-12-31'], to: ['01/01/2026'] },
  { what: 'the nights in which clocks change', from: ['2026-03-07', '2025-11-01'], to: ['03/08/2026', '11/02/2025'] },
])('a day further over $what is the next date of the calendar', async ({ from, to }) => {
  const { user } = await open([found(from.map((date, n) => row(n, date)))]);
  await search(user);
  await user.type(screen.getByRole('textbox', { name: /^Number of days/ }), '1');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(newDates()).toEqual(to);
});

test('100,000 days are a date, which the server refuses; 100,000,000 are none', async () => {
  const changes: [number, string, string][] = [[1, '2026-04-01', '2300-01-15']];
  const refused = {
    request: checked(changes).request,
    result: {
      data: {
        checkChangeUsageDates: {
          __typename: 'ChangeUsageDatesCheck',
          moves: [],
          patients: [],
          userErrors: [
            { __typename: 'UserError', field: 'changes.0.newDate', code: 'usage_date.too_far', message: 'Too far.' },
          ],
        },
      },
    },
  };
  const { user } = await open([found([row(1, '2026-04-01')]), refused]);
  await search(user);
  const offset = screen.getByRole('textbox', { name: /^Number of days/ });
  await user.type(offset, '100000000');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(screen.getByText('Invalid input. Please enter a valid number of days.')).toBeInTheDocument();
  expect(newDates()).toEqual(['']);
  await user.clear(offset);
  await user.type(offset, '100000');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(newDates()).toEqual(['01/15/2300']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Date was not changed')).toBeInTheDocument();
  expect(newDates()).toEqual(['01/15/2300Too far.']);
  expect(offset).toHaveValue('100000');
  expect(screen.getByText('1 date was refused. The reason is in its row.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Edit/ }));
  await user.keyboard('1{Enter}');
  expect(newDates()).toEqual(['04/02/2026']);
  expect(screen.queryByRole('button', { name: 'Next problem' })).not.toBeInTheDocument();
});

test('three rows with one date are marked with their number, and block Save; two are not', async () => {
  const { user } = await open([found([row(1, '2026-04-01'), row(2, '2026-04-01'), row(3, '2026-04-02')])]);
  await search(user);
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: /^Edit 04\/02\/2026/ }));
  await user.keyboard('-1{Enter}');
  expect(screen.getByText('Cannot save due to more than 1 error below')).toBeInTheDocument();
  expect(screen.getAllByText('3 rows have this date')).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('Next problem leads from one marked row to the next, and from the last to the first', async () => {
  const days = ['2026-04-01', '2026-04-01', '2026-04-05', '2026-04-01'];
  const { user } = await open([found(days.map((date, n) => row(n, date)))]);
  await search(user);
  const rows = within(screen.getByRole('region', { name: 'Rows to change' }))
    .getAllByRole('row')
    .slice(1);
  for (const at of [0, 1, 3, 0]) {
    await user.click(screen.getByRole('button', { name: 'Next problem' }));
    expect(rows.findIndex((one) => one.contains(document.activeElement))).toBe(at);
  }
});

test('a row says in words whether it is valid, and its use in hours and minutes', async () => {
  const states = [1, 9, 4].map((state, n) => row(n, `2026-04-0${n + 1}`, { state, minutes: 425 }));
  const { user } = await open([found(states)]);
  await search(user);
  const last = (one: HTMLElement) =>
    within(one)
      .getAllByRole('cell')
      .slice(-2)
      .map(({ textContent }) => textContent);
  const [header, ...rows] = within(screen.getByRole('region', { name: 'Rows to change' })).getAllByRole('row');
  expect(within(header!).getByRole('columnheader', { name: 'Use (h:mm)' })).toBeInTheDocument();
  expect(rows.map(last)).toEqual([
    ['7:05', 'Valid'],
    ['7:05', 'Voided'],
    ['7:05', 'Not valid (4)'],
  ]);
});

test('an end date before the start date is refused at its field, and nothing is searched', async () => {
  const { user } = await open([]);
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Source/ }), 'Wireless');
  await user.type(screen.getByRole('textbox', { name: 'Start date' }), '04022026');
  await user.type(screen.getByRole('textbox', { name: 'End date' }), '04012026');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(
    await screen.findByText('The end date cannot be before the start date. Choose a later end date.'),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'End date' })).toHaveFocus());
});

test('Save shows what would move and compliance before and after, and then saves', async () => {
  const changes: [number, string, string][] = [[1, '2026-04-01', '2026-04-02']];
  const { user, onSaved } = await open([
    found([row(1, '2026-04-01')]),
    checked(changes),
    saved(changes),
    found([row(1, '2026-04-02')]),
  ]);
  await search(user);
  await user.click(screen.getByRole('button', { name: /^Edit/ }));
  await user.keyboard('1{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('1 night moves to another date. Nothing is saved yet.')).toBeInTheDocument();
  const moves = within(screen.getByRole('region', { name: 'Dates that move' }));
  expect(moves.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Current dateNew usage date',
    '04/01/202604/02/2026',
  ]);
  expect(screen.getByText('In progress: 20 compliant nights in the window, 1 more needed')).toBeInTheDocument();
  expect(screen.getByText('Met: 21 compliant nights in the window, 0 more needed')).toBeInTheDocument();
  expect(screen.getAllByText('05/01/2026 to 05/30/2026')).toHaveLength(2);
  expect(onSaved).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Save these dates' }));
  expect(await screen.findByText('The usage dates were saved.')).toBeInTheDocument();
  expect(await screen.findByRole('cell', { name: '04/02/2026' })).toBeInTheDocument();
  expect(onSaved).toHaveBeenCalledTimes(1);
});

test("a refused change says 'Date was not changed' with the reason, and keeps the new dates", async () => {
  const changes: [number, string, string][] = [[1, '2026-04-01', '2026-04-02']];
  const { user } = await open([found([row(1, '2026-04-01')]), checked(changes), saved(changes, true)]);
  await search(user);
  await user.click(screen.getByRole('button', { name: /^Edit/ }));
  await user.keyboard('1{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Save these dates' }));
  expect(await screen.findByText('Date was not changed')).toBeInTheDocument();
  expect(screen.getByText('The nights changed.')).toBeInTheDocument();
  expect(newDates()).toEqual(['04/02/2026']);
});

test("a change whose answer is lost says 'Date was not changed', and keeps the new dates", async () => {
  const changes: [number, string, string][] = [[1, '2026-04-01', '2026-04-02']];
  const lost = { request: saved(changes).request, error: new Unreachable() };
  const { user } = await open([found([row(1, '2026-04-01')]), checked(changes), lost]);
  await search(user);
  await user.click(screen.getByRole('button', { name: /^Edit/ }));
  await user.keyboard('1{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Save these dates' }));
  expect(await screen.findByText('Date was not changed')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(newDates()).toEqual(['04/02/2026']);
});

test('Reset clears the number of days and loads the rows again', async () => {
  const rows = [row(1, '2026-04-01')];
  const { user } = await open([found(rows), found(rows)]);
  await search(user);
  const offset = screen.getByRole('textbox', { name: /^Number of days/ });
  await user.type(offset, '5');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(newDates()).toEqual(['04/06/2026']);
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(offset).toHaveValue('');
  expect(newDates()).toEqual(['']);
});

test('rows that cannot be loaded are logged and shown with Retry', async () => {
  const logged = expectConsoleError(/^The usage rows were not loaded: /);
  const failed = { request: found([]).request, error: new Unreachable() };
  const { user } = await open([failed, found([row(1, '2026-04-01')])]);
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Source/ }), 'Wireless');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('cell', { name: '04/01/2026' })).toBeInTheDocument();
  expect(logged()).toBe(1);
});

test('the Spanish interface translates the utility', async () => {
  await open([], 'es');
  expect(await screen.findByRole('dialog', { name: 'Utilidad de cambio de fecha de A3900012345' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Guardar' })).toBeDisabled();
});
