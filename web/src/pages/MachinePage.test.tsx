import type { MockLink } from '@apollo/client/testing';
import type { Unmasked } from '@apollo/client/masking';
import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ICodeReportsDocument } from '../features/icode-reports/gql/useICodeReportPicker.ts';
import { reportsData } from '../features/icode-reports/iCodeFixtures.ts';
import { formatCreated } from '../features/machines/machineDates.ts';
import { MachineUsageDocument } from '../features/usage-dates/gql/usageOperations.ts';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { MachinePageDocument, type MachinePageQuery } from './gql/MachinePage.ts';
import { MachinePage } from './MachinePage.tsx';
import { aDeviceOnPage, devicesChanged, quietSettings, type DeviceOnPage } from './pageFixtures.ts';

type Machine = NonNullable<Unmasked<MachinePageQuery>['machine']>;

const history = (databaseId: number, patientName: string, change: Partial<DeviceOnPage>) =>
  aDeviceOnPage({ databaseId, patientName, ...change });

const machine: Machine = {
  __typename: 'Machine',
  id: 'm3',
  databaseId: 3,
  serial: 'A3900010001',
  model: 'Luna G3',
  module: null,
  image: '/images/devices/luna-g3.svg',
  hasPin: true,
  viewerCanShowPin: true,
  createdAt: '2026-03-09T02:30:00Z',
  provider: { __typename: 'Organization', id: 'o1', name: 'Northside Respiratory' },
  history: [
    history(2, 'Larsen, Abigail', { startDate: '2026-05-01', endDate: null }),
    history(1, 'Ramírez, Sofía', { startDate: '2026-01-01', endDate: '2026-04-30' }),
  ],
};

/** A machine without nights. */
const noUsage: MockLink.MockedResponse = {
  request: { query: MachineUsageDocument, variables: { id: 'm3', page: 1, limit: 10 } },
  result: {
    data: {
      machine: {
        __typename: 'Machine',
        id: 'm3',
        correctedNights: 0,
        databaseId: 3,
        serial: 'A3900010001',
        viewerCanChangeUsageDates: false,
        dateProposals: [],
        usage: { __typename: 'MachineUsage', total: 0, from: null, to: null, rows: [] },
      },
    },
  },
  maxUsageCount: Number.POSITIVE_INFINITY,
};

const quietDevices = [devicesChanged('p2'), devicesChanged('p1')];

const open = (answer: Machine | null, language?: Language, more: MockLink.MockedResponse[] = []) => {
  const mock: MockLink.MockedResponse = {
    request: { query: MachinePageDocument, variables: { id: '3' } },
    result: { data: { machine: answer } },
  };
  return renderApp(<MachinePage />, {
    mocks: [mock, noUsage, quietSettings, ...quietDevices, ...more],
    route: '/machines/:id',
    path: '/machines/3',
    language,
  });
};

const facts = () =>
  screen
    .getAllByRole('term')
    .slice(0, 4)
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

test('the card shows Serial, the PIN as dots, Created as YYYY/MM/D, and the provider', async () => {
  await open(machine);
  expect(await screen.findByRole('heading', { level: 1, name: 'A3900010001' })).toBeInTheDocument();
  expect(facts()).toEqual(['Serial A3900010001', 'PIN ••••', 'Created 2026/03/8', 'Provider Northside Respiratory']);
});

test.each([
  { hasPin: true, shown: 'PIN On file' },
  { hasPin: false, shown: 'PIN Not on file' },
])('a PIN that the viewer may not read: $shown', async ({ hasPin, shown }) => {
  await open({ ...machine, hasPin, viewerCanShowPin: false });
  await screen.findByRole('heading', { level: 1 });
  expect(facts()[1]).toBe(shown);
});

test('the history shows each patient with start and end date as YYYY-MM-DD', async () => {
  await open(machine);
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Larsen, Abigail', '2026-05-01', 'present'],
    ['Ramírez, Sofía', '2026-01-01', '2026-04-30'],
  ]);
  expect(within(rows[0]!).getByRole('link', { name: 'Larsen, Abigail' })).toHaveAttribute('href', '/patients/20');
});

test('the selector shows patient names, and the panels follow the selection', async () => {
  const { user, router } = await open(machine);
  expect(await screen.findByRole('radio', { name: 'Larsen, Abigail' })).toBeChecked();
  expect(screen.getByText('No settings have been received from this device yet.')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Ramírez, Sofía' }));
  expect(await screen.findByText('No settings found for this device.')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?device=1');
});

test('a machine without a history, and one that does not exist', async () => {
  const { unmount } = await open({ ...machine, history: [] });
  expect(await screen.findAllByText('This device has not been assigned to a patient.')).toHaveLength(2);
  unmount();
  await open(null);
  expect(await screen.findByText('This was not found. Go back, or search for it.')).toBeInTheDocument();
});

test('the Spanish interface translates the page', async () => {
  await open(machine, 'es');
  await screen.findByRole('heading', { level: 1 });
  expect(facts()).toEqual([
    'Número de serie A3900010001',
    'PIN ••••',
    'Creado 2026/03/8',
    'Proveedor Northside Respiratory',
  ]);
  expect(screen.getByRole('region', { name: 'Historial' })).toHaveTextContent('hasta hoy');
});

test.each([
  { created: '2026-12-25T12:00:00Z', shown: '2026/12/25' },
  { created: '2026-03-09T02:30:00Z', shown: '2026/03/8' },
  { created: 'nonsense', shown: '' },
])('$created is shown as "$shown"', ({ created, shown }) => {
  expect(formatCreated(created, 'America/New_York')).toBe(shown);
});

describe.each(['/org-device/:serial/:guid', '/devices/:serial/:guid'])('%s', (route) => {
  const guid = '0b4f0b9e-3d6f-4f57-9d2b-5a7a3a0c1d2e';
  const mock: MockLink.MockedResponse = {
    request: { query: MachinePageDocument, variables: { id: guid } },
    result: { data: { machine } },
  };
  const at = (serial: string) =>
    renderApp(<MachinePage />, {
      mocks: [mock, noUsage, quietSettings, ...quietDevices],
      route,
      path: route.replace(':serial', serial).replace(':guid', guid),
    });

  test('is the full page of the device that its guid names', async () => {
    await at(machine.serial);
    expect(await screen.findByRole('heading', { level: 1, name: 'A3900010001' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Device' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Larsen, Abigail' })).toBeChecked();
  });

  test('with the serial of another device is not found', async () => {
    await at('A3900010002');
    expect(await screen.findByText('This was not found. Go back, or search for it.')).toBeInTheDocument();
    expect(screen.queryByText('Larsen, Abigail')).not.toBeInTheDocument();
  });
});

test('a change in another tab appears without a reload', async () => {
  const ended: Machine = {
    ...machine,
    history: [history(2, 'Larsen, Abigail', { startDate: '2026-05-01', endDate: '2026-06-01' })],
  };
  const request = { query: MachinePageDocument, variables: { id: '3' } };
  const mocks = [machine, ended].map((answer) => ({ request, result: { data: { machine: answer } } }));
  await renderApp(<MachinePage />, {
    mocks: [...mocks, noUsage, quietSettings, devicesChanged('p2', 50)],
    route: '/machines/:id',
    path: '/machines/3',
  });
  expect(await screen.findByText('05/01/2026 to 06/01/2026')).toBeInTheDocument();
});

test("iCode Reports in the menu of a card shows those of the card's patient", async () => {
  const reports = jest.fn((_variables: Record<string, unknown>) => reportsData([], 'p1'));
  const { user, router } = await open(machine, undefined, [
    { request: { query: ICodeReportsDocument, variables: () => true }, maxUsageCount: Infinity, result: reports },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Menu of device A3900010001, Ramírez, Sofía' }));
  await user.click(await screen.findByRole('menuitem', { name: 'iCode Reports' }));
  expect(await screen.findByRole('dialog', { name: 'iCode Reports - A3900010001' })).toBeInTheDocument();
  // The dialog is there before what is in it is loaded.
  const where = { serial: { equal: 'A3900010001' }, patientId: { equal: 10 } };
  await waitFor(() => expect(reports).toHaveBeenCalledWith(expect.objectContaining({ where, patient: 'p1' })));
  expect(router.state.location.search).toBe('?device=1&icode=A3900010001');
});
