import type { MockLink } from '@apollo/client/testing';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ICodePrintTable_reportFragment } from '../features/icode-reports/gql/ICodePrintTable.ts';
import { aReport, connectionOfReports } from '../features/icode-reports/iCodeFixtures.ts';
import type { ICodeContradiction } from '../features/icode-reports/ContradictionNotice.tsx';
import type { Language } from '../lib/language.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { ICodePrintPageDocument } from './gql/ICodePrintPage.ts';
import { ICodePrintPage } from './ICodePrintPage.tsx';

const serial = 'A3900012345';
const organization = { __typename: 'Organization' as const, id: 'o1', name: 'Northside Respiratory' };
const patient = {
  __typename: 'Patient' as const,
  id: 'p7',
  databaseId: 7,
  assignedId: 'NR-7',
  firstName: 'Maria',
  lastName: 'Alvarez',
  birthDate: '1961-03-08',
  therapyStart: '2026-01-05',
  provider: organization,
  devices: [{ __typename: 'DeviceHistory' as const, id: 'd1', serial, model: 'Luna G3' }],
  iCodeContradictions: [] as ICodeContradiction[],
};

const mock = (
  result: Partial<MockLink.MockedResponse>,
  ids = ['1', '2'],
  patientId: string | null = '7',
): MockLink.MockedResponse => ({
  request: {
    query: ICodePrintPageDocument,
    variables: {
      patient: patientId ?? '',
      hasPatient: patientId !== null,
      where: { serial: { equal: serial }, ...(patientId !== null && { patientId: { equal: Number(patientId) } }) },
      ids,
      first: 100,
    },
  },
  ...(result as object),
});
const data = (icodeReports: ICodePrintTable_reportFragment[], who: typeof patient | null = patient) => ({
  result: { data: { patient: who, icodeReports: connectionOfReports(icodeReports) } },
});

const open = (query: string, mocks: MockLink.MockedResponse[] = [], language?: Language) =>
  renderApp(<ICodePrintPage />, { path: `/reports/icode?${query}`, route: '/reports/icode', mocks, language });
const address = `patient_id=7&serial=${serial}&reports_ids[]=1&reports_ids[]=2`;

test('who read a code and how is below its date, as far as it was recorded', async () => {
  await open(address, [
    mock(data([aReport(1, { readBy: 'PATIENT', readHow: 'PHONE' }), aReport(2, { icodePeriod: 90 })])),
  ]);
  await screen.findByText('Alvarez, Maria');
  const [, ...rows] = screen.getAllByRole('row');
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]!.textContent)).toEqual([
    '05/01/2026Patient, by phone',
    '05/01/2026',
  ]);
});

test('patient, device and all figures are on the page, with author and time', async () => {
  await open(address, [
    mock(
      data([
        aReport(1),
        aReport(2, {
          icodePeriod: 90,
          periodStart: '2026-01-31',
          compliantDays: 71,
          ahi: 80,
          saturated: ['ahi'],
          pressure: null,
        }),
      ]),
    ),
  ]);
  expect(await screen.findByText('Alvarez, Maria')).toBeInTheDocument();
  expect(screen.getByText(`Serial number ${serial}`)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Device' })).toHaveTextContent('Luna G3');
  expect(screen.getByRole('region', { name: 'Patient' })).toHaveTextContent('03/08/1961');
  const cells = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  expect(cells[1]).toEqual([
    '05/01/2026',
    '04/01/2026 to 04/30/2026',
    '26 of 30',
    '30',
    '86.67',
    '86.67',
    '6:50',
    '8.5',
    '11.0',
    '3.4',
    '6.5',
    '2',
  ]);
  expect(cells[2]).toEqual([
    '05/01/2026',
    '01/31/2026 to 04/30/2026',
    '71 of 90',
    '90',
    '86.67',
    '86.67',
    '6:50',
    '–',
    '11.0',
    '80.0 or more',
    '6.5',
    '2',
  ]);
  expect(screen.getByRole('img', { name: '71 of 90 days compliant' })).toBeInTheDocument();
  expect(
    screen.getByText(
      /^Generated \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d E[SD]T \(America\/New_York\) by Dana Reyes, Northside Respiratory$/,
    ),
  ).toBeInTheDocument();
  expect(screen.getByText(/not a cleared medical device/)).toBeInTheDocument();
  expect(document.title).toBe(`iCode report · ${serial} · Alvarez, Maria`);
  expect(screen.queryByRole('region', { name: 'Equipment provider' })).not.toBeInTheDocument();
  expect(screen.queryByText('Debug data')).not.toBeInTheDocument();
});

test('without use, pressures, AHI, SNI and leak are dashes, which the legend explains', async () => {
  const unused = { compliantDays: 0, compliancePercent: 0, best30Percent: 0, minutes: 0 };
  const nothing = { pressure: null, p95: null, ahi: null, sni: null, leak: null };
  await open(address, [mock(data([aReport(1, { ...unused, ...nothing }), aReport(2)]))]);
  await screen.findByText('Alvarez, Maria');
  const cells = within(screen.getAllByRole('row')[1]!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells.slice(3)).toEqual(['30', '0.00', '0.00', '0:00', '–', '–', '–', '–', '–']);
  expect(screen.getByText(/A dash: the device recorded no use in the period/)).toBeInTheDocument();
});

test('best 30 of a period under 30 days is a dash, and pressures of a bilevel device are named IPAP', async () => {
  const week = { icodePeriod: 7, compliantDays: 5, compliancePercent: 71.43, best30Percent: null };
  await open(address, [
    mock(data([aReport(1, { ...week, pressureKind: 'IPAP' }), aReport(2, { pressureKind: 'IPAP' })])),
  ]);
  await screen.findByText('Alvarez, Maria');
  const rows = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell'));
  expect(rows.map((row) => row.map(({ textContent }) => textContent).slice(3, 6))).toEqual([
    [],
    ['7', '71.43', '–'],
    ['30', '86.67', '86.67'],
  ]);
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers.slice(3)).toEqual([
    'Period days',
    'Comp % % of days',
    'Best 30 % of 30 days',
    'Avg Use Time h:mm a day',
    'Avg Pres cmH₂O, IPAP',
    'Avg P95 cmH₂O, IPAP',
    'AHI events/h',
    'SNI snores/h',
    'High Leak % of time',
  ]);
  expect(screen.getByText(/or the period is shorter than 30 days \(Best 30\)\.$/)).toBeInTheDocument();
});

test('show_ep=1 adds the equipment provider, view=1 codec, version and raw code', async () => {
  await open(`${address}&show_ep=1&view=1`, [mock(data([aReport(1), aReport(2)]))]);
  expect(await screen.findByRole('region', { name: 'Equipment provider' })).toHaveTextContent('Northside Respiratory');
  const debug = within(screen.getByRole('region', { name: 'Debug data' }));
  expect(debug.getAllByText('0646 9104 1913 1299 4')).toHaveLength(2);
  expect(debug.getAllByText('ic1 v1')).toHaveLength(2);
});

test('codes that do not fit another one or the recorded nights are named above the figures, as far as they are printed', async () => {
  const second = { icodePeriod: 90, compliantDays: 20 };
  const of = (id: number, more: object = {}) => ({
    ...aReport(id, more),
    best30: null,
    __typename: 'ICodeReport' as const,
  });
  const nights = (id: number, least: number, most: number): ICodeContradiction => ({
    __typename: 'ICodeContradiction',
    kind: 'RECORDED_NIGHTS',
    allowed: { __typename: 'ICodeAllowedNights', least, most },
    reports: [of(id, id === 2 ? second : {})],
  });
  const pair: ICodeContradiction = {
    __typename: 'ICodeContradiction',
    kind: 'COMPLIANT_DAYS',
    allowed: null,
    reports: [of(1), of(2, second)],
  };
  const who = { ...patient, iCodeContradictions: [pair, nights(1, 10, 14), nights(2, 9, 9), nights(3, 1, 1)] };
  await open(address, [mock(data([aReport(1), aReport(2, second)], who))]);
  const notice = within(await screen.findByRole('note'));
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The 30-day code of 05/01/2026 has 26 compliant days, the 90-day code of 05/01/2026 has 20 compliant days. For the nights that both cover, these numbers do not fit.',
    'The 30-day code of 05/01/2026 has 26 compliant days. The recorded nights of its period allow 10 to 14.',
    'The 90-day code of 05/01/2026 has 20 compliant days. The recorded nights of its period allow 9.',
  ]);
});

test("the page is light and restores the user's own mode", async () => {
  document.documentElement.classList.add('dark');
  const { unmount } = await open(address, [mock(data([aReport(1), aReport(2)]))]);
  await screen.findByText('Alvarez, Maria');
  expect(document.documentElement).not.toHaveClass('dark');
  unmount();
  expect(document.documentElement).toHaveClass('dark');
  document.documentElement.classList.remove('dark');
});

test('Print prints; the page does so by itself only with print=1', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => {});
  const { user, unmount } = await open(address, [mock(data([aReport(1), aReport(2)]))]);
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  unmount();
  await open(`${address}&print=1`, [mock(data([aReport(1), aReport(2)]))]);
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  print.mockRestore();
});

test('anonymous codes are printed without a patient', async () => {
  await open(`serial=${serial}&reports_ids[]=1`, [
    mock({ result: { data: { icodeReports: connectionOfReports([aReport(1)]) } } }, ['1'], null),
  ]);
  expect(await screen.findByRole('region', { name: 'Patient' })).toHaveTextContent('Not stated');
});

test('reports that are missing, or of another device, are counted and left out', async () => {
  await open(address, [mock(data([aReport(1), aReport(2, { serial: 'B1' })]))]);
  expect(
    await screen.findByText(/Reports that were not found or do not belong to this device: 1\./),
  ).toBeInTheDocument();
  expect(screen.getAllByRole('img', { name: /days compliant/ })).toHaveLength(1);
});

test('whatever the order of the ids, the latest collection comes first, and within one collection the shortest period', async () => {
  const reports = [
    aReport(3, { icodePeriod: 90 }),
    aReport(1, { collected: '2026-04-01' }),
    aReport(2, { icodePeriod: 7 }),
  ];
  await open(`patient_id=7&serial=${serial}&reports_ids[]=3&reports_ids[]=1&reports_ids[]=2`, [
    mock(data(reports), ['3', '1', '2']),
  ]);
  await screen.findByText('Alvarez, Maria');
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  expect(rows.map((row) => [row[0], row[3]])).toEqual([
    ['05/01/2026', '7'],
    ['05/01/2026', '90'],
    ['04/01/2026', '30'],
  ]);
});

test.each<[string, string, MockLink.MockedResponse[], RegExp]>([
  ['an address without reports', `serial=${serial}`, [], /does not contain a device and at least one report/],
  ['an id that is none', `serial=${serial}&reports_ids[]=x`, [], /does not contain a device and at least one report/],
  [
    'more reports than one document holds',
    `serial=${serial}${Array.from({ length: 500 }, (_, id) => `&reports_ids[]=${id + 1}`).join('')}`,
    [],
    /A document can contain at most 100 reports/,
  ],
  ['reports that do not exist', address, [mock(data([]))], /None of these reports was found/],
  ['a patient who is not visible', address, [mock(data([], null))], /This patient was not found/],
  [
    'a patient the server calls not found',
    address,
    [
      mock({
        error: new CombinedGraphQLErrors({ errors: [{ message: 'Not found.', extensions: { code: 'NOT_FOUND' } }] }),
      }),
    ],
    /This patient was not found/,
  ],
  ['a server that is down', address, [mock({ error: new Unreachable() })], /cannot be reached/],
])('%s shows a clear message and prints nothing', async (_case, query, mocks, text) => {
  await open(query, mocks);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('in Spanish too', async () => {
  await open(address, [mock(data([aReport(1), aReport(2)]))], 'es');
  expect(await screen.findByRole('heading', { name: 'Informe de iCode' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Imprimir' })).toBeInTheDocument();
});
