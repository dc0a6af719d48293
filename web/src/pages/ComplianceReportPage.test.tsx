import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { evidence, figures, ledger } from '../features/compliance/complianceFixtures.ts';
import type { Language } from '../lib/language.ts';
import { page } from '../lib/page.ts';
import { fakeServer, json } from '../testing/fakeServer.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { ComplianceReportPage } from './ComplianceReportPage.tsx';
import { ComplianceReportPageDocument } from './gql/ComplianceReportPage.ts';

const server = fakeServer();

const report = {
  __typename: 'ComplianceReport' as const,
  code: '7K3M-9QXT-2HCW',
  issuedAt: '2026-01-10T15:30:00Z',
  issuedBy: 'Dana Reyes',
  issuedFor: 'Northside Respiratory',
  isCurrent: true,
  changedNights: [] as string[],
  address: 'https://portal.example/verify/7K3M-9QXT-2HCW',
  qrPath: 'M0 0h1v1h-1z',
  qrSize: 29,
  signature: {
    __typename: 'ComplianceReportSignature' as const,
    key: '0123456789abcdef',
    value: `abcdefghijklmnop${'Z'.repeat(70)}`,
  } as object | null,
  patient: {
    __typename: 'Patient' as const,
    id: 'p7',
    databaseId: 7,
    assignedId: 'A-7',
    birthDate: '1960-05-06',
    firstName: 'Ana',
    lastName: 'Ramirez',
    provider: null,
    devices: [],
  },
  compliance: { ...figures, evidence, ledger },
  current: figures,
};
const request = { query: ComplianceReportPageDocument, variables: { code: report.code } };

const show = (change: Partial<typeof report> = {}, language?: Language) =>
  renderApp(<ComplianceReportPage />, {
    path: `/verify/${report.code}`,
    route: '/verify/:code',
    language,
    mocks: [{ request, result: { data: { complianceReport: { ...report, ...change } } } }],
  });

describe('a compliance report that was issued', () => {
  test('shows the figures as issued, the code, who issued it and when, and prints', async () => {
    const print = jest.spyOn(window, 'print').mockReturnValue(undefined);
    const { user } = await show();
    expect(await screen.findByRole('region', { name: 'Verification' })).toHaveTextContent(
      'Verification code7K3M-9QXT-2HCWIssued 01/10/2026 10:30:00 by Dana Reyes, Northside Respiratory' +
        'Signed with key 0123456789abcdef. The signature begins with abcdefghijklmnop.' +
        'To compare the report with the data, sign in and enter the code at http://localhost/verify.',
    );
    expect(
      screen.getByRole('img', { name: 'QR code of https://portal.example/verify/7K3M-9QXT-2HCW' }),
    ).toBeInTheDocument();
    expect(screen.getByText('10 (21 needed)')).toBeInTheDocument();
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent),
    ).toEqual(['01/01/2026', '01/02/2026', '01/03/2026']);
    expect(screen.getByText('The figures computed today are the same.')).toBeInTheDocument();
    // The foot of each page repeats the title.
    expect(document.title).toBe('Compliance report · Ramirez, Ana · 7K3M-9QXT-2HCW');
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test('says when the figures of today differ: which, and of which nights', async () => {
    await show({
      isCurrent: false,
      changedNights: ['2026-01-02', '2026-01-03'],
      current: { ...figures, compliantDays: 12, state: 'MET', correctedNights: 1 },
    });
    const warning = await screen.findByRole('alert');
    expect(warning).toHaveTextContent('The figures computed today are different.');
    expect(warning).toHaveTextContent('Nights that changed: 01/02/2026, 01/03/2026.');
    expect(
      within(warning)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        ),
    ).toEqual([
      ['State', 'In progress', 'Met'],
      ['Compliant nights', '10 (21 needed)', '12 (21 needed)'],
    ]);
    expect(screen.getAllByText('10 (21 needed)')).toHaveLength(2);
  });

  test('names twelve nights and counts the others', async () => {
    const changedNights = Array.from({ length: 13 }, (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}`);
    await show({ isCurrent: false, changedNights });
    expect(await screen.findByText(/01\/12\/2026 and 1 more\.$/)).toBeInTheDocument();
  });

  test('is saved as the JSON of the server', async () => {
    const save = jest.spyOn(page, 'save').mockReturnValue(undefined);
    server.answer = () => json(200, { data: { code: report.code } });
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Save as JSON' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(server.calls.map(({ url }) => url)).toEqual(['/api/verify/7K3M-9QXT-2HCW']);
  });

  test('says that a report of before is not signed', async () => {
    await show({ signature: null });
    expect(await screen.findByText('Not signed: it was issued before reports were signed.')).toBeInTheDocument();
  });

  test('in Spanish', async () => {
    await show({ isCurrent: false, changedNights: ['2026-01-02'] }, 'es');
    expect(await screen.findByText('Las cifras calculadas hoy son distintas.')).toBeInTheDocument();
    expect(screen.getByText('Noches que cambiaron: 01/02/2026.')).toBeInTheDocument();
  });
});

test('a code of no report prints nothing, and leads to the form for another one', async () => {
  await renderApp(<ComplianceReportPage />, {
    path: `/verify/${report.code}`,
    route: '/verify/:code',
    mocks: [{ request, result: { errors: [new GraphQLError('x', { extensions: { code: 'NOT_FOUND' } })] } }],
  });
  expect(
    await screen.findByText(
      'There is no report with this code, or you may not see its patient. Compare the code with the printed report.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Enter another code' })).toHaveAttribute('href', '/verify');
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});
