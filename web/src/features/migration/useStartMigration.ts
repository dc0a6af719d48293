import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import type { MigratePatientsInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { useMigratePatients } from './gql/useStartMigration.ts';

graphql(`
  mutation MigratePatients($input: MigratePatientsInput!) {
    migratePatients(input: $input) {
      migration {
        id
        ...PatientMigration_facts @unmask
      }
      ...UserErrors
    }
  }
`);

/**
 * Returns the function that starts the migration of the patients of a location. No dialog waits for its answer: a refusal
 * is a message, and the pages that list migrations read them again. Never rejects.
 */
export function useStartMigration(): (input: MigratePatientsInput) => Promise<void> {
  const { t } = useTranslation('migration');
  const client = useApolloClient();
  const migrate = useMigratePatients();
  return async (input) => {
    try {
      const { userErrors } = await migrate({ input });
      const [refused] = userErrors;
      if (refused) toaster.error({ title: t('start.failed'), description: refused.message });
    } catch {
      toaster.error({ title: t('start.failed'), description: t('start.again') });
    }
    await client
      .refetchQueries({ updateCache: (cache) => void cache.evict({ fieldName: 'patientMigrations' }) })
      .catch(() => undefined);
  };
}
