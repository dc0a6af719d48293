import type { MockLink } from '@apollo/client/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PatientFormDocument } from '../features/patients/gql/PatientFormDialog.ts';
import { PatientsPageDocument, type PatientsPageQueryVariables } from '../features/patients/gql/patientList.ts';
import { TriagePageDocument } from '../features/patients/gql/triageList.ts';
import {
  CheckCreatePatientDocument,
  CheckUpdatePatientDocument,
  CreatePatientDocument,
  UpdatePatientDocument,
} from '../features/patients/gql/usePatientForm.ts';
import { FindPossibleDuplicatesDocument } from '../features/patients/gql/usePossibleDuplicates.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { PatientPageDocument } from './gql/PatientPage.ts';
import { PatientsPage } from './PatientsPage.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import '../features/patients/PatientFormDialog.tsx';

const defaults = { first: 50, page: 1, search: null, orderBy: null, where: null };

const ada = {
  __typename: 'Patient',
  id: 'UGF0aWVudDox',
  databaseId: 17,
  assignedId: 'NR-17',
  firstName: 'Ada',
  lastName: 'Abbott',
  birthDate: '1958-04-01',
  email: 'ada@example.test',
  phone: '3155551017',
  currentSerial: '00012345678',
  therapyStart: '2026-01-10',
  lastReport: null,
  settingsState: 'FAILED',
  complianceState: 'AT_RISK',
  lastConnectionAt: '2026-03-01T12:00:00Z',
  viewerCanUpdate: false,
  provider: { __typename: 'Organization', id: 'T3Jn', name: 'Northside Respiratory' },
};

const answer = (
  variables: Partial<PatientsPageQueryVariables>,
  patients: unknown[],
  unfilteredCount = patients.length,
  totalCount = patients.length,
) => ({
  request: { query: PatientsPageDocument, variables: { ...defaults, ...variables } },
  result: {
    data: {
      patients: {
        __typename: 'PatientConnection',
        edges: patients.map((node) => ({ __typename: 'PatientEdge', node })),
        totalCount,
        unfilteredCount,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const cells = (row: number) =>
  within(screen.getAllByRole('row')[row]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('the list shows a patient with dates as MM/DD/YYYY and links to the record', async () => {
  await renderApp(<PatientsPage />, { mocks: [answer({}, [ada])] });
  const link = await screen.findByRole('link', { name: 'Abbott, Ada' });
  expect(link).toHaveAttribute('href', '/patients/17');
  expect(headers()).toEqual(['Name', 'Birth date', 'Settings', 'Compliance', 'Last connection', 'Device']);
  expect(cells(1)).toEqual([
    'Abbott, Ada',
    '04/01/1958',
    'Failed Delivery',
    'At risk',
    '03/01/2026 07:00:00',
    '00012345678',
  ]);
});

test('a patient without a device has no settings, connection or device; one whose compliance is not computed has no state', async () => {
  const none = { settingsState: null, complianceState: null, lastConnectionAt: null, currentSerial: null };
  await renderApp(<PatientsPage />, { mocks: [answer({}, [{ ...ada, ...none }])] });
  await screen.findByRole('link', { name: 'Abbott, Ada' });
  expect(cells(1)).toEqual(['Abbott, Ada', '04/01/1958', '', '', '', '']);
});

test('number, e-mail, phone, provider, therapy start and last report are columns to switch on', async () => {
  const kept = {
    __typename: 'TablePreferences' as const,
    columnOrder: null,
    columnWidths: null,
    pageSize: null,
    density: null,
  };
  await renderApp(<PatientsPage />, {
    mocks: [answer({}, [ada])],
    viewer: { ...testViewer, tablePreferences: [{ ...kept, table: 'patients', hiddenColumns: ['last_report'] }] },
  });
  await screen.findByRole('link', { name: 'Abbott, Ada' });
  expect(headers().slice(6)).toEqual(['ID', 'Email', 'Phone', 'Provider', 'Therapy start']);
  expect(cells(1).slice(6)).toEqual([
    'NR-17',
    'ada@example.test',
    '(315) 555-1017',
    'Northside Respiratory',
    '01/10/2026',
  ]);
});

test('an order of columns that was saved before there were others keeps its columns first', async () => {
  const kept = {
    __typename: 'TablePreferences' as const,
    columnWidths: null,
    pageSize: null,
    density: null,
    table: 'patients',
  };
  await renderApp(<PatientsPage />, {
    mocks: [answer({}, [ada])],
    viewer: {
      ...testViewer,
      tablePreferences: [
        {
          ...kept,
          hiddenColumns: ['id', 'provider', 'therapy_start', 'last_report'],
          columnOrder: ['phone', 'last_name', 'email'],
        },
      ],
    },
  });
  await screen.findByRole('link', { name: 'Abbott, Ada' });
  expect(headers().slice(0, 3)).toEqual(['Phone', 'Name', 'Email']);
  expect(headers()).toHaveLength(8);
});

test('who may add patients has the button for it, and edits the patients that they may change', async () => {
  const ben = { ...ada, id: 'UGF0aWVudDoy', databaseId: 18, firstName: 'Ben', viewerCanUpdate: true };
  const { user } = await renderApp(<PatientsPage />, {
    mocks: [answer({}, [ada, ben])],
    viewer: { ...testViewer, viewerCanCreatePatient: true },
  });
  expect(await screen.findByRole('button', { name: 'Edit Abbott, Ben' })).toBeInTheDocument();
  expect(headers().at(-1)).toBe('Actions');
  expect(screen.queryByRole('button', { name: 'Edit Abbott, Ada' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add Patient' }));
  expect(await screen.findByRole('dialog', { name: 'Add Patient' })).toBeInTheDocument();
});

describe('what is saved from the list', () => {
  const any = (query: object, field: string, payload: object) => ({
    request: { query, variables: () => true },
    maxUsageCount: Infinity,
    result: { data: { [field]: { __typename: 'Payload', userErrors: [], ...payload } } },
  });
  const ben = { ...ada, id: 'UGF0aWVudDoy', databaseId: 18, firstName: 'Ben', viewerCanUpdate: true };
  const form = {
    __typename: 'Patient',
    id: ben.id,
    version: 3,
    viewerCanUpdateFields: ['firstName', 'lastName'],
    assignedId: null,
    isRulesActive: true,
    firstName: 'Ben',
    lastName: 'Abbott',
    birthDate: '1944-05-13',
    sex: 'MALE',
    therapyStart: null,
    note: null,
    email: null,
    phone: null,
    mobilePhone: null,
    address1: null,
    address2: null,
    country: 'US',
    city: 'Albany',
    state: 'NY',
    zip: null,
    organization: { __typename: 'Organization', id: 'o1', name: 'Northside Respiratory' },
    provider: null,
    clinician: null,
    physician: null,
    location: null,
  };
  const mocks = (before: object[], after: object[]) => [
    answer({}, before),
    any(CheckCreatePatientDocument, 'checkCreatePatient', {}),
    any(CheckUpdatePatientDocument, 'checkUpdatePatient', { conflict: null, access: null }),
    {
      ...any(FindPossibleDuplicatesDocument, 'possibleDuplicates', {}),
      result: { data: { possibleDuplicates: [] } },
    },
    { ...any(PatientFormDocument, 'patient', {}), result: { data: { patient: form } } },
    any(CreatePatientDocument, 'createPatient', { patient: { __typename: 'Patient', id: ben.id, databaseId: 18 } }),
    any(UpdatePatientDocument, 'updatePatient', {
      patient: { ...form, firstName: 'Benno', version: 4 },
      conflict: null,
    }),
    answer({}, after),
    // What the pointer passes on its way.
    { ...any(PatientPageDocument, 'patient', {}), delay: 60_000 },
  ];
  const open = (before: object[], after: object[]) =>
    renderApp(<PatientsPage />, {
      mocks: mocks(before, after) as never,
      viewer: { ...testViewer, viewerCanCreatePatient: true },
    });

  test('a new patient is in the list at once', async () => {
    const { user } = await open([ada], [ada, ben]);
    await user.click(await screen.findByRole('button', { name: 'Add Patient' }));
    const enter = async (name: RegExp, text: string) => {
      await user.click(await screen.findByRole('textbox', { name }));
      await user.paste(text);
    };
    await enter(/^First name/, 'Ben');
    await enter(/^Last name/, 'Abbott');
    await user.click(screen.getByRole('tab', { name: /^Contact Info/ }));
    await enter(/^City/, 'Albany');
    await user.selectOptions(screen.getByRole('combobox', { name: /^State/ }), 'NY');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: 'Abbott, Ben' })).toBeInTheDocument();
  });

  test('a changed patient is in the list at once', async () => {
    const { user } = await open([ben], [{ ...ben, firstName: 'Benno' }, ada]);
    await user.click(await screen.findByRole('button', { name: 'Edit Abbott, Ben' }));
    await user.type(await screen.findByRole('textbox', { name: /^First name/ }), 'no');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: 'Abbott, Benno' })).toBeInTheDocument();
    // The cache shows the new name at once; the list is read again for its order and filters.
    expect(await screen.findByRole('link', { name: 'Abbott, Ada' })).toBeInTheDocument();
  });
});

test('who may not add patients has no button for it', async () => {
  await renderApp(<PatientsPage />, { mocks: [answer({}, [ada])] });
  await screen.findByRole('link', { name: 'Abbott, Ada' });
  expect(screen.queryByRole('button', { name: 'Add Patient' })).not.toBeInTheDocument();
});

test('a search is sent to the server and shows the unfiltered total', async () => {
  const { user } = await renderApp(<PatientsPage />, {
    mocks: [answer({}, [ada, { ...ada, id: 'UGF0aWVudDoy', databaseId: 18 }]), answer({ search: 'ada' }, [ada], 203)],
  });
  await screen.findByText('Showing 1 to 2 of 2 entries');
  await user.type(screen.getByRole('searchbox'), 'ada{Enter}');
  expect(await screen.findByText('Showing 1 to 1 of 1 entries (filtered from 203 total)')).toBeInTheDocument();
});

test('a list that cannot be loaded offers Retry', async () => {
  const failed = { request: { query: PatientsPageDocument, variables: defaults }, error: new Unreachable() };
  const { user } = await renderApp(<PatientsPage />, { mocks: [failed, answer({}, [ada])] });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Abbott, Ada' })).toBeInTheDocument();
});

test('a page change requests that page once, and does not request the old one', async () => {
  const ben = { ...ada, id: 'UGF0aWVudDoy', databaseId: 18, firstName: 'Ben' };
  const { user, router } = await renderApp(<PatientsPage />, {
    mocks: [answer({}, [ada], 60, 60), answer({ page: 2 }, [ben], 60, 60)],
  });
  await user.click(await screen.findByRole('link', { name: 'Page 2' }));
  expect(await screen.findByRole('link', { name: 'Abbott, Ben' })).toBeInTheDocument();
  expect(screen.getByText('Showing 51 to 60 of 60 entries')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('?page=2');
});

describe('the patient of a row', () => {
  const patientPage = () => {
    const asked = jest.fn();
    const mock: MockLink.MockedResponse = {
      request: { query: PatientPageDocument, variables: { id: '17' } },
      result: () => {
        asked();
        return { data: { patient: null } };
      },
    };
    return { asked, mock };
  };

  test.each(['the pointer', 'the focus of the keyboard'])('is read ahead while %s rests on the row', async (what) => {
    const { asked, mock } = patientPage();
    const { user } = await renderApp(<PatientsPage />, { mocks: [answer({}, [ada]), mock] });
    const link = await screen.findByRole('link', { name: 'Abbott, Ada' });
    if (what === 'the pointer') await user.hover(link);
    else {
      // jsdom does not know how an element got its focus.
      const matches = jest.spyOn(link, 'matches').mockReturnValue(true);
      act(() => link.focus());
      expect(matches).toHaveBeenCalledWith(':focus-visible');
    }
    expect(asked).not.toHaveBeenCalled();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  });
});

describe('where a filter asks who needs attention, the rows say why', () => {
  const row = {
    __typename: 'Patient',
    id: 'UGF0aWVudDox',
    databaseId: 17,
    firstName: 'Ada',
    lastName: 'Abbott',
    birthDate: '1958-04-01',
    phone: '3155551017',
    currentSerial: '00012345678',
    lastConnectionAt: null,
    attention: {
      __typename: 'PatientAttention',
      reason: 'SETTINGS_FAILED',
      since: '2026-03-02T15:30:00Z',
      sinceDay: '2026-03-02',
      submittedBy: 'Dana Reyes',
      failureText: 'The device refused it.',
    },
  };
  const triage = (reason: string, field: string, value: string, node: object) => ({
    ...answer({}, [node]),
    request: {
      query: TriagePageDocument,
      variables: { ...defaults, reason, where: { [field]: { equal: value.toUpperCase() } } },
    },
  });

  test('a change that was not delivered: reason, since, device, submitter, last connection and the action', async () => {
    await renderApp(<PatientsPage />, {
      mocks: [triage('SETTINGS_FAILED', 'attention', 'settings_failed', row)],
      path: '/patients?f[attention]=equal:settings_failed',
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings not delivered' })).toBeInTheDocument();
    await screen.findByRole('link', { name: 'Abbott, Ada' });
    expect(headers()).toEqual(['Name', 'Reason', 'Since', 'Device', 'Submitted by', 'Last connection', 'Action']);
    expect(cells(1)).toEqual([
      'Abbott, Ada',
      'The device refused it.',
      '03/02/2026 10:30:00',
      '00012345678',
      'Dana Reyes',
      'Never',
      'Review settings',
    ]);
    expect(screen.getByRole('link', { name: 'All patients' })).toHaveAttribute('href', '/patients');
  });

  test.each([
    [
      'SETTINGS_WAITING',
      'attention',
      'settings_waiting',
      'Settings still waiting',
      'The device has not applied the change',
    ],
    ['SILENT', 'attention', 'silent', 'Silent devices', 'No connection for 48 hours or more'],
    ['COMPLIANCE_AT_RISK', 'compliance', 'at_risk', 'Compliance at risk', 'Every remaining night is needed'],
    [
      'COMPLIANCE_CANNOT_BE_MET',
      'compliance',
      'cannot_be_met',
      'Compliance can no longer be met',
      'The remaining nights are not enough',
    ],
  ])('%s has its title and its reason', async (reason, field, value, title, text) => {
    const attention = { ...row.attention, reason, submittedBy: null, failureText: null };
    await renderApp(<PatientsPage />, {
      mocks: [triage(reason, field, value, { ...row, attention })],
      path: `/patients?f[${field}]=equal:${value}`,
    });
    expect(await screen.findByRole('cell', { name: text })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  });

  test('any other filter shows the usual columns', async () => {
    const where = { compliance: { equal: 'MET' as const } };
    await renderApp(<PatientsPage />, {
      mocks: [answer({ where }, [ada])],
      path: '/patients?f[compliance]=equal:met',
    });
    await screen.findByRole('link', { name: 'Abbott, Ada' });
    expect(headers()).toContain('Birth date');
  });
});
