import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { toaster } from '../../components/Toaster.tsx';
import type { Language } from '../../lib/language.ts';
import { page } from '../../lib/page.ts';
import { today } from '../../lib/dates.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { ComplianceBatchButton } from './ComplianceBatchButton.tsx';
import './ComplianceBatch.tsx';
import { BatchRulesDocument, StartComplianceBatchDocument } from './gql/ComplianceBatchForm.ts';
import { CurrentComplianceBatchDocument, DismissComplianceBatchDocument } from './gql/useComplianceBatch.ts';

const server = fakeServer();
const batchOf = (state: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED', doneCount = 0, reportCount = doneCount) => ({
  __typename: 'ComplianceBatch' as const,
  id: '7',
  ruleId: 'cms-pap',
  asOf: '2026-01-10',
  state,
  patientCount: 3,
  doneCount,
  reportCount,
});
/** What the server keeps of the viewer's batch. */
let kept: ReturnType<typeof batchOf> | null;
beforeEach(() => {
  kept = null;
});
const current = {
  request: { query: CurrentComplianceBatchDocument },
  maxUsageCount: Infinity,
  result: () => ({ data: { currentComplianceBatch: kept } }),
};
const rules = {
  request: { query: BatchRulesDocument },
  result: {
    data: {
      complianceRules: [
        { __typename: 'ComplianceRule' as const, id: 'cms-pap', name: 'CMS PAP' },
        { __typename: 'ComplianceRule' as const, id: 'payer-example', name: 'Example payer' },
      ],
    },
  },
};
const where = { lastName: { contain: 'ram' } } as never;
const started = (ruleId: string | null, userErrors: object[] = []) => ({
  request: {
    query: StartComplianceBatchDocument,
    variables: {
      input: {
        selection: { matching: { search: 'ana', where } },
        ruleId,
        asOf: today('America/New_York'),
      },
    },
  },
  result: () => {
    if (userErrors.length === 0) kept = batchOf('RUNNING', 1);
    const batch = userErrors.length === 0 ? { __typename: 'ComplianceBatch' as const, id: '7' } : null;
    return {
      data: { startComplianceBatch: { __typename: 'StartComplianceBatchPayload' as const, batch, userErrors } },
    };
  },
});
const dismissed = {
  request: { query: DismissComplianceBatchDocument, variables: { input: { batchId: '7' } } },
  result: () => {
    kept = null;
    return {
      data: { dismissComplianceBatch: { __typename: 'DismissComplianceBatchPayload' as const, userErrors: [] } },
    };
  },
};

const show = (
  total: number,
  options: { isCapped?: boolean; mocks?: object[]; viewer?: typeof testViewer; language?: Language } = {},
) =>
  renderApp(
    <ComplianceBatchButton
      matching={{ variables: { search: 'ana', where }, total, isCapped: options.isCapped ?? false }}
    />,
    {
      mocks: [current, rules, ...((options.mocks ?? []) as (typeof current)[])],
      viewer: options.viewer,
      language: options.language,
    },
  );
const dialog = () => screen.findByRole('dialog', { name: 'Compliance reports' });

describe('the button of compliance reports', () => {
  test('issues reports of all patients that match, by the chosen rule, and follows the job until its file', async () => {
    const { user } = await show(3, { mocks: [started('payer-example')] });
    await user.click(screen.getByRole('button', { name: 'Compliance reports' }));
    const inside = within(await dialog());
    expect(
      await inside.findByText('All patients that match the search and the filters of the list: 3'),
    ).toBeInTheDocument();
    await inside.findByRole('option', { name: 'Example payer' });
    await user.selectOptions(inside.getByRole('combobox', { name: 'Rule' }), 'Example payer');
    await user.click(inside.getByRole('button', { name: 'Issue reports' }));
    expect(await inside.findByText('1 of 3')).toBeInTheDocument();
    expect(inside.queryByRole('button', { name: 'Save as CSV' })).not.toBeInTheDocument();

    kept = batchOf('DONE', 3, 2);
    const save = jest.spyOn(page, 'save').mockReturnValue(undefined);
    await user.click(await inside.findByRole('button', { name: 'Save as CSV' }));
    expect(inside.getByRole('status')).toHaveTextContent(
      'Reports as of 01/10/2026 are issued for 2 of 3 patients.The file says why the other patients have no report.',
    );
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(server.calls.map(({ url }) => url)).toEqual(['/api/compliance-batches/7/file']);
    expect(await screen.findByText('2 compliance reports were issued.')).toBeInTheDocument();
    toaster.remove();
  });

  test('finds a batch that another page has started, and puts it away for other patients', async () => {
    kept = batchOf('DONE', 3);
    const { user } = await show(3, { mocks: [dismissed] });
    await user.click(screen.getByRole('button', { name: 'Compliance reports' }));
    const inside = within(await dialog());
    await user.click(await inside.findByRole('button', { name: 'Other patients' }));
    expect(await inside.findByRole('button', { name: 'Issue reports' })).toBeEnabled();
  });

  test('shows a refusal of the server, and starts nothing', async () => {
    const refusal = {
      __typename: 'UserError',
      field: 'selection',
      code: 'x',
      message: 'A batch has at most 500 patients.',
    };
    const { user } = await show(3, { mocks: [started(null, [refusal])] });
    await user.click(screen.getByRole('button', { name: 'Compliance reports' }));
    const inside = within(await dialog());
    await user.click(await inside.findByRole('button', { name: 'Issue reports' }));
    expect(await inside.findByText('A batch has at most 500 patients.')).toBeInTheDocument();
  });

  test.each([
    [500, false, true],
    [501, false, false],
    [0, false, false],
    [100, true, false],
  ])('with %i patients (capped: %s) may start: %s', async (total, isCapped, may) => {
    const { user } = await show(total, { isCapped });
    await user.click(screen.getByRole('button', { name: 'Compliance reports' }));
    const start = await within(await dialog()).findByRole('button', { name: 'Issue reports' });
    expect((start as HTMLButtonElement).disabled).toBe(!may);
  });

  test('is for viewers who may save the list as a file', async () => {
    await show(3, { viewer: { ...testViewer, viewerCanExportPatients: false } });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('in Spanish', async () => {
    kept = batchOf('FAILED', 2, 1);
    const { user } = await show(3, { language: 'es' });
    await user.click(screen.getByRole('button', { name: 'Informes de cumplimiento' }));
    expect(
      await screen.findByText(
        /^Un error terminó el trabajo\. Se emitieron informes a fecha de 01\/10\/2026 para 1 de 3/,
      ),
    ).toBeInTheDocument();
  });
});
