import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { isJobRunning, useFollowedJob } from '../../lib/useFollowedJob.ts';
import { PatientMigration_progressFragmentDoc } from './gql/migrationFragment.ts';
import {
  usePatientMigrationFactsQuery,
  usePatientMigrationProgressSubscription,
  type PatientMigration_factsFragment,
} from './gql/useFollowedMigration.ts';

graphql(`
  fragment PatientMigration_facts on PatientMigration {
    id
    ...PatientMigration_progress @unmask
    dmeId
    scope
    startedBy
    createdAt
    location {
      id
      name
    }
  }
`);
graphql(`
  query PatientMigrationFacts($id: ID!) {
    patientMigration(id: $id) {
      id
      ...PatientMigration_facts @unmask
    }
  }
`);
graphql(`
  subscription PatientMigrationProgress($id: ID!) {
    patientMigrationProgress(id: $id) {
      id
      state
      total
      migrated
      alreadyHere
      refused
      undone
      kept
      problem
      startedAt
      endedAt
      undoUntil
      viewerCanUndo
    }
  }
`);

/** A migration of patients and how far it is. */
export type Migration = PatientMigration_factsFragment;

/**
 * Follows the job of a migration, or of its undo, in the cache, so that every part of the page shows how far it is. When
 * it ends, this says so and calls `onEnd`.
 */
export function useFollowedMigration(migration: Migration, onEnd?: () => void): void {
  const { t } = useTranslation('migration');
  const { id } = migration;
  const polling = usePatientMigrationFactsQuery({
    variables: { id },
    skip: !isJobRunning(migration),
    fetchPolicy: 'cache-first',
  });
  const isPushed = useFollowedJob(migration, polling, ({ state, migrated, undone, kept }) => {
    if (state === 'DONE') toaster.success({ title: t('ended.DONE', { migrated: formatCount(migrated) }) });
    else if (state === 'UNDONE')
      toaster.success({ title: t('ended.UNDONE', { undone: formatCount(undone), kept: formatCount(kept) }) });
    else toaster.error({ title: t(state === 'UNDO_FAILED' ? 'ended.UNDO_FAILED' : 'ended.FAILED') });
    onEnd?.();
  });
  usePatientMigrationProgressSubscription({
    variables: { id },
    skip: !isPushed,
    // An event has the type of its own: the cache does not see the migration in it.
    onData({ client, data: { data } }) {
      if (!data) return;
      client.writeFragment({
        fragment: PatientMigration_progressFragmentDoc,
        data: { ...data.patientMigrationProgress, __typename: 'PatientMigration' },
      });
    },
  });
}
