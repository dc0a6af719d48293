import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { DateLogDialog } from './DateLogDialog.tsx';
import { UsageDateLogDocument, type UsageDateLogQuery } from './gql/usageOperations.ts';

type Line = NonNullable<UsageDateLogQuery['machine']>['usageDateChanges']['rows'][number];

const line = (id: number, change: Partial<Line> = {}): Line => ({
  __typename: 'UsageDateChange',
  databaseId: String(id),
  email: 'ep.admin@demo.airlog.test',
  source: 'WIRELESS',
  oldDate: '2026-03-02',
  newDate: '2026-04-02',
  createdAt: '2026-05-01T12:00:00.000Z',
  ...change,
});

const answer = (rows: Line[], page = 1, total = rows.length): MockLink.MockedResponse => ({
  request: { query: UsageDateLogDocument, variables: { id: 'm1', page } },
  result: {
    data: {
      machine: {
        __typename: 'Machine',
        id: 'm1',
        usageDateChanges: {
          __typename: 'UsageDateChanges',
          total,
          from: total === 0 ? null : (page - 1) * 25 + 1,
          to: total === 0 ? null : (page - 1) * 25 + rows.length,
          rows,
        },
      },
    },
  },
});

const open = async (mocks: MockLink.MockedResponse[], language?: Language) => {
  const onClose = jest.fn();
  const view = await renderApp(<DateLogDialog machine={{ id: 'm1', serial: 'A3900012345' }} onClose={onClose} />, {
    mocks,
    language,
  });
  return { ...view, onClose };
};

test('a line names the user, the source, both dates and the time, in the order of the server', async () => {
  const undo = line(2, { source: 'QR', oldDate: '2026-04-02', newDate: '2026-03-02', email: 'other@demo.airlog.test' });
  await open([answer([undo, line(1)])]);
  const log = await screen.findByRole('region', { name: 'Date Change Audit Log' });
  const cells = within(log)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['Old date', 'New date', 'Source', 'Created By', 'Created at'],
    ['04/02/2026', '03/02/2026', 'QR+', 'other@demo.airlog.test', '05/01/2026 08:00:00'],
    ['03/02/2026', '04/02/2026', 'Wireless', 'ep.admin@demo.airlog.test', '05/01/2026 08:00:00'],
  ]);
  expect(screen.getByText('Showing 1 to 2 of 2')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('25 lines are a page', async () => {
  const lines = Array.from({ length: 25 }, (_, n) => line(40 - n));
  const last = line(3, { email: 'oldest@demo.airlog.test' });
  const { user } = await open([answer(lines, 1, 26), answer([last], 2, 26)]);
  expect(await screen.findByText('Showing 1 to 25 of 26')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('cell', { name: 'oldest@demo.airlog.test' })).toBeInTheDocument();
  expect(screen.getByText('Showing 26 to 26 of 26')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test('a device whose dates were never changed says so', async () => {
  await open([answer([])]);
  expect(await screen.findByText('No data to show')).toBeInTheDocument();
});

test('a log that cannot be loaded is logged and shown with Retry', async () => {
  const logged = expectConsoleError(/^The date change audit log was not loaded: /);
  const failed = { request: answer([]).request, error: new Unreachable() };
  const { user } = await open([failed, answer([line(1)])]);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('cell', { name: 'ep.admin@demo.airlog.test' })).toBeInTheDocument();
  expect(logged()).toBe(1);
});

test('it closes by its button', async () => {
  const { user, onClose } = await open([answer([line(1)])]);
  await screen.findByRole('cell', { name: 'ep.admin@demo.airlog.test' });
  const [close] = screen.getAllByRole('button', { name: 'Close' }).slice(-1);
  await user.click(close!);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('in Spanish', async () => {
  await open([answer([line(1)])], 'es');
  expect(
    await screen.findByRole('dialog', { name: 'Registro de cambios de fecha de A3900012345' }),
  ).toBeInTheDocument();
  expect(await screen.findByRole('columnheader', { name: 'Fecha anterior' })).toBeInTheDocument();
  expect(screen.getByText('Mostrando 1 a 1 de 1')).toBeInTheDocument();
});
