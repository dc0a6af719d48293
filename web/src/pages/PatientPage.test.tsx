import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { PatientFollowUpsDocument } from '../features/follow-ups/gql/PatientFollowUps.ts';
import { ICodeReportsDocument } from '../features/icode-reports/gql/useICodeReportPicker.ts';
import { reportsData } from '../features/icode-reports/iCodeFixtures.ts';
import { PatientDeclinesDocument } from '../features/patient-declines/gql/PatientDeclines.ts';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { PatientPageDocument } from './gql/PatientPage.ts';
import { PatientRecordDocument } from './gql/PatientRecordTab.ts';
import { aDeviceOnPage, devicesChanged, loadingRecordCards, quietSettings } from './pageFixtures.ts';
import { PatientPage } from './PatientPage.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './PatientRecordTab.tsx';

const device = (databaseId: number) =>
  aDeviceOnPage({
    databaseId,
    serial: `A${databaseId}`,
    model: `Model ${databaseId}`,
    patient: { __typename: 'Patient', id: 'p7', databaseId: 7, viewerCanUploadICode: true, activeSerials: [] },
    module: { __typename: 'Module', serial: `M${databaseId}`, version: null, type: null, iccid: null },
  });

const patientWith = (...devices: ReturnType<typeof device>[]) => ({
  __typename: 'Patient',
  id: 'p7',
  databaseId: 7,
  firstName: 'Sofía',
  lastName: 'Ramírez',
  birthDate: '1944-05-13',
  sex: 'FEMALE',
  therapyStart: '2026-03-12',
  provider: { __typename: 'Organization', id: 'o1', name: 'Northside Respiratory' },
  clinician: { __typename: 'User', id: 'u1', firstName: 'Grace', lastName: 'Okonkwo' },
  viewerCanAssignDevice: true,
  viewerCanUploadICode: true,
  activeSerials: [],
  firstUsageDate: null,
  lastReport: '2026-11-24',
  lastNightMinutes: 405,
  currentSerial: null,
  lastConnectionAt: null,
  followUps: [],
  viewerCanRecalculateCompliance: true,
  compliance: {
    __typename: 'Compliance',
    ruleName: 'CMS PAP',
    state: 'MET',
    period: 90,
    windowDays: 30,
    minutesWanted: 240,
    nightsWanted: 21,
    windowStart: '2026-03-12',
    windowEnd: '2026-04-10',
    metOn: '2026-04-03',
    compliantDays: 24,
    nightsNeeded: 0,
    earliestDate: '2026-04-03',
    latestDate: '2026-04-03',
    missingNights: 0,
    isProvisional: false,
    isStored: true,
  },
  devices,
});

const pageQuery = { query: PatientPageDocument, variables: { id: '7' } };
const answer = (patient: ReturnType<typeof patientWith> | null): MockLink.MockedResponse => ({
  request: pageQuery,
  result: { data: { patient } },
});
const refusal = (code: string) => new GraphQLError('refused', { extensions: { code, requestId: 'req-42' } });
const noReports: MockLink.MockedResponse = {
  request: { query: ICodeReportsDocument, variables: () => true },
  maxUsageCount: Infinity,
  result: reportsData([]),
};
const noFollowUps: MockLink.MockedResponse = {
  request: { query: PatientFollowUpsDocument, variables: () => true },
  maxUsageCount: Infinity,
  result: { data: { patient: { __typename: 'Patient', id: 'p7', followUps: [] } } },
};
const noDeclines: MockLink.MockedResponse = {
  request: { query: PatientDeclinesDocument, variables: () => true },
  maxUsageCount: Infinity,
  result: {
    data: {
      patient: {
        __typename: 'Patient',
        id: 'p7',
        firstName: 'Sofía',
        lastName: 'Ramírez',
        viewerCanDecline: false,
        organization: { __typename: 'Organization', id: 'o1', name: 'Northside Respiratory' },
        declines: [],
      },
    },
  },
};
const open = (mocks: MockLink.MockedResponse[], options: { path?: string; language?: Language; live?: number } = {}) =>
  renderApp(<PatientPage />, {
    mocks: [
      ...[...mocks, noReports, noFollowUps, noDeclines, devicesChanged('p7', options.live), quietSettings],
      ...loadingRecordCards,
    ],
    route: '/patients/:id',
    path: options.path ?? '/patients/7',
    language: options.language,
  });

const facts = () =>
  screen
    .getAllByRole('term')
    .slice(0, 5)
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

test("the header shows the patient's details", async () => {
  await open([answer(patientWith(device(11)))]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Ramírez, Sofía' })).toBeInTheDocument();
  expect(facts()).toEqual([
    'Born 05/13/1944',
    'Sex Female',
    'Therapy start 03/12/2026',
    'Provider Northside Respiratory',
    'Clinician Okonkwo, Grace',
  ]);
  expect(document.title).toBe('A11 · Ramírez, Sofía · Northside Respiratory · Airlog');
});

test('the first device is selected, another selection is kept in the address, and the panels follow it', async () => {
  const { user, router } = await open([answer(patientWith(device(11), device(10)))]);
  expect(await screen.findByText('M11')).toBeInTheDocument();
  await user.click(screen.getByText('Model 10'));
  expect(await screen.findByText('M10')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?device=10');
  expect(screen.getByRole('heading', { name: 'iCode Reports - A10' })).toBeInTheDocument();
});

test('an address with ?device={history_id} opens with that device', async () => {
  await open([answer(patientWith(device(11), device(10)))], { path: '/patients/7?device=10' });
  expect(await screen.findByRole('radio', { name: 'Model 10' })).toBeChecked();
});

test("the menu of a card opens that device's iCode Reports", async () => {
  const { user } = await open([answer(patientWith(device(11), device(10)))]);
  await user.click(await screen.findByRole('button', { name: 'Menu of device A10' }));
  await user.click(await screen.findByRole('menuitem', { name: 'iCode Reports' }));
  expect(await screen.findByRole('dialog', { name: 'iCode Reports - A10' })).toBeInTheDocument();
});

test('a device that another tab adds appears without a reload, and the selection stays', async () => {
  await open([answer(patientWith(device(10))), answer(patientWith(device(11), device(10)))], {
    path: '/patients/7?device=10',
    live: 50,
  });
  expect(await screen.findByRole('radio', { name: 'Model 11' })).not.toBeChecked();
  expect(screen.getByRole('radio', { name: 'Model 10' })).toBeChecked();
});

test('while the patient loads the page says so', async () => {
  await open([{ ...answer(patientWith()), delay: 60_000 }]);
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
});

test.each([
  { name: 'null', mock: answer(null) },
  { name: 'NOT_FOUND', mock: { request: pageQuery, result: { errors: [refusal('NOT_FOUND')] } } },
])('a patient that does not exist for the viewer ($name) is not found', async ({ mock }) => {
  await open([mock]);
  expect(await screen.findByText('This was not found. Go back, or search for it.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to patients' })).toHaveAttribute('href', '/patients');
});

test('a viewer without the permission sees a message', async () => {
  await open([{ request: pageQuery, result: { errors: [refusal('FORBIDDEN')] } }]);
  expect(await screen.findByText(/^You do not have permission to see this/)).toBeInTheDocument();
});

test('a fault shows its request id, and Retry loads the page', async () => {
  const { user } = await open([
    { request: pageQuery, result: { errors: [refusal('INTERNAL_SERVER_ERROR')] } },
    answer(patientWith(device(11))),
  ]);
  expect(await screen.findByRole('alert')).toHaveTextContent('Request req-42');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ramírez, Sofía'));
});

test('the Spanish interface translates the page', async () => {
  await open([answer(patientWith())], { language: 'es' });
  expect(await screen.findByText('No se encontraron dispositivos de este paciente.')).toBeInTheDocument();
  expect(facts()).toEqual([
    'Nacimiento 05/13/1944',
    'Sexo Femenino',
    'Inicio de la terapia 03/12/2026',
    'Proveedor Northside Respiratory',
    'Clínico Okonkwo, Grace',
  ]);
});

describe('the tabs', () => {
  const record = (city: string): MockLink.MockedResponse => ({
    request: { query: PatientRecordDocument, variables: { id: 'p7' } },
    result: {
      data: {
        patient: {
          ...patientWith(),
          assignedId: 'NR-0007',
          isRulesActive: true,
          email: 'sofia@example.test',
          phone: '5185550107',
          mobilePhone: null,
          address1: '1 Main Street',
          address2: null,
          city,
          state: 'NY',
          zip: '12207',
          country: 'US',
          note: null,
          viewerCanUpdate: true,
          location: null,
          organization: { __typename: 'Organization', id: 'o1', name: 'Northside Respiratory' },
          physician: null,
        },
      },
    },
  });
  const page = answer(patientWith(device(11)));
  const tab = (name: string) => screen.getByRole('tab', { name });
  const card = (name: string) =>
    within(screen.getByRole('heading', { level: 2, name }).closest('section')!)
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

  test('open with Therapy, and the record is read when its tab is opened', async () => {
    const { user, router } = await open([page, record('Albany')]);
    await screen.findByText('M11');
    expect(tab('Therapy')).toHaveAttribute('aria-selected', 'true');
    await user.click(tab('Record'));
    expect(await screen.findByRole('heading', { level: 2, name: 'Contact' })).toBeInTheDocument();
    expect(router.state.location.hash).toBe('#record');
    expect(screen.getByRole('tabpanel')).toHaveAccessibleName('Record');
    expect(card('Demographics')).toEqual([
      'First name Sofía',
      'Last name Ramírez',
      'Birth date 05/13/1944',
      'Sex Female',
      'Patient ID NR-0007',
      'Therapy start 03/12/2026',
      'Active Yes',
      'Note –',
    ]);
    expect(card('Contact')).toEqual([
      'Phone (518) 555-0107',
      'Mobile phone –',
      'Email sofia@example.test',
      'Address 1 Main StreetAlbany, NY 12207United States',
    ]);
    expect(card('Connections')).toEqual([
      'Clinician Okonkwo, Grace',
      'Physician –',
      'Provider (DME) Northside Respiratory',
      'Organization Northside Respiratory',
      'Location –',
    ]);
    expect(screen.getByRole('button', { name: 'Edit Ramírez, Sofía' })).toBeInTheDocument();
  });

  test('have addresses: Back returns to the tab before, and the selected device stays', async () => {
    const { user, router } = await open([page, record('Albany')], { path: '/patients/7?device=11' });
    await screen.findByText('M11');
    await user.click(tab('Record'));
    await screen.findByText(/^Albany/);
    expect(router.state.location.search).toBe('?device=11');
    await router.navigate(-1);
    await waitFor(() => expect(tab('Therapy')).toHaveAttribute('aria-selected', 'true'));
    expect(screen.getByText('M11')).toBeVisible();
  });

  test('of the address #record is open at once', async () => {
    await open([page, record('Albany')], { path: '/patients/7#record' });
    expect(await screen.findByText(/^Albany/)).toBeInTheDocument();
    expect(screen.queryByText('M11')).not.toBeInTheDocument();
  });

  test('follow the arrow keys', async () => {
    const { user } = await open([page, record('Albany')]);
    await screen.findByText('M11');
    tab('Therapy').focus();
    await user.keyboard('{ArrowRight}');
    expect(tab('Record')).toHaveFocus();
    expect(tab('Record')).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByText(/^Albany/)).toBeInTheDocument();
    await user.keyboard('{Home}');
    expect(tab('Therapy')).toHaveFocus();
    await waitFor(() => expect(tab('Therapy')).toHaveAttribute('aria-selected', 'true'));
  });

  test('follow what changes elsewhere: the record is read again', async () => {
    await open([page, page, record('Albany'), record('Buffalo')], { path: '/patients/7#record', live: 300 });
    expect(await screen.findByText(/^Buffalo/)).toBeInTheDocument();
  });
});
