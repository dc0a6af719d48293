import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { complianceNights, ledger } from './complianceFixtures.ts';
import { ComplianceNightsDialog } from './ComplianceNightsDialog.tsx';

const show = async (
  mocks: NonNullable<Parameters<typeof renderApp>[1]>['mocks'],
  options: { path?: string; language?: Language } = {},
) => {
  const view = await renderApp(<ComplianceNightsDialog patientId="p7" onClose={() => undefined} />, {
    mocks,
    ...options,
  });
  await screen.findByRole('table');
  return view;
};

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('lists the nights, newest first: whether each counts, why a report does not, and which dates were corrected', async () => {
  await show([complianceNights()]);
  expect(screen.getByRole('dialog', { name: 'Nights of the compliance period' })).toBeInTheDocument();
  expect(rows()).toEqual([
    ['01/03/2026', '3', '', '', 'No data', 'Yes', 'Wireless 1:30 is not counted: the record is not valid.'],
    ['01/02/2026', '2', '1:05', 'SD card', 'Too short', 'Yes', 'SD card 1:05. Recorded as the night of 12/31/2025.'],
    ['01/01/2026', '1', '6:40', 'Wireless', 'Compliant', '', 'QR+ 6:20 is not counted: another source has priority.'],
  ]);
});

test('says what is needed, from when to when the rule can be met, and how many nights carry a corrected date', async () => {
  await show([complianceNights()]);
  expect(
    screen.getByText('11 more nights are needed. The rule can be met on 02/03/2026 at the earliest.'),
  ).toBeInTheDocument();
  expect(fact('Therapy start')).toBe('01/01/2026');
  expect(fact('Window of 30 days')).toBe('01/02/2026 to 01/31/2026');
  expect(fact('Compliant nights')).toBe('10 (21 needed)');
  expect(fact('Nights still needed')).toBe('11');
  expect(fact('Can be met')).toBe('02/03/2026 to 03/31/2026');
  expect(fact('Every night is needed from')).toBe('03/14/2026');
  expect(screen.queryByText('Can no longer be met since')).not.toBeInTheDocument();
  expect(fact('Nights without data')).toBe('1');
  expect(fact('Nights with a corrected date')).toBe('1');
  expect(screen.getByText(/^CMS PAP \(version 1\): at least 4 hours on 21 of 30 consecutive days/)).toBeInTheDocument();
});

test.each([
  ['CANNOT_BE_MET', 'Can no longer be met', 'en', 'Can no longer be met since'],
  ['NOT_MET', 'No cumplido', 'es', 'Ya no se puede cumplir desde'],
] as const)('%s says since when it is so, and not what is needed', async (state, badge, language, label) => {
  const change = { state, nightsNeeded: null, earliestDate: null, latestDate: null };
  await show([complianceNights(undefined, change)], { language });
  expect(screen.getByText(badge)).toBeInTheDocument();
  expect(fact(label)).toBe('03/15/2026');
  for (const open of ['Nights still needed', 'Can be met', 'Every night is needed from'])
    expect(screen.queryByText(open)).not.toBeInTheDocument();
});

test('another rule and another date give another result, which the printed page shows too', async () => {
  const { user } = await show([
    complianceNights(),
    complianceNights(
      { ruleId: 'payer-example', asOf: null },
      { ruleName: 'Example payer', state: 'MET', metOn: '2026-01-08' },
    ),
    complianceNights(
      { ruleId: 'payer-example', asOf: '2026-01-05' },
      { ruleName: 'Example payer', asOf: '2026-01-05', compliantDays: 4 },
      [],
    ),
  ]);
  expect(screen.getByRole('textbox', { name: 'As of' })).toHaveValue('01/10/2026');
  expect(screen.getByRole('link', { name: 'Print' })).toHaveAttribute('href', '/reports/compliance?patient_id=7');

  await user.selectOptions(screen.getByRole('combobox', { name: 'Rule' }), 'Example payer');
  expect(await screen.findByText('The rule was met with the night of 01/08/2026.')).toBeInTheDocument();
  expect(screen.queryByText('Nights still needed')).not.toBeInTheDocument();

  const date = screen.getByRole('textbox', { name: 'As of' });
  await user.clear(date);
  await user.type(date, '01052026');
  expect(await screen.findByText('4 (21 needed)')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Print' })).toHaveAttribute(
    'href',
    '/reports/compliance?patient_id=7&rule=payer-example&as_of=2026-01-05',
  );
});

test('a period that begins later names its days', async () => {
  await show([
    complianceNights(undefined, {
      ruleName: 'NCD 240.9, months 7-12',
      period: 185,
      rule: { __typename: 'ComplianceRule', id: 'ncd-240.9-continued', firstDay: 181 },
    }),
  ]);
  expect(screen.getByText(/30 consecutive days within days 181 to 365 of therapy/)).toBeInTheDocument();
});

test('obeys start_date and end_date of the address, from the first usage date on, until all are shown', async () => {
  const { user } = await show([complianceNights()], { path: '/?start_date=2025-12-30&end_date=2026-01-02' });
  expect(screen.getByText('Nights from 01/01/2026 to 01/02/2026')).toBeInTheDocument();
  expect(rows().map(([date]) => date)).toEqual(['01/02/2026', '01/01/2026']);
  await user.click(screen.getByRole('button', { name: 'Show all nights' }));
  expect(rows().map(([date]) => date)).toEqual(['01/03/2026', '01/02/2026', '01/01/2026']);
});

test('in Spanish', async () => {
  await show([complianceNights()], { language: 'es' });
  expect(rows()[2]).toEqual([
    '01/01/2026',
    '1',
    '6:40',
    'Inalámbrica',
    'Cumplida',
    '',
    'QR+ 6:20 no cuenta: otra fuente tiene prioridad.',
  ]);
});

test('says when the first use was recorded, what was before the start of therapy, and who entered the start', async () => {
  await show([
    complianceNights(undefined, {}, ledger, { firstUse: '2025-12-01', nightsBeforeStart: 12, compliantBeforeStart: 3 }),
  ]);
  const based = within(screen.getByRole('region', { name: 'Basis of the result' }));
  expect(based.getByText('12/01/2025, device A3900012345')).toBeInTheDocument();
  expect(based.getByText('12, of which 3 have the minutes of the rule. They are not counted.')).toBeInTheDocument();
  expect(based.getByText('01/01/2026, entered 01/01/2026 13:00:00 by Reyes, Dana')).toBeInTheDocument();
  expect(based.queryByRole('alert')).toBeNull();
});

test('warns of nights whose device was removed from view', async () => {
  const removed = { serial: 'A3900054321', startDate: '2026-01-01', endDate: null, isRemoved: true };
  await show([
    complianceNights(undefined, {}, ledger, {
      unlistedNights: 30,
      devices: [{ __typename: 'ComplianceDevice', ...removed }],
    }),
  ]);
  expect(
    screen.getByText(
      '30 counted nights are of a device that is not listed, because its assignment was removed from view: A3900054321 (since 01/01/2026).',
    ),
  ).toBeInTheDocument();
});

test('says which nights are left out because they were voided, with the reason', async () => {
  const voided = { __typename: 'ComplianceVoidedNights' as const, serial: 'A3900054321', by: 'dana@example.test' };
  const dates = { firstDate: '2026-01-03', lastDate: '2026-01-05', at: '2026-02-01T15:00:00Z' };
  await show([
    complianceNights(undefined, {}, ledger, {
      voidedNights: [{ ...voided, ...dates, nights: 3, reason: 'Card of another person' }],
    }),
  ]);
  expect(
    screen.getByText(/^3 nights of an SD card are left out: .*A3900054321.*Card of another person$/),
  ).toBeInTheDocument();
});

test.each([
  ['LOW', 'SD card (confidence: low)'],
  ['MEDIUM', 'SD card (confidence: medium)'],
  ['HIGH', 'SD card'],
] as const)('shows the confidence %s of a source next to its name', async (confidence, text) => {
  const evidence = { __typename: 'ComplianceNightEvidence' as const, serial: 'A3900012345', confidence };
  const [, card] = ledger;
  const night = { ...card!, reports: card!.reports.map((report) => ({ ...report, evidence })) };
  await show([complianceNights(undefined, {}, [night])]);
  expect(rows()[0]![3]).toBe(text);
});
