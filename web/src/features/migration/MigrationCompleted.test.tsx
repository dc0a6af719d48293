import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { toaster } from '../../components/Toaster.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { CompletedMigrationDocument } from './gql/MigrationCompleted.ts';
import { PatientMigrationFactsDocument } from './gql/useFollowedMigration.ts';
import { MigrationCompleted } from './MigrationCompleted.tsx';
import { migrationOf } from './migrationFixtures.ts';

const request = { query: CompletedMigrationDocument, variables: { organizationId: 'o7' } };
const found = (patientMigrations: object[]) => ({
  request,
  result: {
    data: {
      organization: { __typename: 'Organization', id: 'o7', databaseId: 7, name: 'Old Mill' },
      patientMigrations,
    },
  },
});
async function open(mocks: object[]) {
  const [onEnd, onDismiss] = [jest.fn(), jest.fn()];
  const view = await renderApp(<MigrationCompleted organizationId="o7" onEnd={onEnd} onDismiss={onDismiss} />, {
    mocks: mocks as never,
  });
  return { ...view, onEnd, onDismiss };
}
afterEach(() => toaster.remove());

test('the banner links to the organization and to its migration, and says when the patients have arrived', async () => {
  const running = migrationOf({ state: 'RUNNING', migrated: 5, undoUntil: null });
  const asked = {
    request: { query: PatientMigrationFactsDocument, variables: { id: '7' } },
    maxUsageCount: Infinity,
    result: () => ({ data: { patientMigration: migrationOf() } }),
  };
  const { onEnd } = await open([found([running]), asked]);
  expect(await screen.findByText('Location migration completed successfully!')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Old Mill' })).toHaveAttribute('href', '/orgs/7');
  expect(screen.getByRole('link', { name: 'Migration of D100' })).toHaveAttribute('href', '/migrations/7');
  expect(await screen.findByText('Done')).toBeVisible();
  await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
});

test('the banner of a location without patients links to the organization alone', async () => {
  const { user, onDismiss } = await open([found([])]);
  expect(await screen.findByRole('link', { name: 'Old Mill' })).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Dismiss this message' }));
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

test('the banner stays when its links cannot be loaded, which is logged', async () => {
  const logged = expectConsoleError(/migration of the organization was not loaded/);
  await open([{ request, error: new TypeError('Failed to fetch') }]);
  await waitFor(() => expect(logged()).toBe(1));
  expect(screen.getByText('Location migration completed successfully!')).toBeVisible();
});
