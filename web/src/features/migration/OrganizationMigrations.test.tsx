import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { setClock } from '../../testing/clock.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { OrganizationMigrationsDocument } from './gql/OrganizationMigrations.ts';
import { UndoPatientMigrationDocument } from './gql/UndoMigration.ts';
import { PatientMigrationFactsDocument, PatientMigrationProgressDocument } from './gql/useFollowedMigration.ts';
import { FindLegacyPatientsDocument } from './gql/useLegacyPatients.ts';
import { MigrateOrganizationDocument } from './gql/useMigrationSteps.ts';
import { MigratePatientsDocument } from './gql/useStartMigration.ts';
import { migrationOf } from './migrationFixtures.ts';
import './MigratePatientsStep.tsx';
import { OrganizationMigrations } from './OrganizationMigrations.tsx';

const support = { ...testViewer, viewerCanListOrganizations: true };
const ORGANIZATION = {
  __typename: 'Organization',
  id: 'o7',
  record: { __typename: 'OrganizationRecord', dmeId: 'D100', migratedAt: null },
};
const listOf = (patientMigrations: object[]) => ({
  request: { query: OrganizationMigrationsDocument, variables: { organizationId: 'o7' } },
  result: { data: { organization: ORGANIZATION, patientMigrations } },
});
/** What the server answers when the page asks again, a page of a portal without live events. */
let facts: ReturnType<typeof migrationOf>;
const asked = {
  request: { query: PatientMigrationFactsDocument, variables: { id: '7' } },
  maxUsageCount: Infinity,
  result: () => ({ data: { patientMigration: facts } }),
};
const undone = (userErrors: object[] = []) => ({
  request: { query: UndoPatientMigrationDocument, variables: { input: { id: '7' } } },
  result: () => {
    if (userErrors.length === 0) facts = migrationOf({ state: 'UNDOING', undone: 4, viewerCanUndo: false });
    const migration = userErrors.length > 0 ? null : facts;
    return {
      data: { undoPatientMigration: { __typename: 'UndoPatientMigrationPayload', migration, userErrors } },
    };
  },
});
const open = (migrations: object[], { mocks = [] as object[], viewer = support, language = 'en' as Language } = {}) =>
  renderApp(<OrganizationMigrations organization={{ id: 'o7' }} />, {
    mocks: [listOf(migrations), asked, ...mocks] as never,
    viewer,
    language,
  });
const counts = () =>
  within(screen.getAllByRole('list')[1]!)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

beforeEach(() => {
  setClock('2026-03-01T16:00:00Z');
  facts = migrationOf();
});
afterEach(() => void jest.useRealTimers());

describe('the migrations of an organization', () => {
  test('show state, numbers, and who started them when, and lead to the results', async () => {
    await open([migrationOf()]);
    expect(await screen.findByRole('link', { name: 'D100, Main' })).toHaveAttribute('href', '/migrations/7');
    expect(screen.getByText('Done')).toBeVisible();
    expect(counts()).toEqual(['Migrated: 12', 'Already here: 3', 'Refused: 1']);
    expect(screen.getByText('Started by Sam Ortiz, 03/01/2026 09:59:00')).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('It can be undone until 03/02/2026 10:10:00.')).toBeVisible();
  });

  test('are followed while they run, also after a reload, and a message says when one ends', async () => {
    facts = migrationOf({ state: 'RUNNING', migrated: 5, alreadyHere: 0, refused: 0, undoUntil: null });
    await open([facts]);
    expect(await screen.findByText('5 of 16')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    facts = migrationOf();
    expect(await screen.findByText('Patients migrated: 12')).toBeVisible();
    expect(counts()).toEqual(['Migrated: 12', 'Already here: 3', 'Refused: 1']);
  });

  test('get their progress from events where the portal sends them', async () => {
    const event = { ...migrationOf({ migrated: 12, state: 'DONE' }), __typename: 'PatientMigrationProgress' };
    const pushed = {
      request: { query: PatientMigrationProgressDocument, variables: { id: '7' } },
      delay: 30,
      result: { data: { patientMigrationProgress: event } },
    };
    await open([migrationOf({ state: 'WAITING', total: null, migrated: 0, alreadyHere: 0, refused: 0 })], {
      mocks: [pushed],
      viewer: { ...support, realtimeKey: 'key' },
    });
    expect(await screen.findByText('Patients migrated: 12')).toBeVisible();
    expect(screen.getByText('Done')).toBeVisible();
  });

  test('that wait for the legacy system, or have failed, say why', async () => {
    const problem = 'The legacy system does not answer.';
    await open([migrationOf({ state: 'FAILED', problem })]);
    expect(await screen.findByText(problem)).toBeVisible();
    expect(screen.getByText('Failed')).toBeVisible();
    // What it has added until then can be removed.
    expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled();
  });

  test('are undone after a question that says what stays, with the progress of the undo', async () => {
    const { user } = await open([migrationOf()], { mocks: [undone()] });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Undo this migration?' }));
    expect(question.getByText('The patients that it added are removed: 12.')).toBeVisible();
    expect(question.getByText(/^Patients stay if later records depend on them/)).toBeVisible();
    expect(
      question.getByText(/^Patients who were already here \(3\), the organization and its locations stay/),
    ).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('4 of 12')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    facts = migrationOf({ state: 'UNDONE', undone: 11, kept: 1, viewerCanUndo: false });
    expect(
      await screen.findByText('The migration was undone. Patients removed: 11; patients that stay: 1'),
    ).toBeVisible();
    expect(counts()).toEqual([
      'Migrated: 12',
      'Already here: 3',
      'Refused: 1',
      'Removed by the undo: 11',
      'Left by the undo: 1',
    ]);
  });

  test('that are not undone stay as they are: the question was declined, or the server refused', async () => {
    const refusal = { __typename: 'UserError', field: '', code: 'x', message: 'It was undone before.' };
    const { user } = await open([migrationOf()], { mocks: [undone([refusal])] });
    for (const answer of ['Cancel', 'Undo']) {
      await user.click(await screen.findByRole('button', { name: 'Undo' }));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    expect(await screen.findByText('It was undone before.')).toBeVisible();
    expect(screen.getByText('Done')).toBeVisible();
  });

  test('have no button once 24 hours have passed, also while the page is open, and say why', async () => {
    setClock('2026-03-02T15:09:59.900Z');
    await open([migrationOf()]); // a tenth of a second before
    const over =
      /^This migration can no longer be undone: .* within 24 hours, which was until 03\/02\/2026 10:10:00\.$/;
    expect(await screen.findByText(over)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('have no button for a viewer who may not undo them', async () => {
    await open([migrationOf({ viewerCanUndo: false })]);
    await screen.findByText('Done');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Migrate patients' })).toBeNull();
  });

  test('begin with a button where the organization has a DME ID, which first repeats the migration of its location', async () => {
    const repeated = jest.fn(() => ({
      data: {
        migrateOrganization: {
          __typename: 'MigrateOrganizationPayload',
          organization: {
            ...ORGANIZATION,
            record: { ...ORGANIZATION.record, migratedAt: '2026-03-01T15:00:00.000Z' },
          },
          userErrors: [],
        },
      },
    }));
    const migrated = {
      request: { query: MigrateOrganizationDocument, variables: { input: { dmeId: 'D100' } } },
      result: repeated,
    };
    const patients = [true, false].map((active) => ({
      request: { query: FindLegacyPatientsDocument, variables: { dmeId: 'D100', active, page: 1 } },
      result: { data: { legacyPatients: { __typename: 'LegacyPatientPage', rows: [], total: 0 } } },
    }));
    const { user } = await open([], {
      mocks: [migrated, ...patients],
      viewer: { ...support, viewerCanMigrateOrganizations: true },
    });
    await user.click(await screen.findByRole('button', { name: 'Migrate patients' }));
    expect(await screen.findByRole('dialog', { name: 'Patients that will be migrated' })).toBeVisible();
    expect(await screen.findByText('This location has no patients.')).toBeVisible();
    expect(repeated).toHaveBeenCalledTimes(1);
  });

  test('that were started for a location which is migrated are in the list at once', async () => {
    const record = { ...ORGANIZATION.record, migratedAt: '2026-03-01T15:00:00.000Z' };
    const answer = (patientMigrations: object[]) => ({
      ...listOf([]),
      result: { data: { organization: { ...ORGANIZATION, record }, patientMigrations } },
    });
    const patients = [true, false].map((active) => ({
      request: { query: FindLegacyPatientsDocument, variables: { dmeId: 'D100', active, page: 1 } },
      result: { data: { legacyPatients: { __typename: 'LegacyPatientPage', rows: [], total: active ? 1 : 0 } } },
    }));
    const started = {
      request: { query: MigratePatientsDocument, variables: { input: { dmeId: 'D100', scope: 'ALL' } } },
      result: {
        data: { migratePatients: { __typename: 'MigratePatientsPayload', migration: migrationOf(), userErrors: [] } },
      },
    };
    const { user } = await renderApp(<OrganizationMigrations organization={{ id: 'o7' }} />, {
      mocks: [answer([]), asked, ...patients, started, answer([migrationOf()])] as never,
      viewer: { ...support, viewerCanMigrateOrganizations: true },
    });
    await user.click(await screen.findByRole('button', { name: 'Migrate patients' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Patients that will be migrated' }));
    await dialog.findByRole('button', { name: 'Active patients: 1' });
    await user.click(dialog.getByRole('button', { name: 'Migrate' }));
    expect(await screen.findByText('Done')).toBeVisible();
  });

  test('in Spanish, without one', async () => {
    await open([], { language: 'es' });
    expect(await screen.findByText('No se migraron pacientes a esta organización.')).toBeVisible();
  });
});
