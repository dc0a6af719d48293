import type { MockLink } from '@apollo/client/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { setClock } from '../../testing/clock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { ComparePeriods } from './ComparePeriods.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './ComparePeriodsDialog.tsx';
import { ComparePeriodsDocument } from './gql/ComparePeriodsDialog.ts';
import type { UsagePeriodsTable_periodFragment as Period } from './gql/UsagePeriodsTable.ts';
import { anEmptyPeriod, aPeriod } from './periodFixtures.ts';

beforeEach(() => void setClock('2026-11-22T17:00:00Z'));

const answer = (first: Period, second: Period): MockLink.MockedResponse => ({
  request: {
    query: ComparePeriodsDocument,
    variables: { patientId: 'p7', from: first.from, to: first.to, otherFrom: second.from, otherTo: second.to },
  },
  maxUsageCount: Infinity,
  result: { data: { patient: { __typename: 'Patient', id: 'p7', databaseId: 7, first, second } } },
});
const USUAL = [aPeriod('2026-10-24', '2026-11-22'), anEmptyPeriod('2026-09-24', '2026-10-23')] as const;

async function open(mocks: MockLink.MockedResponse[], { path = '/', language = 'en' as Language } = {}) {
  const app = await renderApp(<ComparePeriods patientId="p7" />, { mocks, route: '/', path, language });
  await app.user.click(screen.getByRole('button'));
  return app;
}
const cells = async (name = 'Comparison of two periods') =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('the last 30 nights stand next to the 30 before: figures, their nights, and what is not available', async () => {
  await open([answer(...USUAL)]);
  expect(await cells()).toEqual([
    ['Figure', '10/24/2026 to 11/22/2026', '09/24/2026 to 10/23/2026'],
    ['Nights used', '27 of 30', '0 of 30'],
    ['Nights of 4 h or more', '22 of 30', '0 of 30'],
    ['Nights not used', '1', '0'],
    ['Nights without data', '2', '28'],
    ['Nights without data yet', '0', '2'],
    // 372.9 minutes: use is never rounded up.
    ['Mean use of the nights used (h:mm)', '6:12', '–'],
    ['Median use of the nights used (h:mm)', '6:20', '–'],
    ['Mean AHI (events/h)', '3.4 (27 nights)', '–'],
    ['Mean pressure (cmH₂O)', '8.3 (26 nights)', '–'],
    ['Mean leak (L/min)', '6.0 (1 night)', '–'],
  ]);
  expect(screen.getByRole('link', { name: 'Printable report' })).toHaveAttribute(
    'href',
    '/reports/usage?patient_id=7&from=2026-10-24&to=2026-11-22&other_from=2026-09-24&other_to=2026-10-23',
  );
});

test('the range of the charts is compared with as many nights before it', async () => {
  await open([answer(aPeriod('2026-11-01', '2026-11-07'), aPeriod('2026-10-25', '2026-10-31'))], {
    path: '/?start_date=2026-11-01&end_date=2026-11-07',
  });
  expect((await cells())[0]).toEqual(['Figure', '11/01/2026 to 11/07/2026', '10/25/2026 to 10/31/2026']);
});

test('another date of a period is compared at once', async () => {
  await open([answer(...USUAL), answer(aPeriod('2026-11-10', '2026-11-22', { nights: 13 }), USUAL[1])]);
  await cells();
  const [first] = screen.getAllByLabelText('First night');
  fireEvent.change(first!, { target: { value: '11/10/2026' } });
  await waitFor(async () => expect((await cells())[1]).toEqual(['Nights used', '27 of 13', '0 of 30']));
});

test.each([
  ['1,100 nights are compared', '11/19/2023', false],
  ['1,101 nights are too many', '11/18/2023', true],
])('%s', async (_title, start, isTooLong) => {
  await open([answer(...USUAL), answer(aPeriod('2023-11-19', '2026-11-22', { nights: 1100 }), USUAL[1])]);
  await cells();
  fireEvent.change(screen.getAllByLabelText('First night')[0]!, { target: { value: start } });
  if (isTooLong) expect(await screen.findByRole('alert')).toHaveTextContent('A period has at most 1100 nights.');
  else await waitFor(async () => expect((await cells())[1]![1]).toBe('27 of 1,100'));
});

describe('pressures', () => {
  test('of a bilevel device are IPAP, and two kinds have no common mean', async () => {
    await open([
      answer(
        aPeriod('2026-10-24', '2026-11-22', { pressureKinds: ['IPAP'] }),
        aPeriod('2026-09-24', '2026-10-23', { pressureKinds: ['IPAP', 'PRESSURE'], pressure: null }),
      ),
    ]);
    expect(await cells()).toContainEqual([
      'Mean pressure (cmH₂O)',
      'IPAP 8.3 (26 nights)',
      'Pressure and IPAP have no common mean',
    ]);
  });
});

test('faulty nights have a row when there are some', async () => {
  await open([answer(aPeriod('2026-10-24', '2026-11-22', { faultyNights: 2 }), USUAL[1])]);
  expect(await cells()).toContainEqual(['Nights with faulty data', '2', '0']);
});

test('in Spanish', async () => {
  await open([answer(...USUAL)], { language: 'es' });
  expect((await cells('Comparación de dos períodos')).slice(0, 2)).toEqual([
    ['Dato', '10/24/2026 a 11/22/2026', '09/24/2026 a 10/23/2026'],
    ['Noches con uso', '27 de 30', '0 de 30'],
  ]);
});
