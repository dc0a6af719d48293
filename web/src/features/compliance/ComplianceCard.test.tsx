import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { ComplianceCard } from './ComplianceCard.tsx';
import { ComplianceCard_patientFragmentDoc, type ComplianceCard_patientFragment } from './gql/ComplianceCard.ts';
import { RecalculateComplianceDocument } from './gql/RecalculateCompliance.ts';

type Compliance = ComplianceCard_patientFragment['compliance'];

const met: Compliance = {
  __typename: 'Compliance',
  ruleName: 'CMS PAP',
  state: 'MET',
  period: 90,
  windowDays: 30,
  minutesWanted: 240,
  nightsWanted: 21,
  windowStart: '2026-01-01',
  windowEnd: '2026-01-30',
  metOn: '2026-01-24',
  compliantDays: 25,
  nightsNeeded: 0,
  earliestDate: '2026-01-24',
  latestDate: '2026-01-24',
  missingNights: 0,
  isProvisional: false,
  isStored: true,
};
const unmet = (change: Partial<Compliance>): Compliance => ({
  ...met,
  metOn: null,
  compliantDays: 10,
  nightsNeeded: 11,
  earliestDate: '2026-02-03',
  ...change,
});

const patientWith = (compliance: Compliance, may = true) => ({
  __typename: 'Patient' as const,
  id: 'p7',
  viewerCanRecalculateCompliance: may,
  compliance,
});

const show = (
  compliance: Compliance,
  options: { may?: boolean; language?: Language; mocks?: Parameters<typeof renderApp>[1] } = {},
) =>
  renderApp(
    <InCache
      fragment={ComplianceCard_patientFragmentDoc}
      fragmentName="ComplianceCard_patient"
      data={patientWith(compliance, options.may)}
    >
      <ComplianceCard patient={patientWith(compliance, options.may) as never} />
    </InCache>,
    { language: options.language, ...options.mocks },
  );

const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('shows the state, the nights, the window and the rule', async () => {
  await show(met);
  expect(screen.getByRole('heading', { name: 'Compliance' })).toBeInTheDocument();
  expect(screen.getByText('Met')).toBeInTheDocument();
  expect(screen.getByText('The rule was met with the night of 01/24/2026.')).toBeInTheDocument();
  expect(fact('Compliant nights')).toBe('25 (21 needed)');
  expect(fact('Window of 30 days')).toBe('01/01/2026 to 01/30/2026');
  expect(
    screen.getByText(/^CMS PAP: at least 4 hours on 21 of 30 consecutive days within the first 90 days\./),
  ).toBeInTheDocument();
  expect(screen.queryByText('Nights without data')).not.toBeInTheDocument();
});

test.each([
  [
    'In progress',
    unmet({ state: 'IN_PROGRESS' }),
    '11 more nights are needed. The rule can be met on 02/03/2026 at the earliest.',
  ],
  [
    'In progress',
    unmet({ state: 'IN_PROGRESS', nightsNeeded: 1 }),
    '1 more night is needed. The rule can be met on 02/03/2026 at the earliest.',
  ],
  [
    'At risk',
    unmet({ state: 'AT_RISK' }),
    '11 more nights are needed, and no night may be missed. The rule can be met on 02/03/2026 at the earliest.',
  ],
  [
    'Can no longer be met',
    unmet({ state: 'CANNOT_BE_MET', nightsNeeded: null, earliestDate: null }),
    'The remaining nights are not enough to meet the rule. Nights that arrive later are still counted.',
  ],
  // A report of the first format has one state for both.
  [
    'At risk',
    unmet({ state: 'AT_RISK', nightsNeeded: null, earliestDate: null }),
    'The remaining nights are not enough to meet the rule. Nights that arrive later are still counted.',
  ],
  [
    'Not met',
    unmet({ state: 'NOT_MET', nightsNeeded: null, earliestDate: null }),
    'The period ended without enough nights. Nights that arrive later are still counted.',
  ],
  [
    'No therapy start',
    unmet({ state: 'NO_THERAPY_START', windowStart: null, windowEnd: null }),
    'Without a therapy start there is no day to count from.',
  ],
])('%s is explained in plain words', async (state, compliance, text) => {
  await show(compliance);
  expect(screen.getByText(state)).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('nights without data are shown as such: they are not zero use', async () => {
  await show(unmet({ state: 'NOT_MET', missingNights: 40 }));
  expect(fact('Nights without data')).toBe('40');
});

test.each<[Language, string]>([
  ['en', 'Provisional: data of the period can still arrive.'],
  ['es', 'Provisional: todavía pueden llegar datos del período.'],
])('a result that data can still change is provisional: %s', async (language, text) => {
  await show(unmet({ isProvisional: true }), { language });
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('a result that no data can change is not called provisional', async () => {
  await show(unmet({ state: 'NOT_MET', isProvisional: false }));
  expect(screen.queryByText(/^Provisional/)).not.toBeInTheDocument();
});

test('Recalculate stores the result and says so; until then the card says that lists show the earlier one', async () => {
  const before = unmet({ state: 'NOT_MET', isStored: false });
  const done = {
    request: { query: RecalculateComplianceDocument, variables: { patientId: 'p7' } },
    result: {
      data: {
        recalculateCompliance: {
          __typename: 'RecalculateCompliancePayload',
          patient: patientWith(met),
          userErrors: [],
        },
      },
    },
  };
  const { user } = await show(before, { mocks: { mocks: [done] } });
  expect(screen.getByText('Lists and the home page still show the earlier result.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Recalculate' }));
  expect(await screen.findByText('Compliance was recalculated.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('Met')).toBeInTheDocument());
  expect(screen.queryByText('Lists and the home page still show the earlier result.')).not.toBeInTheDocument();
});

test('a failure shows a message, and the button is enabled again', async () => {
  const failed = {
    request: { query: RecalculateComplianceDocument, variables: { patientId: 'p7' } },
    error: new Error('down'),
  };
  const { user } = await show(met, { mocks: { mocks: [failed] } });
  await user.click(screen.getByRole('button', { name: 'Recalculate' }));
  expect(await screen.findByText('Compliance could not be calculated. Please try again.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Recalculate' })).toBeEnabled();
});

test('is not offered without the permission', async () => {
  await show(met, { may: false });
  expect(screen.queryByRole('button', { name: 'Recalculate' })).not.toBeInTheDocument();
});

test('in Spanish', async () => {
  await show(unmet({ state: 'IN_PROGRESS' }), { language: 'es' });
  expect(screen.getByText('En curso')).toBeInTheDocument();
  expect(
    screen.getByText('Faltan 11 noches. La regla puede cumplirse el 02/03/2026 como muy pronto.'),
  ).toBeInTheDocument();
});
