import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { DevicesPageDocument } from '../features/device-index/gql/deviceList.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { DevicesPage } from './DevicesPage.tsx';

const variables = {
  first: 50,
  page: 1,
  search: null,
  orderBy: { field: 'START_DATE', direction: 'DESC' },
  where: null,
};
const device = {
  __typename: 'DeviceHistory',
  id: 'RDox',
  databaseId: 7,
  serial: 'A3900012345',
  serialPath: '/org-device/A3900012345/guid',
  model: 'Luna G3',
  patientName: 'Abbott, Ada',
  startDate: '2026-01-10',
  endDate: null,
  settingsState: 'PENDING',
  patient: { __typename: 'Patient', id: 'UDox', databaseId: 17 },
  lastConnection: { __typename: 'ConnectionRecord', startTime: '2026-03-08T06:30:00Z' },
};
const past = {
  ...device,
  id: 'RDoy',
  databaseId: 8,
  serialPath: null,
  endDate: '2026-02-01',
  settingsState: 'NONE',
  lastConnection: null,
};
const answer = (change: object, rows: object[]) => ({
  request: { query: DevicesPageDocument, variables: { ...variables, ...change } },
  result: {
    data: {
      devices: {
        __typename: 'DeviceHistoryConnection',
        edges: rows.map((node) => ({ __typename: 'DeviceHistoryEdge', node })),
        totalCount: rows.length,
        unfilteredCount: 2,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const cells = (row: number) =>
  within(screen.getAllByRole('row')[row]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('the index lists active and past devices, newest first: serial, model, patient, start, end, last connection, settings', async () => {
  await renderApp(<DevicesPage />, { mocks: [answer({}, [device, past])] });
  expect(await screen.findByRole('link', { name: 'A3900012345' })).toHaveAttribute(
    'href',
    '/org-device/A3900012345/guid',
  );
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Serial',
    'Model',
    'Patient',
    'Start date',
    'End date',
    'Last connection',
    'Settings',
  ]);
  expect(cells(1)).toEqual([
    'A3900012345',
    'Luna G3',
    'Abbott, Ada',
    '01/10/2026',
    'present',
    '03/08/2026 01:30:00 EST',
    'Pending Delivery',
  ]);
  expect(cells(2)).toEqual(['A3900012345', 'Luna G3', 'Abbott, Ada', '01/10/2026', '02/01/2026', '', '']);
  expect(screen.getAllByRole('link', { name: 'Abbott, Ada' })[0]).toHaveAttribute('href', '/patients/17?device=7');
});

test('a link to failed settings opens the index with that filter', async () => {
  const where = { settingsState: { equal: 'FAILED' } };
  await renderApp(<DevicesPage />, {
    path: '/?f[settings_state]=equal:failed',
    mocks: [answer({ where }, [past])],
  });
  expect(await screen.findByText('Showing 1 to 1 of 1 entries (filtered from 2 total)')).toBeInTheDocument();
  expect(screen.getByText('Settings is Failed Delivery')).toBeInTheDocument();
});

test('viewers whose serial links would open nothing see that they may not see the index', async () => {
  await renderApp(<DevicesPage />, { viewer: { ...testViewer, viewerCanListDevices: false } });
  expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('viewers who may not read patients get no column and no filter that would reveal who has a device', async () => {
  const { user } = await renderApp(<DevicesPage />, {
    viewer: { ...testViewer, viewerCanReadPatients: false },
    mocks: [answer({}, [device])],
  });
  await screen.findByRole('link', { name: 'A3900012345' });
  expect(screen.queryByRole('columnheader', { name: 'Patient' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const fields = within(await screen.findByRole('combobox', { name: 'Field' }))
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(fields).toEqual(
    ['Serial', 'ID', 'Model', 'Start date', 'End date', 'Last connection', 'Settings'].sort(
      (a, b) => fields.indexOf(a) - fields.indexOf(b),
    ),
  );
  expect(fields).toHaveLength(7);
});
