import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { IssueComplianceReportDocument } from '../features/compliance-reports/gql/IssueReport.ts';
import { evidence, figures, ledger } from '../features/compliance/complianceFixtures.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { CompliancePrintPage } from './CompliancePrintPage.tsx';
import { CompliancePrintPageDocument } from './gql/CompliancePrintPage.ts';

const patient = {
  __typename: 'Patient' as const,
  id: 'p7',
  databaseId: 7,
  assignedId: 'A-7',
  birthDate: '1960-05-06',
  firstName: 'Ana',
  lastName: 'Ramirez',
  provider: { __typename: 'Organization' as const, id: 'o1', name: 'Northside Respiratory' },
  devices: [
    {
      __typename: 'DeviceHistory' as const,
      id: 'h2',
      serial: 'A3900012346',
      model: 'Luna G3',
      startDate: '2026-01-02',
      endDate: null,
    },
    {
      __typename: 'DeviceHistory' as const,
      id: 'h1',
      serial: 'A3900012345',
      model: 'Luna II',
      startDate: '2026-01-01',
      endDate: '2026-01-02',
    },
  ],
  compliance: { ...figures, evidence, ledger },
};

const issued = (result: { code: string | null; userErrors: object[] }) => ({
  request: {
    query: IssueComplianceReportDocument,
    variables: { input: { patientId: 'p7', ruleId: 'cms-pap', asOf: '2026-01-10' } },
  },
  result: {
    data: { issueComplianceReport: { __typename: 'IssueComplianceReportPayload' as const, ...result } },
  },
});

const show = (path: string, found: typeof patient | null = patient, more: ReturnType<typeof issued>[] = []) =>
  renderApp(<CompliancePrintPage />, {
    path,
    route: '/reports/compliance',
    mocks: [
      ...more,
      {
        request: {
          query: CompliancePrintPageDocument,
          variables: { patientId: '7', ruleId: 'cms-pap', asOf: '2026-01-10' },
        },
        result: { data: { patient: found } },
      },
    ],
  });

const ADDRESS = '/reports/compliance?patient_id=7&rule=cms-pap&as_of=2026-01-10';

test('shows the patient, every device, the figures, the nights from the first on, and lines for signatures', async () => {
  await show(ADDRESS);
  expect(await screen.findByRole('region', { name: 'Patient' })).toHaveTextContent(
    'Ramirez, AnaPatient ID: A-7Birth date: 05/06/1960',
  );
  expect(screen.getByRole('heading', { name: 'Compliance report' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Devices' })).toHaveTextContent(
    'A3900012346, Luna G3: since 01/02/2026A3900012345, Luna II: 01/01/2026 to 01/02/2026',
  );
  expect(screen.getByRole('region', { name: 'Equipment provider' })).toHaveTextContent(
    'Northside RespiratoryAs of: 01/10/2026',
  );
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent),
  ).toEqual(['01/01/2026', '01/02/2026', '01/03/2026']);
  expect(screen.getByRole('region', { name: 'Signatures' })).toHaveTextContent(
    'Treating clinicianDateFor the equipment providerDate',
  );
  expect(screen.getByText(/is not a cleared medical device/)).toBeInTheDocument();
  expect(document.title).toBe('Compliance report · Ramirez, Ana');
});

test('is a preview, which says so on paper and is not printed from here: issuing opens the report under its code', async () => {
  const { user, router } = await show(ADDRESS, patient, [issued({ code: '0123-4567-89AB', userErrors: [] })]);
  expect(await screen.findByText(/^This is a preview without a verification code/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Issue report' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify/0123-4567-89AB'));
});

test('a refusal is shown, and the preview stays', async () => {
  const refusal = { __typename: 'UserError', field: 'asOf', code: 'x', message: 'The date cannot be in the future.' };
  const { user, router } = await show(ADDRESS, patient, [issued({ code: null, userErrors: [refusal] })]);
  await user.click(await screen.findByRole('button', { name: 'Issue report' }));
  expect(await screen.findByText('The date cannot be in the future.')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/reports/compliance');
});

test('a result without therapy start cannot be issued', async () => {
  await show(ADDRESS, { ...patient, compliance: { ...patient.compliance, therapyStart: null } });
  expect(await screen.findByRole('region', { name: 'Patient' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Issue report' })).not.toBeInTheDocument();
});

test('a patient who is not found, and an address without a patient, print nothing', async () => {
  await show(ADDRESS, null);
  expect(
    await screen.findByText('This patient was not found. Open the report from the page of the patient.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});

test('an address without a patient is explained', async () => {
  await show('/reports/compliance?as_of=2026-01-10');
  expect(await screen.findByText(/^This address does not contain a patient/)).toBeInTheDocument();
});
