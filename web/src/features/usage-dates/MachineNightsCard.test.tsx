import type { MockLink } from '@apollo/client/testing';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import {
  ChangeUsageDatesDocument,
  CheckChangeUsageDatesDocument,
  FindUsageRowsDocument,
  MachineUsageDocument,
  UsageDateLogDocument,
  type DateProposals_machineFragment,
} from './gql/usageOperations.ts';
import { MachineNightsCard } from './MachineNightsCard.tsx';

const ADDRESS = '/machines/3?device=2&dates=change&source=wireless&from=2026-05-04&to=2026-05-05&days=-3';

const proposal = (
  change: Partial<DateProposals_machineFragment['dateProposals'][number]> = {},
): DateProposals_machineFragment['dateProposals'][number] => ({
  __typename: 'NightDateProposal',
  source: 'WIRELESS',
  from: '2026-05-04',
  to: '2026-05-06',
  days: -3,
  nights: 3,
  changedAfter: '2026-05-01T17:00:00Z',
  changedBefore: '2026-05-08T17:00:00Z',
  ...change,
});
const usage = (
  dateProposals: ReturnType<typeof proposal>[],
  viewerCanChangeUsageDates = true,
  rows: object[] = [],
): MockLink.MockedResponse => ({
  request: { query: MachineUsageDocument, variables: { id: 'm1', page: 1, limit: 10 } },
  result: {
    data: {
      machine: {
        __typename: 'Machine',
        id: 'm1',
        databaseId: 3,
        serial: 'A3900012345',
        correctedNights: 0,
        viewerCanChangeUsageDates,
        dateProposals,
        usage: { __typename: 'MachineUsage', total: rows.length, from: null, to: null, rows },
      },
    },
  },
});
const night = (id: number, date: string) => ({
  __typename: 'UsageNight',
  id: `n${id}`,
  databaseId: String(id),
  date,
  recordedDate: date,
  version: date,
  corrected: false,
  source: 'WIRELESS',
  minutes: 300,
  recordNo: id,
  arrivedAt: '2026-05-08T17:00:00.000Z',
  state: 1,
});
const rows = (startDate: string | null, endDate: string | null): MockLink.MockedResponse => ({
  request: {
    query: FindUsageRowsDocument,
    variables: { id: 'm1', source: 'WIRELESS', startDate, endDate, page: 1, limit: 500 },
  },
  result: {
    data: {
      machine: {
        __typename: 'Machine',
        id: 'm1',
        usage: {
          __typename: 'MachineUsage',
          total: 2,
          from: 1,
          to: 2,
          rows: [night(1, '2026-05-04'), night(2, '2026-05-05')],
        },
      },
    },
  },
});
const open = (mocks: MockLink.MockedResponse[], path = '/machines/3', language?: Language) =>
  renderApp(<MachineNightsCard machine={{ id: 'm1', serial: 'A3900012345' }} />, {
    mocks,
    path,
    route: '/machines/:id',
    language,
  });
const newDates = async () =>
  within(await screen.findByRole('region', { name: 'Rows to change' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]!.textContent);

test('each proposal says what would move and why, and links to the utility', async () => {
  await open([usage([proposal(), proposal({ from: '2026-05-20', to: '2026-05-20', days: 1, nights: 1 })])]);
  const [first, second] = await screen.findAllByRole('note');
  expect(first).toHaveTextContent('Dates to correct: the clock of device A3900012345 changed');
  expect(first).toHaveTextContent('between 05/01/2026 13:00:00 and 05/08/2026 13:00:00');
  expect(first).toHaveTextContent('3 nights, Wireless, 05/04/2026 to 05/06/2026. Proposed: 3 days earlier.');
  expect(second).toHaveTextContent('1 night, Wireless, 05/20/2026 to 05/20/2026. Proposed: 1 day later.');
  expect(within(first!).getByRole('link', { name: 'Check the proposed dates' })).toHaveAttribute(
    'href',
    '/machines/3?dates=change&source=wireless&from=2026-05-04&to=2026-05-06&days=-3',
  );
});

test('a viewer who may not change dates sees no proposal, and an address does not open the utility', async () => {
  await open([usage([proposal()], false)], ADDRESS);
  await screen.findByText('0 nights carry a corrected date.');
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the address opens the utility with the nights found and shifted, and closing it asks nothing and leaves the rest of the address', async () => {
  const { user, router } = await open([usage([proposal()]), rows('2026-05-04', '2026-05-05')], ADDRESS);
  expect(await newDates()).toEqual(['05/01/2026', '05/02/2026']);
  expect(screen.getByRole('combobox', { name: /^Source/ })).toHaveDisplayValue('Wireless');
  expect(screen.getByLabelText('Start date')).toHaveValue('05/04/2026');
  expect(screen.getByRole('textbox', { name: /^Number of days/ })).toHaveValue('-3');
  expect(screen.getByText(/are filled in as proposed, and nothing is saved/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toBe('?device=2'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('after a save the list below shows the new dates at once, and the audit log has them when it is opened', async () => {
  const input = {
    machineId: 'm1',
    source: 'WIRELESS',
    changes: [
      { id: '1', newDate: '2026-05-01', version: '2026-05-04' },
      { id: '2', newDate: '2026-05-02', version: '2026-05-05' },
    ],
  };
  const moves = input.changes.map(({ id, newDate, version }) => ({
    __typename: 'UsageDateMove',
    nightId: id,
    oldDate: version,
    newDate,
  }));
  const line = {
    __typename: 'UsageDateChange',
    databaseId: '1',
    email: 'ep.admin@demo.airlog.test',
    source: 'WIRELESS',
    oldDate: '2026-05-04',
    newDate: '2026-05-01',
    createdAt: '2026-05-09T12:00:00.000Z',
  };
  const log = { __typename: 'UsageDateChanges', total: 1, from: 1, to: 1, rows: [line] };
  const { user } = await open(
    [
      usage([proposal()], true, [night(1, '2026-05-04')]),
      rows('2026-05-04', '2026-05-05'),
      {
        request: { query: CheckChangeUsageDatesDocument, variables: { input } },
        result: {
          data: {
            checkChangeUsageDates: { __typename: 'ChangeUsageDatesCheck', moves, patients: [], userErrors: [] },
          },
        },
      },
      {
        request: { query: ChangeUsageDatesDocument, variables: { input } },
        result: {
          data: {
            changeUsageDates: {
              __typename: 'ChangeUsageDatesPayload',
              result: 'The dates were saved.',
              userErrors: [],
            },
          },
        },
      },
      usage([], true, [{ ...night(1, '2026-05-01'), recordedDate: '2026-05-04', corrected: true }]),
      rows('2026-05-04', '2026-05-05'),
      {
        request: { query: UsageDateLogDocument, variables: { id: 'm1', page: 1 } },
        result: { data: { machine: { __typename: 'Machine', id: 'm1', usageDateChanges: log } } },
      },
    ],
    ADDRESS,
  );
  await newDates();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Save these dates' }));
  // The dialog is still open: what is below it is hidden from the roles.
  expect(await screen.findByText('Recorded 05/04/2026')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Date Change Audit Log' }));
  const dialog = await screen.findByRole('dialog', { name: /^Date Change Audit Log/ });
  expect(await within(dialog).findByRole('cell', { name: '05/01/2026' })).toBeInTheDocument();
});

test('a change of what was filled in is unsaved work: closing asks', async () => {
  const { user } = await open([usage([]), rows('2026-05-04', '2026-05-05')], ADDRESS);
  await newDates();
  await user.click(screen.getByRole('button', { name: /^Edit 05\/04\/2026/ }));
  await user.keyboard('2{Enter}');
  expect(screen.queryByText(/are filled in as proposed/)).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
});

test('values of the address that are not valid are named, and the others are used', async () => {
  await open(
    [usage([]), rows(null, null)],
    '/machines/3?dates=change&source=wireless&from=2026-13-01&to=2026-05-05&days=x',
  );
  expect(await newDates()).toEqual(['', '']);
  expect(
    screen.getByText('Parts of this address are not valid and were ignored: start date, end date, number of days.'),
  ).toBeInTheDocument();
});

test('the Spanish interface translates a proposal', async () => {
  await open([usage([proposal()])], undefined, 'es');
  expect(await screen.findByRole('note')).toHaveTextContent(
    '3 noches, Inalámbrica, del 05/04/2026 al 05/06/2026. Propuesta: 3 días antes.',
  );
});
