import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { PatientMigrationRowsDocument } from '../features/migration/gql/migrationColumns.ts';
import { PatientMigrationFactsDocument } from '../features/migration/gql/useFollowedMigration.ts';
import { migrationOf } from '../features/migration/migrationFixtures.ts';
import type { Language } from '../lib/language.ts';
import { setClock } from '../testing/clock.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { MigrationPageDocument } from './gql/MigrationPage.ts';
import { MigrationPage } from './MigrationPage.tsx';

const organization = { __typename: 'Organization', id: 'o7', databaseId: 7, name: 'Northside Respiratory' };
const row = (legacyId: string, result: string, more: object = {}) => ({
  __typename: 'PatientMigrationRow',
  legacyId,
  firstName: 'Zoë',
  lastName: `O'Hara ${legacyId}`,
  result,
  reason: null,
  patient: null,
  ...more,
});
const ROWS = [
  row('P1', 'MIGRATED', { patient: { __typename: 'Patient', id: 'p90', databaseId: 90 } }),
  row('P2', 'ALREADY_HERE'),
  row('P3', 'REFUSED', { reason: 'The state is not one of the country.', firstName: null, lastName: null }),
];
const page = (facts: object = {}, id = '7') => ({
  request: { query: MigrationPageDocument, variables: { id } },
  maxUsageCount: Infinity,
  result: { data: { patientMigration: { ...migrationOf({ id, ...facts }), organization } } },
});
const rowsAre = (rows: object[], variables: object = {}, total = rows.length) => ({
  request: {
    query: PatientMigrationRowsDocument,
    variables: {
      id: '7',
      first: 10,
      page: 1,
      search: null,
      orderBy: null,
      where: null,
      ...variables,
    },
  },
  result: {
    data: {
      patientMigration: {
        __typename: 'PatientMigration',
        id: '7',
        rows: {
          __typename: 'PatientMigrationRowConnection',
          edges: rows.map((node) => ({ __typename: 'PatientMigrationRowEdge', node })),
          totalCount: total,
          totalCountIsCapped: false,
          unfilteredCount: total,
          unfilteredCountIsCapped: false,
        },
      },
    },
  },
});
const open = (mocks: object[], { path = '/migrations/7', language = 'en' as Language } = {}) =>
  renderApp(<MigrationPage />, {
    mocks: mocks as never,
    viewer: { ...testViewer, viewerCanListOrganizations: true },
    route: '/migrations/:id',
    path,
    language,
  });
const table = async () => {
  await screen.findByText('P3');
  return within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((line) =>
      within(line)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
};

beforeEach(() => void setClock('2026-03-01T16:00:00Z'));
afterEach(() => void jest.useRealTimers());

describe('the page of a migration', () => {
  test('shows what became of each patient, with the reason, and leads to those who are here', async () => {
    await open([page(), rowsAre(ROWS)]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Migration of D100' })).toBeVisible();
    expect(screen.getByText('Main · All patients · Started by Sam Ortiz, 03/01/2026 09:59:00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Northside Respiratory' })).toHaveAttribute('href', '/orgs/7');
    expect(await table()).toEqual([
      ["O'Hara P1, Zoë", 'P1', 'Migrated', ''],
      ["O'Hara P2, Zoë", 'P2', 'Already here', ''],
      ['–', 'P3', 'Refused', 'The state is not one of the country.'],
    ]);
    expect(screen.getByRole('link', { name: "O'Hara P1, Zoë" })).toHaveAttribute('href', '/patients/90');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled();
  });

  test('shows the refused ones alone by the filter in its address', async () => {
    const where = { result: { equal: 'REFUSED' } };
    await open([page(), rowsAre([ROWS[2]!], { where })], { path: '/migrations/7?f[result]=equal:refused' });
    expect(await table()).toHaveLength(1);
    expect(screen.getByText('Result is Refused')).toBeVisible();
  });

  test('reads the results again when the migration ends', async () => {
    const running = migrationOf({ state: 'RUNNING', migrated: 0, alreadyHere: 0, refused: 0, undoUntil: null });
    let facts = running;
    const asked = {
      request: { query: PatientMigrationFactsDocument, variables: { id: '7' } },
      maxUsageCount: Infinity,
      result: () => ({ data: { patientMigration: facts } }),
    };
    await open([page(running), asked, rowsAre([]), rowsAre(ROWS)]);
    expect(await screen.findByText('0 of 16')).toBeVisible();
    expect(screen.queryByText('P3')).toBeNull();
    facts = migrationOf();
    await screen.findByText('Patients migrated: 12');
    expect(await table()).toHaveLength(3);
  });

  test('keeps the search of its results to itself: another migration begins without it', async () => {
    const other = rowsAre([], { id: '8' });
    other.result.data.patientMigration.id = '8';
    const { user, router } = await open([
      page(),
      page({ dmeId: 'D200' }, '8'),
      ...[rowsAre(ROWS), other, rowsAre(ROWS), other],
    ]);
    const search = () => screen.getByRole('searchbox');
    for (const [id, dmeId] of [
      ['8', 'D200'],
      ['7', 'D100'],
    ]) {
      await user.type(await screen.findByRole('searchbox'), 'Zo');
      await act(() => router.navigate(`/migrations/${id}`));
      await screen.findByRole('heading', { level: 1, name: `Migration of ${dmeId}` });
      await waitFor(() => expect(search()).toHaveValue(''));
    }
  });

  test('whose undo has failed says so, and offers it again', async () => {
    const problem = 'The server had a fault.';
    await open([page({ state: 'UNDO_FAILED', undone: 5, kept: 1, problem }), rowsAre(ROWS)]);
    const again = await screen.findByRole('button', { name: 'Undo again' });
    expect(screen.getByText('Undo failed')).toBeVisible();
    expect(screen.getByText(problem)).toBeVisible();
    expect(screen.getByText(/^The undo can be repeated until 03\/02\/2026 10:10:00\./)).toBeVisible();
    again.click();
    const question = within(await screen.findByRole('alertdialog', { name: 'Undo this migration?' }));
    expect(question.getByText('The patients that it added are removed: 6.')).toBeVisible();
  });

  test('that is not there leads back to the organizations, in Spanish', async () => {
    const missing = {
      request: { query: MigrationPageDocument, variables: { id: '7' } },
      result: { errors: [new GraphQLError('No.', { extensions: { code: 'NOT_FOUND' } })] },
    };
    await open([missing], { language: 'es' });
    expect(await screen.findByRole('link', { name: 'Ir a las organizaciones' })).toHaveAttribute('href', '/orgs');
  });
});
