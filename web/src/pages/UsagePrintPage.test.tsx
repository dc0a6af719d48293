import type { MockLink } from '@apollo/client/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { anEmptyPeriod, aPeriod } from '../features/usage-periods/periodFixtures.ts';
import type { Language } from '../lib/language.ts';
import { setClock } from '../testing/clock.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { UsagePrintPageDocument } from './gql/UsagePrintPage.ts';
import { UsagePrintPage } from './UsagePrintPage.tsx';

beforeEach(() => void setClock('2026-11-22T17:00:00Z'));

const PATH = '/reports/usage?patient_id=7&from=2026-10-24&to=2026-11-22&other_from=2026-09-24&other_to=2026-10-23';
const patient = {
  __typename: 'Patient' as const,
  id: 'p7',
  databaseId: 7,
  assignedId: 'A-7',
  birthDate: '1960-05-06',
  firstName: 'Ana',
  lastName: 'Ramirez',
  provider: { __typename: 'Organization' as const, id: 'o1', name: 'Northside Respiratory' },
  devices: [],
  first: aPeriod('2026-10-24', '2026-11-22'),
  second: anEmptyPeriod('2026-09-24', '2026-10-23'),
};
const answer = (found: typeof patient | null): MockLink.MockedResponse => ({
  request: {
    query: UsagePrintPageDocument,
    variables: {
      patientId: '7',
      from: '2026-10-24',
      to: '2026-11-22',
      otherFrom: '2026-09-24',
      otherTo: '2026-10-23',
    },
  },
  result: { data: { patient: found } },
});
const show = (path: string, mocks: MockLink.MockedResponse[] = [], language: Language = 'en') =>
  renderApp(<UsagePrintPage />, { mocks, route: '/reports/usage', path, language });

test('the sheet names the patient and prints the comparison of the page', async () => {
  await show(PATH, [answer(patient)]);
  const table = await screen.findByRole('table', { name: 'Comparison of two periods' });
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent('Nights used27 of 300 of 30');
  expect(screen.getByText('Ramirez, Ana')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Print' })).toBeInTheDocument();
  expect(document.title).toBe('Comparison of two periods · Ramirez, Ana');
});

test('an address that names no two periods prints none', async () => {
  await show('/reports/usage?patient_id=7&from=2026-10-24&to=2026-11-22');
  expect(await screen.findByRole('alert')).toHaveTextContent('This address names no two periods of a patient.');
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});

test('a patient that the viewer may not see is not found', async () => {
  await show(PATH, [answer(null)]);
  expect(await screen.findByRole('alert')).toHaveTextContent('This patient was not found.');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('in Spanish', async () => {
  await show(PATH, [answer(patient)], 'es');
  expect(await screen.findByRole('table', { name: 'Comparación de dos períodos' })).toBeInTheDocument();
});
