import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ICodeReportsDocument } from '../features/icode-reports/gql/useICodeReportPicker.ts';
import { CreateICodeReportsDocument } from '../features/icode-reports/gql/useSubmitICodes.ts';
import { aReport, reportsData, reportsVariables } from '../features/icode-reports/iCodeFixtures.ts';
import { today } from '../lib/dates.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { ICodeReportsPage } from './ICodeReportsPage.tsx';

const serial = 'A3900012345';
const answers = (icodeReports: ReturnType<typeof aReport>[]): MockLink.MockedResponse => ({
  request: { query: ICodeReportsDocument, variables: reportsVariables(serial, null) },
  result: reportsData(icodeReports, null),
});

test('the reports of a device are found by its serial, which stays in the address', async () => {
  const { user, router } = await renderApp(<ICodeReportsPage />, { mocks: [answers([aReport(1)])] });
  await user.type(screen.getByRole('searchbox', { name: 'Device serial number' }), ' a3900012345{Enter}');
  expect(await screen.findByRole('heading', { name: `iCode Reports - ${serial}` })).toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /05\/01\/2026/ })).toBeInTheDocument();
  expect(router.state.location.search).toBe(`?serial=${serial}`);
});

test("a serial without reports reads 'No reports found related to this serial number'", async () => {
  await renderApp(<ICodeReportsPage />, { mocks: [answers([])], path: `/?serial=${serial}` });
  expect(await screen.findByText('No reports found related to this serial number')).toBeInTheDocument();
});

test('the printable report is opened without a patient', async () => {
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await renderApp(<ICodeReportsPage />, {
    mocks: [answers([aReport(4)])],
    path: `/?serial=${serial}`,
  });
  await user.click(await screen.findByRole('checkbox', { name: /Select all/ }));
  await user.click(screen.getByRole('button', { name: 'Generate Report (1)' }));
  expect(decodeURIComponent(String(opened.mock.lastCall?.[0]))).toBe(`/reports/icode?serial=${serial}&reports_ids[]=4`);
  opened.mockRestore();
});

test('an anonymous upload shows its device, with the new reports selected', async () => {
  const input = {
    patientId: null,
    serial,
    codes: [{ collected: today('America/New_York'), icode: '06469104191312994' }],
    readBy: null,
    readHow: null,
  };
  const { user, router } = await renderApp(<ICodeReportsPage />, {
    mocks: [
      {
        request: { query: CreateICodeReportsDocument, variables: { input } },
        result: {
          data: {
            createICodeReports: { __typename: 'CreateICodeReportsPayload', icodeReports: [aReport(9)], userErrors: [] },
          },
        },
      },
      answers([aReport(9), aReport(1)]),
    ],
  });
  await user.click(screen.getByRole('button', { name: 'Add iCode' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add iCode Report' }));
  expect(dialog.getByText(/anonymous patient iCode upload/)).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Device serial number'), serial);
  await user.click(dialog.getByLabelText('iCode'));
  await user.paste('06469104191312994');
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?serial=${serial}`));
  expect(await screen.findByRole('button', { name: 'Generate Report (1)' })).toBeInTheDocument();
});

test('without upload.device.icode there is no Add iCode', async () => {
  await renderApp(<ICodeReportsPage />, { viewer: { ...testViewer, viewerCanUploadICodes: false } });
  expect(screen.getByRole('heading', { name: 'iCode reports' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add iCode' })).not.toBeInTheDocument();
});
