import type { MockLink } from '@apollo/client/testing';
import { expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { expectConsoleError } from '../../testing/setup.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { ConnectionHistory } from './ConnectionHistory.tsx';
import { ConnectionHistoryDocument, type ConnectionHistoryQuery } from './gql/ConnectionHistoryTable.ts';
import { NetworkStatusDocument } from './gql/NetworkStatus.ts';

type Node = Extract<NonNullable<ConnectionHistoryQuery['node']>, { __typename: 'DeviceHistory' }>;
type Session = Node['connectionHistory']['rows'][number];
type Problem = 'SLOW' | 'BROKEN' | 'ABSENT' | 'BUSY';

const session = (day: number, change: Partial<Session> = {}): Session => ({
  __typename: 'ConnectionRecord',
  startTime: `2026-05-${String(day).padStart(2, '0')}T18:00:00.000Z`,
  endTime: `2026-05-${String(day).padStart(2, '0')}T18:02:30.000Z`,
  minutes: 2.5,
  exitFlag: 'ok',
  connectionType: 'WIRELESS',
  ...change,
});

const pageOf = (page: number, rows: Session[], total = rows.length): MockLink.MockedResponse => ({
  request: { query: ConnectionHistoryDocument, variables: { id: 'h1', page, limit: 10 } },
  result: {
    data: {
      node: {
        __typename: 'DeviceHistory',
        id: 'h1',
        connectionHistory: {
          __typename: 'ConnectionHistory',
          total,
          from: rows.length ? (page - 1) * 10 + 1 : null,
          to: rows.length ? (page - 1) * 10 + rows.length : null,
          rows,
        },
      },
    },
  },
});

const carrier = (
  problem: Problem | null,
  start: string | null = null,
  stop: string | null = null,
): MockLink.MockedResponse => ({
  request: { query: NetworkStatusDocument, variables: { id: 'h1' } },
  result: {
    data: {
      node: {
        __typename: 'DeviceHistory',
        id: 'h1',
        module: {
          __typename: 'Module',
          networkStatus: {
            __typename: 'NetworkStatus',
            iccid: '8901',
            lastStartTime: start,
            lastStopTime: stop,
            problem,
          },
        },
      },
    },
  },
});

const show = (
  mocks: MockLink.MockedResponse[],
  options: { path?: string; language?: Language; hasModule?: boolean } = {},
) =>
  renderApp(<ConnectionHistory of="h1" name="7" hasModule={options.hasModule ?? true} />, {
    mocks,
    path: options.path ?? '/?connections=7',
    language: options.language,
  });

const rows = async () => {
  await screen.findByRole('columnheader', { name: /Start Date|Fecha de inicio/ });
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
};

test('the history loads when its button is pressed, has its own address, and closes again', async () => {
  const { user, router } = await show([carrier(null), pageOf(1, [session(1)])], { path: '/' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Connection History' }));
  expect(await screen.findByRole('dialog', { name: 'Connection History' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?connections=7');
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(router.state.location.search).toBe('');
});

test("columns are Start Date, End Date, Connection Time, Status and Connection Type; times are in the organization's zone and carry it", async () => {
  await show([
    carrier(null),
    pageOf(1, [session(1), session(2, { endTime: null, minutes: null, exitFlag: null, connectionType: 'UNKNOWN' })]),
  ]);
  expect(await rows()).toEqual([
    ['05/01/2026 14:00:00 EDT', '05/01/2026 14:02:30 EDT', '2.5 min', 'ok', 'Wireless'],
    ['05/02/2026 14:00:00 EDT', '–', '–', '–', 'Unknown'],
  ]);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Start Date',
    'End Date',
    'Connection Time',
    'Status',
    'Connection Type',
  ]);
});

test.each<Language>(['en', 'es'])(
  'on the night the clocks go back, sessions of the repeated hour are distinguishable in %s',
  async (language) => {
    await show(
      [
        carrier(null, '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'),
        pageOf(1, [
          session(1, { startTime: '2026-11-01T06:30:00.000Z', endTime: '2026-11-01T06:32:30.000Z' }),
          session(1, { startTime: '2026-11-01T05:30:00.000Z', endTime: '2026-11-01T05:32:30.000Z' }),
        ]),
      ],
      { language },
    );
    expect((await rows()).map((cells) => cells.slice(0, 2))).toEqual([
      ['11/01/2026 01:30:00 EST', '11/01/2026 01:32:30 EST'],
      ['11/01/2026 01:30:00 EDT', '11/01/2026 01:32:30 EDT'],
    ]);
    const status = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
    expect(status).toEqual(['11/01/2026 01:30:00 EDT', '11/01/2026 01:30:00 EST']);
  },
);

test("'Showing x to y' is below, and the pager only beyond the page size", async () => {
  await show([
    carrier(null),
    pageOf(
      1,
      Array.from({ length: 10 }, (_, day) => session(day + 1)),
    ),
  ]);
  expect(await screen.findByText('Showing 1 to 10')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
});

test('a page that is open is read again when the device connects, and stays the page', async () => {
  const many = Array.from({ length: 10 }, (_, index) => session(20 - index));
  const { user, quiet } = await show([
    carrier(null),
    pageOf(1, many, 11),
    pageOf(2, [session(10)], 11),
    pageOf(2, [session(11), session(10)], 12),
  ]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('05/10/2026 14:00:00 EDT')).toBeInTheDocument();
  act(() => announceDeviceChange());
  await quiet();
  expect((await rows()).map(([start]) => start)).toEqual(['05/11/2026 14:00:00 EDT', '05/10/2026 14:00:00 EDT']);
});

test('Next and Prev change the page number', async () => {
  const first = Array.from({ length: 10 }, (_, day) => session(day + 1));
  const { user } = await show([
    carrier(null),
    pageOf(1, first, 11),
    pageOf(2, [session(20)], 11),
    pageOf(1, first, 11),
  ]);
  expect(await screen.findByRole('button', { name: 'Prev' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Showing 11 to 11')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Prev' }));
  expect(await screen.findByText('Showing 1 to 10')).toBeInTheDocument();
});

test('the network status shows the last session, and Refresh queries the carrier again', async () => {
  const logged = expectConsoleError(/^The network status was not loaded: SLOW$/);
  const { user } = await show([
    carrier('SLOW'),
    carrier(null, '2026-05-01T18:00:00Z', '2026-05-01T18:02:30Z'),
    pageOf(1, [session(1)]),
  ]);
  expect(await screen.findByText('The carrier did not answer in time. Try again later.')).toBeInTheDocument();
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Last session start')).toBeInTheDocument();
  expect(screen.getAllByText('05/01/2026 14:00:00 EDT')).toHaveLength(2);
  expect(logged()).toBe(1);
});

test.each<[Problem, string]>([
  ['BROKEN', 'The carrier sent an invalid answer. Try again later.'],
  ['ABSENT', 'The carrier does not know this SIM. Check its ICCID.'],
  ['BUSY', 'The carrier received too many requests. Try again in a moment.'],
])('a carrier that is %s is logged and causes a message, and the sessions are still shown', async (problem, text) => {
  const logged = expectConsoleError(new RegExp(`^The network status was not loaded: ${problem}$`));
  await show([carrier(problem), pageOf(1, [session(1)])]);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(await rows()).toHaveLength(1);
  expect(logged()).toBe(1);
});

test('a device without a module sends no query to the carrier', async () => {
  await show([pageOf(1, [session(1, { connectionType: 'PC' })])], { hasModule: false });
  expect((await rows())[0]?.at(-1)).toBe('Pc');
  expect(screen.queryByText('Cellular network status')).not.toBeInTheDocument();
});

test('an empty history and a failure say so, the failure is logged, and Retry loads it again', async () => {
  const logged = expectConsoleError(/^The connection history was not loaded: /);
  const failed: MockLink.MockedResponse = {
    request: { query: ConnectionHistoryDocument, variables: { id: 'h1', page: 1, limit: 10 } },
    error: new Unreachable(),
  };
  const { user } = await show([carrier(null), failed, pageOf(1, [])]);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No connections found for this device.')).toBeInTheDocument();
  expect(logged()).toBe(1);
});

test('the Spanish interface translates the dialog', async () => {
  expectConsoleError(/^The network status was not loaded: SLOW$/);
  await show([carrier('SLOW'), pageOf(1, [session(1, { connectionType: 'UNKNOWN' })])], { language: 'es' });
  expect(await screen.findByRole('dialog', { name: 'Historial de conexiones' })).toBeInTheDocument();
  expect((await rows())[0]?.at(-1)).toBe('Desconocida');
  expect(await screen.findByText('Mostrando 1 a 1')).toBeInTheDocument();
  expect(await screen.findByText('El operador no respondió a tiempo. Inténtelo más tarde.')).toBeInTheDocument();
});
