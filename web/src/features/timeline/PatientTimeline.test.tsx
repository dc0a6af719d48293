import type { MockLink } from '@apollo/client/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { PatientFactKind } from '../../gql/schema.ts';
import { page } from '../../lib/page.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { PatientTimelineDocument } from './gql/usePatientTimeline.ts';
import { PatientTimeline } from './PatientTimeline.tsx';

const fact = (id: string, kind: PatientFactKind, change: object = {}) => ({
  __typename: 'PatientFact',
  id,
  kind,
  recordedAt: '2026-05-01T18:00:00.000Z',
  description: `Fact ${id}`,
  serial: 'A3900012345',
  actor: null,
  reason: null,
  ...change,
});
type Fact = ReturnType<typeof fact>;

const NONE = { kinds: null, from: null, to: null };
const answer = (
  facts: Fact[],
  { total = facts.length, hasNextPage = false, ...variables }: Record<string, unknown> = {},
): MockLink.MockedResponse => ({
  request: {
    query: PatientTimelineDocument,
    variables: { patientId: 'p7', first: 50, ...NONE, ...variables } as never,
  },
  result: {
    data: {
      patientTimeline: {
        __typename: 'PatientFactConnection',
        totalCount: total,
        pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: 'c1' },
        edges: facts.map((node) => ({ __typename: 'PatientFactEdge', node })),
      },
    },
  },
});
const open = (mocks: MockLink.MockedResponse[], language?: 'en' | 'es') =>
  renderApp(<PatientTimeline patient={{ id: 'p7', databaseId: 7 }} />, { mocks, language });
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);

test('each fact shows when it was recorded, what it is, the device, the user and the reason', async () => {
  await open([
    answer([
      fact('assignment_voided:2', 'ASSIGNMENT_VOIDED', { actor: 'Reyes, Dana', reason: 'Wrong patient' }),
      fact('therapy_start_set:1', 'THERAPY_START_SET', { serial: null }),
    ]),
  ]);
  await screen.findByText('Fact assignment_voided:2');
  expect(rows().map((row) => row.textContent)).toEqual([
    '05/01/2026 14:00:00Fact assignment_voided:2Reason: Wrong patientA3900012345Reyes, Dana',
    '05/01/2026 14:00:00Fact therapy_start_set:1––',
  ]);
  expect(screen.getByText('2 of 2')).toBeInTheDocument();
});

test('a patient without facts says so', async () => {
  await open([answer([])]);
  expect(await screen.findByText('Nothing was recorded about this patient yet.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
});

test('a choice of kinds reads those alone, and says when none matches', async () => {
  const { user } = await open([
    answer([fact('code_read:1', 'CODE_READ')]),
    answer([], { kinds: ['SETTINGS_SUBMITTED', 'SETTINGS_ANSWERED'] }),
  ]);
  await screen.findByText('Fact code_read:1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Settings');
  expect(await screen.findByText('Nothing that was recorded matches.')).toBeInTheDocument();
});

test('older facts are read behind the last one', async () => {
  const { user } = await open([
    answer([fact('code_read:2', 'CODE_READ')], { total: 2, hasNextPage: true }),
    answer([fact('code_read:1', 'CODE_READ')], { total: 2, after: 'c1' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByText('Fact code_read:1');
  expect(rows()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull());
});

test('facts that could not be read are read again on request', async () => {
  expectConsoleError(/offline/);
  const failed = { ...answer([]), result: undefined, error: new Error('offline') };
  const { user } = await open([failed, answer([fact('code_read:1', 'CODE_READ')])]);
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Fact code_read:1')).toBeInTheDocument();
});

test('the timeline is printed as it is shown', async () => {
  const print = jest.spyOn(page, 'print').mockImplementation(() => undefined);
  const { user } = await open([answer([fact('code_read:1', 'CODE_READ')])]);
  await screen.findByText('Fact code_read:1');
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

describe('in Spanish', () => {
  test('the titles are Spanish', async () => {
    await open([answer([fact('code_read:1', 'CODE_READ')])], 'es');
    expect(await screen.findByRole('columnheader', { name: 'Hecho registrado' })).toBeInTheDocument();
  });
});
