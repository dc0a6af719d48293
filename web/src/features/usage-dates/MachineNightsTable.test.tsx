import type { MockLink } from '@apollo/client/testing';
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { NightSource } from '../../gql/schema.ts';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { MachineUsageDocument, UndoUsageDatesDocument, UsageDateLogDocument } from './gql/usageOperations.ts';
import { MachineNightsCard } from './MachineNightsCard.tsx';
import { aUsageRow as row } from './usageDateFixtures.ts';
import type { UsageRow } from './usageOperations.ts';

const answer = (
  rows: UsageRow[],
  { may = true, corrected = 0, page = 1, total = rows.length } = {},
): MockLink.MockedResponse => ({
  request: { query: MachineUsageDocument, variables: { id: 'm1', page, limit: 10 } },
  result: {
    data: {
      machine: {
        __typename: 'Machine',
        id: 'm1',
        databaseId: 3,
        serial: 'A3900012345',
        correctedNights: corrected,
        viewerCanChangeUsageDates: may,
        dateProposals: [],
        usage: {
          __typename: 'MachineUsage',
          total,
          from: total === 0 ? null : (page - 1) * 10 + 1,
          to: total === 0 ? null : (page - 1) * 10 + rows.length,
          rows,
        },
      },
    },
  },
});

const undone = (id: string, refusal?: string, source: NightSource = 'WIRELESS'): MockLink.MockedResponse => ({
  request: { query: UndoUsageDatesDocument, variables: { input: { machineId: 'm1', source, nightIds: [id] } } },
  result: {
    data: {
      undoUsageDates: {
        __typename: 'UndoUsageDatesPayload',
        result: refusal ? null : 'The usage dates were saved.',
        userErrors: refusal
          ? [{ __typename: 'UserError', field: 'changes', code: 'usage_date.taken', message: refusal }]
          : [],
      },
    },
  },
});

const show = (mocks: MockLink.MockedResponse[], language?: Language) =>
  renderApp(<MachineNightsCard machine={{ id: 'm1', serial: 'A3900012345' }} />, { mocks, language });
const rows = async () =>
  within(await screen.findByRole('region', { name: 'Machine usage' }))
    .getAllByRole('row')
    .slice(1)
    .map((each) =>
      within(each)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
const corrected = row(7, '2026-04-02', { corrected: true, recordedDate: '2026-03-02' });

test('each night has its date, source, use and arrival, and a corrected one the date that was recorded', async () => {
  await show([answer([corrected, row(8, '2026-04-01', { source: 'SD', minutes: 0 })], { corrected: 1 })]);
  expect(await rows()).toEqual([
    ['04/02/2026', 'Recorded 03/02/2026Undo', 'Wireless', '5:00', '05/01/2026 08:00:00'],
    ['04/01/2026', '', 'SD card', '0:00', '05/01/2026 08:00:00'],
  ]);
  expect(screen.getByText('1 night carries a corrected date.')).toBeInTheDocument();
});

test('a viewer who may not change dates has no utility and no Undo, but the audit log', async () => {
  await show([answer([corrected], { may: false, corrected: 1 })]);
  expect(await rows()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Date Change Utility' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Date Change Audit Log' })).toBeEnabled();
});

test('the corrected nights of a card have Undo too', async () => {
  await show([answer([{ ...corrected, source: 'SD' }], { corrected: 1 })]);
  expect(await rows()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
});

test('Undo asks first, and then the night is back on the recorded date', async () => {
  const { user } = await show([
    answer([corrected], { corrected: 1 }),
    undone('7'),
    answer([row(7, '2026-03-02')], { corrected: 0 }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const question = await screen.findByRole('alertdialog', { name: 'Undo this correction?' });
  expect(question).toHaveTextContent(
    'The night moves from 04/02/2026 back to 03/02/2026, as the device recorded it. The audit log keeps both changes.',
  );
  await user.click(within(question).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The usage dates were saved.')).toBeInTheDocument();
  expect(await screen.findByText('0 nights carry a corrected date.')).toBeInTheDocument();
  expect((await rows())[0]![0]).toBe('03/02/2026');
});

test('a question that is canceled sends nothing', async () => {
  const { user } = await show([answer([corrected], { corrected: 1 })]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect((await rows())[0]![0]).toBe('04/02/2026');
  expect(screen.queryByText('Date was not changed')).not.toBeInTheDocument();
});

test("an Undo that is refused says 'Date was not changed' with the reason", async () => {
  const qr = { ...corrected, source: 'QR' as const };
  const { user } = await show([
    answer([qr], { corrected: 1 }),
    undone('7', '3 nights would have the date 03/02/2026.', 'QR'),
    answer([qr], { corrected: 1 }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Date was not changed')).toBeInTheDocument();
  expect(screen.getByText('3 nights would have the date 03/02/2026.')).toBeInTheDocument();
  expect((await rows())[0]![0]).toBe('04/02/2026');
});

test('an Undo that does not reach the server says the same, and can be tried again', async () => {
  const failed = { request: undone('7').request, error: new Unreachable() };
  const { user } = await show([answer([corrected], { corrected: 1 }), failed]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Date was not changed')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeEnabled();
});

test('ten nights are a page, and Next reads the next ones', async () => {
  const first = Array.from({ length: 10 }, (_, n) => row(n + 1, `2026-04-${20 - n}`));
  const { user } = await show([answer(first, { total: 11 }), answer([row(11, '2026-04-10')], { page: 2, total: 11 })]);
  expect(await rows()).toHaveLength(10);
  expect(screen.getByRole('button', { name: 'Prev' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('cell', { name: '04/10/2026' })).toBeInTheDocument();
  expect(await rows()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test('a device without nights says so, and has no pages', async () => {
  await show([answer([])]);
  expect(await screen.findByText('No data to show')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('nights that cannot be loaded are logged and shown with Retry', async () => {
  const logged = expectConsoleError(/^The usage of the machine was not loaded: /);
  const failed = { request: answer([]).request, error: new Unreachable() };
  const { user } = await show([failed, answer([row(1, '2026-04-01')])]);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('cell', { name: '04/01/2026' })).toBeInTheDocument();
  expect(logged()).toBe(1);
});

test('the utility and the audit log open, and name the device', async () => {
  const { user } = await show([
    answer([corrected], { corrected: 1 }),
    {
      request: { query: UsageDateLogDocument, variables: { id: 'm1', page: 1 } },
      result: {
        data: {
          machine: {
            __typename: 'Machine',
            id: 'm1',
            usageDateChanges: { __typename: 'UsageDateChanges', total: 0, from: null, to: null, rows: [] },
          },
        },
      },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Date Change Utility' }));
  const utility = await screen.findByRole('dialog', { name: 'Date Change Utility of A3900012345' });
  await user.click(within(utility).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Date Change Audit Log' }));
  expect(await screen.findByRole('dialog', { name: 'Date Change Audit Log of A3900012345' })).toBeInTheDocument();
});

test.each([
  [1, '1 noche tiene una fecha corregida.'],
  [2, '2 noches tienen una fecha corregida.'],
])('in Spanish %i is counted with its own word', async (count, text) => {
  await show([answer([corrected], { corrected: count })], 'es');
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByText('Registrada el 03/02/2026')).toBeInTheDocument();
});
