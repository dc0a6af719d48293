import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { PatientsChangedDocument } from '../components/gql/PatientWatch.ts';
import { PatientsPageDocument } from '../features/patients/gql/patientList.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { PatientsPage } from './PatientsPage.tsx';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const patient = (id: string, lastName: string, settingsState: string) => ({
  __typename: 'Patient',
  id,
  databaseId: id.charCodeAt(0),
  assignedId: null,
  firstName: 'Ada',
  lastName,
  birthDate: '1958-04-01',
  email: null,
  phone: null,
  currentSerial: null,
  therapyStart: null,
  lastReport: null,
  settingsState,
  complianceState: null,
  lastConnectionAt: null,
  viewerCanUpdate: false,
  provider: null,
});
const abbott = patient('a', 'Abbott', 'PENDING');
const burke = patient('b', 'Burke', 'PENDING');

const request = {
  query: PatientsPageDocument,
  variables: { first: 50, page: 1, search: null, orderBy: null, where: null },
};
const answer = (...patients: object[]): MockLink.MockedResponse => ({
  request,
  result: {
    data: {
      patients: {
        __typename: 'PatientConnection',
        edges: patients.map((node) => ({ __typename: 'PatientEdge', node })),
        totalCount: patients.length,
        unfilteredCount: patients.length,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
/** A change of Burke after a second. */
const change: MockLink.MockedResponse = {
  request: { query: PatientsChangedDocument, variables: { patientIds: ['a', 'b'] } },
  delay: 1000,
  result: { data: { patientsChanged: { __typename: 'PatientChange', patientId: 'b' } } },
};

async function open(...mocks: MockLink.MockedResponse[]) {
  await renderApp(<PatientsPage />, {
    path: '/patients',
    mocks: [answer(abbott, burke), change, ...mocks],
    viewer: { ...testViewer, realtimeKey: 'key' },
  });
  await pass(100);
}
const rows = () => screen.getAllByRole('row').slice(1);
const names = () => rows().map((row) => row.querySelector('a')?.textContent);

test('a change by someone else updates the row in its place, with a mark that goes away after eight seconds', async () => {
  await open(answer(patient('b', 'Burke', 'FAILED'), abbott));
  expect(rows()[1]).toHaveTextContent('Pending Delivery');
  await pass(1100);
  expect(names()).toEqual(['Abbott, Ada', 'Burke, Ada']);
  expect(rows()[1]).not.toHaveTextContent('Pending Delivery');
  expect(rows()[1]).toHaveAttribute('data-changed', 'true');
  expect(rows()[1]).toHaveTextContent('Burke, Ada Updated');
  expect(rows()[0]).toHaveAttribute('data-changed', 'false');
  expect(screen.getByRole('status')).toHaveTextContent('1 row was updated.');
  expect(screen.getByRole('region', { name: 'Patients' })).toHaveAttribute('aria-busy', 'false');
  await pass(8000);
  expect(rows()[1]).toHaveAttribute('data-changed', 'false');
  expect(rows()[1]).not.toHaveTextContent('Updated');
});

test('rows that have come, gone or moved wait for Refresh', async () => {
  await open(answer(burke), answer(burke), {
    ...change,
    request: { ...change.request, variables: { patientIds: ['b'] } },
  });
  await pass(1100);
  expect(names()).toEqual(['Abbott, Ada', 'Burke, Ada']);
  expect(screen.getByRole('status')).toHaveTextContent('Rows were added, removed or moved since the list was loaded.');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(screen.getByRole('status')).toHaveFocus();
  await pass(100);
  expect(names()).toEqual(['Burke, Ada']);
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
});

test('rows stay when they cannot be read again: a line says that they may be out of date, with Try again', async () => {
  await open({ request, error: new Unreachable() }, answer(abbott, burke), change);
  await pass(1100);
  expect(names()).toEqual(['Abbott, Ada', 'Burke, Ada']);
  const line = screen.getByText(/^These rows may be out of date/);
  expect(line).toHaveTextContent(
    'These rows may be out of date: they could not be loaded again. The server cannot be reached',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(100);
  expect(screen.queryByText(/out of date/)).not.toBeInTheDocument();
  expect(names()).toEqual(['Abbott, Ada', 'Burke, Ada']);
});

test('rows stay when their changes are not followed any more', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await renderApp(<PatientsPage />, {
    path: '/patients',
    mocks: [answer(abbott, burke), { ...change, result: undefined, error: new Unreachable() }],
    viewer: { ...testViewer, realtimeKey: 'key' },
  });
  await pass(1100);
  expect(names()).toEqual(['Abbott, Ada', 'Burke, Ada']);
  expect(screen.getByText(/^These rows may be out of date/)).toBeInTheDocument();
});

test('a change while the page is hidden is read when the user looks at it again', async () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await open(answer(abbott, patient('b', 'Burke', 'FAILED')));
  await pass(1100);
  expect(rows()[1]).toHaveTextContent('Pending Delivery');
  hidden.mockReturnValue(false);
  fireEvent(document, new Event('visibilitychange'));
  await pass(100);
  expect(rows()[1]).toHaveAttribute('data-changed', 'true');
  expect(rows()[1]).not.toHaveTextContent('Pending Delivery');
});
