import type { FragmentType } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { today } from '../../lib/dates.ts';
import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import type { ICodeReportsPanel_patientFragment } from './gql/ICodeReportsPanel.ts';
import { ICodeReportsDocument } from './gql/useICodeReportPicker.ts';
import { CreateICodeReportsDocument } from './gql/useSubmitICodes.ts';
import { aReport, reportsData, reportsVariables } from './iCodeFixtures.ts';
import { ICodeReportsDialog } from './ICodeReportsDialog.tsx';
import { ICodeReportsPanel, ICodeReportsPanel_patient } from './ICodeReportsPanel.tsx';
import type { ICodeContradiction } from './ContradictionNotice.tsx';

const serial = 'A3900012345';
const patient = { __typename: 'Patient', id: 'p7' } as unknown as FragmentType<ICodeReportsPanel_patientFragment>;

const answers = (
  icodeReports: ReturnType<typeof aReport>[],
  contradictions: ICodeContradiction[] = [],
): MockLink.MockedResponse => ({
  request: { query: ICodeReportsDocument, variables: reportsVariables(serial) },
  result: reportsData(icodeReports, 'p7', contradictions),
});

interface Options {
  may?: boolean;
  path?: string;
  language?: Language;
  panel?: boolean;
  /** The device itself: a machine's page. */
  withoutPatient?: boolean;
}

async function open(mocks: MockLink.MockedResponse[], options: Options = {}) {
  const { may = true, path = `/?icode=${serial}`, language, panel, withoutPatient } = options;
  return renderApp(
    <PatientInCache may={may}>
      {panel ? (
        <ICodeReportsPanel patient={patient} serial={serial} />
      ) : (
        <ICodeReportsDialog patient={withoutPatient ? null : patient} />
      )}
    </PatientInCache>,
    { mocks, path, language },
  );
}

/** The data that the patient page's query has loaded before these components render. */
function PatientInCache({ may, children }: { may: boolean; children: ReactNode }) {
  const client = useApolloClient();
  const data = {
    __typename: 'Patient' as const,
    id: 'p7',
    databaseId: 7,
    viewerCanUploadICode: may,
    activeSerials: [],
  };
  useState(() => client.writeFragment({ fragment: ICodeReportsPanel_patient, data }));
  return children;
}

const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .slice(1)
    .map((cell) => cell.textContent);
const generate = (name: string | RegExp = /^Generate Report/) => screen.getByRole('button', { name });

test("the dialog is titled 'iCode Reports - {serial}' and shows each group with its figures", async () => {
  await open([
    answers([
      aReport(1),
      aReport(2, {
        createdAt: '2026-01-02T03:00:00Z',
        submittedBy: null,
        collected: '2025-12-30',
        pressure: null,
        ahi: 80,
        saturated: ['ahi'],
      }),
    ]),
  ]);
  expect(await screen.findByRole('dialog', { name: `iCode Reports - ${serial}` })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: '05/02/2026 · Reyes, Dana' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: '01/01/2026 · Legacy system' })).toBeInTheDocument();
  expect(
    within(screen.getAllByRole('table')[0]!)
      .getAllByRole('columnheader')
      .map((header) => header.firstChild?.textContent),
  ).toEqual([
    'Select',
    'Collected',
    'Period',
    'Comp %',
    'Best 30',
    'Avg Use Time',
    'Avg Pres',
    'Avg P95',
    'AHI',
    'SNI',
    'High Leak',
  ]);
  expect(cells(await rowOf(/05\/01\/2026/))).toEqual([
    '05/01/2026',
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
  expect(cells(await rowOf(/12\/30\/2025/))).toEqual([
    '12/30/2025',
    '30',
    '86.67',
    '86.67',
    '6:50',
    '–',
    '11.0',
    '80.0 or more',
    '6.5',
    '2',
  ]);
});

test("a device without reports reads 'No reports found related to this serial number'", async () => {
  await open([answers([])]);
  expect(await screen.findByText('No reports found related to this serial number')).toBeInTheDocument();
});

test('a list that failed to load offers Retry', async () => {
  const { user } = await open([{ ...answers([]), result: undefined, error: new Unreachable() }, answers([aReport(1)])]);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await rowOf(/05\/01\/2026/)).toBeInTheDocument();
});

test('a report that is added elsewhere appears, and the selection stays', async () => {
  const { user, quiet } = await open([answers([aReport(1)]), answers([aReport(1), aReport(2, { icodePeriod: 7 })])]);
  await user.click((await screen.findAllByRole('checkbox')).at(-1)!);
  const picked = () => screen.getAllByRole('checkbox', { checked: true }).length;
  const [before, boxes] = [picked(), screen.getAllByRole('checkbox').length];
  expect(before).toBeGreaterThan(0);
  act(() => announceDeviceChange());
  await quiet();
  expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(boxes);
  expect(generate()).toBeEnabled();
});

test('Generate Report is disabled until a report is selected, and says why', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await open([answers([aReport(1), aReport(2)])]);
  await screen.findByRole('table');
  expect(generate('Generate Report')).toHaveAttribute('aria-disabled', 'true');
  expect(generate()).toHaveAccessibleDescription('Select at least one report first');
  await user.click(generate());
  expect(opened).not.toHaveBeenCalled();

  await user.click((await screen.findAllByRole('checkbox', { name: /Select the report/ }))[0]!);
  await user.click(generate('Generate Report (1)'));
  expect(decodeURIComponent(String(opened.mock.lastCall?.[0]))).toBe(
    `/reports/icode?patient_id=7&serial=${serial}&reports_ids[]=1`,
  );
  expect(opened.mock.lastCall?.slice(1)).toEqual(['_blank', 'noopener']);
  opened.mockRestore();
});

test('the optional provider and debug mode are passed on as show_ep=1 and view=1', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await open([answers([aReport(1)])], { path: `/?icode=${serial}&debug=1` });
  await user.click(await screen.findByRole('checkbox', { name: /Select all/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Show equipment provider' }));
  await user.click(generate());
  expect(String(opened.mock.lastCall?.[0])).toMatch(/&show_ep=1&view=1$/);
  opened.mockRestore();
});

test("a group's checkbox selects the group, and is indeterminate when a part is selected", async () => {
  const { user } = await open([
    answers([aReport(1), aReport(2, { icodePeriod: 90 }), aReport(3, { submittedBy: null })]),
  ]);
  const all = await screen.findByRole('checkbox', { name: 'Select all 05/02/2026 · Reyes, Dana' });
  await user.click(all);
  expect(generate('Generate Report (2)')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select the report collected 05/01/2026, 90 days' }));
  expect(all).toBePartiallyChecked();
  expect(generate('Generate Report (1)')).toBeInTheDocument();
});

test('the date selector shows one group; the selection in the others stays', async () => {
  const { user } = await open([answers([aReport(1), aReport(2, { createdAt: '2026-01-02T15:00:00Z' })])]);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 05/02/2026 · Reyes, Dana' }));
  await user.selectOptions(screen.getByLabelText('Date added'), '01/02/2026 · Reyes, Dana (1)');
  expect(screen.getAllByRole('table')).toHaveLength(1);
  expect(generate('Generate Report (1)')).toBeInTheDocument();
});

const code = (report: ReturnType<typeof aReport>, best30 = report.compliantDays) => ({
  ...report,
  best30: report.icodePeriod < 30 ? null : best30,
});

test.each([
  [
    'COMPLIANT_DAYS' as const,
    'The 7-day code of 05/01/2026 has 7 compliant days, the 30-day code of 05/01/2026 has 6 compliant days. For the nights that both cover, these numbers do not fit.',
  ],
  [
    'BEST30' as const,
    'The 7-day code of 05/01/2026 has 7 compliant days and a best 30 of –, the 30-day code of 05/01/2026 has 6 compliant days and a best 30 of 6. For the nights that both cover, these numbers do not fit.',
  ],
  [
    'MINUTES' as const,
    'The 7-day code of 05/01/2026 has 7 compliant days and an average use of 24:00 a day, the 30-day code of 05/01/2026 has 6 compliant days and an average use of 5:00 a day. For the nights that both cover, these numbers do not fit.',
  ],
])('codes that contradict each other in %s are marked, and said in words', async (kind, text) => {
  const [week, month, other] = [
    aReport(1, { icodePeriod: 7, compliantDays: 7, minutes: 1440 }),
    aReport(2, { compliantDays: 6, minutes: 300 }),
    aReport(3, { icodePeriod: 90, createdAt: '2026-01-02T15:00:00Z' }),
  ];
  const contradiction = {
    __typename: 'ICodeContradiction' as const,
    kind,
    allowed: null,
    reports: [code(week), code(month)],
  };
  await open([answers([week, month, other], [contradiction])]);
  expect(await screen.findByText(text)).toBeInTheDocument();
  const [note, ...more] = screen.getAllByRole('note');
  expect([note?.textContent, more]).toEqual([
    expect.stringMatching(/None of these codes proves that a rule was met\. Check the collection dates first/),
    [],
  ]);
  expect(screen.getAllByText('Contradiction')).toHaveLength(2);
});

test.each([
  [5, 5, 0],
  [6, 6, 1],
])('of %i contradictions %i lines are shown, the last of them a count of the others', async (pairs, lines, counts) => {
  const reports = Array.from({ length: pairs + 1 }, (_, index) => aReport(index + 1));
  const found = reports.slice(1).map((report) => ({
    __typename: 'ICodeContradiction' as const,
    allowed: null,
    kind: 'MINUTES' as const,
    reports: [code(reports[0]!), code(report)],
  }));
  await open([answers(reports, found)]);
  const note = within(await screen.findByRole('note'));
  expect(note.getAllByRole('listitem')).toHaveLength(lines);
  expect(note.queryAllByText('1 more pair of codes does not fit.')).toHaveLength(counts);
});

test.each([
  [
    'BEST30' as const,
    'The 30-day code of 05/01/2026 has a best 30 of 21 days and 20 compliant days, which do not fit.',
  ],
  [
    'MINUTES' as const,
    'The 30-day code of 05/01/2026 has 20 compliant days and an average use of 0:05 a day, which do not fit.',
  ],
  ['COMPLIANT_DAYS' as const, 'The 30-day code of 05/01/2026 has 20 compliant days, more than its period has.'],
])('a code that contradicts itself in %s is said to', async (kind, text) => {
  const only = aReport(1, { compliantDays: 20, minutes: 5 });
  const contradiction = { __typename: 'ICodeContradiction' as const, kind, allowed: null, reports: [code(only, 21)] };
  await open([answers([only], [contradiction])]);
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('best 30 of a period under 30 days is a dash, of 30 days a number; pressures of a bilevel device are IPAP', async () => {
  await open([
    answers([
      aReport(1, { icodePeriod: 7, best30Percent: null, pressureKind: 'IPAP' }),
      aReport(2, { best30Percent: 0, pressureKind: 'IPAP' }),
    ]),
  ]);
  expect(cells(await rowOf(/05\/01\/2026, 7 days/))[3]).toBe('–');
  expect(cells(await rowOf(/05\/01\/2026, 30 days/))[3]).toBe('0.00');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toEqual(expect.arrayContaining(['Avg Pres cmH₂O, IPAP', 'Avg P95 cmH₂O, IPAP', 'AHI events/h']));
});

test('each report shows who read the code and how, as far as it was recorded', async () => {
  await open([
    answers([
      aReport(1, { icodePeriod: 7, readBy: 'CAREGIVER', readHow: 'SCREEN' }),
      aReport(2, { readBy: 'STAFF' }),
      aReport(3, { icodePeriod: 60, readHow: 'VISIT' }),
      aReport(4, { icodePeriod: 90 }),
    ]),
  ]);
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]!.textContent)).toEqual([
    '05/01/2026Caregiver, from a picture of the screen',
    '05/01/2026Staff',
    '05/01/2026at a visit',
    '05/01/2026',
  ]);
});

test('Add iCode Report is shown only to those who may upload iCodes', async () => {
  const { unmount } = await open([answers([])], { may: false });
  await screen.findByText('No reports found related to this serial number');
  expect(screen.queryByRole('button', { name: 'Add iCode Report' })).not.toBeInTheDocument();
  unmount();
  await open([answers([])]);
  expect(await screen.findByRole('button', { name: 'Add iCode Report' })).toBeInTheDocument();
});

test('new reports are selected and highlighted, and an earlier selection survives', async () => {
  const input = {
    patientId: 'p7',
    serial,
    codes: [{ collected: today('America/New_York'), icode: '06469104191312994' }],
    readBy: null,
    readHow: null,
  };
  const created = aReport(9, { createdAt: '2026-06-01T14:00:00Z', collected: '2026-06-01' });
  const { user } = await open([
    answers([aReport(1)]),
    {
      request: { query: CreateICodeReportsDocument, variables: { input } },
      result: {
        data: {
          createICodeReports: { __typename: 'CreateICodeReportsPayload', icodeReports: [created], userErrors: [] },
        },
      },
    },
    answers([created, aReport(1)]),
  ]);
  await user.click(await screen.findByRole('checkbox', { name: /Select all/ }));
  await user.click(screen.getByRole('button', { name: 'Add iCode Report' }));
  await user.click(await screen.findByLabelText('iCode'));
  await user.paste('06469104191312994');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Submit' }));

  expect(await rowOf(/06\/01\/2026 \(new\)/)).toHaveAttribute('data-fresh', 'true');
  await waitFor(() => expect(generate('Generate Report (2)')).toBeInTheDocument());
  expect(await screen.findByText('iCode reports added: 1')).toBeInTheDocument();
});

test('Close removes the serial from the address, and nothing else', async () => {
  const { user, router } = await open([answers([])], { path: `/?device=3&icode=${serial}` });
  await user.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!);
  await waitFor(() => expect(router.state.location.search).toBe('?device=3'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('without ?icode= the dialog is closed and sends no request', async () => {
  await open([], { path: '/' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the panel shows the same on the page itself', async () => {
  await open([answers([aReport(1)])], { panel: true, path: '/' });
  expect(await screen.findByRole('heading', { name: `iCode Reports - ${serial}` })).toBeInTheDocument();
  expect(await rowOf(/05\/01\/2026/)).toBeInTheDocument();
});

test('without a patient it shows the device with all its reports, and new ones are anonymous', async () => {
  const ofDevice = {
    request: { query: ICodeReportsDocument, variables: reportsVariables(serial, null) },
    result: reportsData([aReport(1)], null),
  };
  const { user } = await open([ofDevice], { withoutPatient: true });
  expect(await rowOf(/05\/01\/2026/)).toBeInTheDocument();
  expect(screen.queryByRole('checkbox', { name: 'Show equipment provider' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add iCode Report' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add iCode Report' }));
  expect(form.getByText(/NOT saved to any patient record/)).toBeInTheDocument();
  expect(form.getByLabelText('Device serial number')).toHaveValue(serial);
});

test('Spanish writes decimals with a point, as in the United States, Puerto Rico and Mexico', async () => {
  await open([answers([aReport(1)])], { language: 'es' });
  expect(await screen.findByRole('dialog', { name: `Informes de iCode - ${serial}` })).toBeInTheDocument();
  expect(cells(await rowOf(/05\/01\/2026/))).toEqual([
    '05/01/2026',
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
});
