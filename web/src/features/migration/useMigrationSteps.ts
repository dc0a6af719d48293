import { lazy, useMemo } from 'react';
import { graphql } from '../../lib/graphql.ts';
import { useMigrateOrganization } from './gql/useMigrationSteps.ts';

graphql(`
  mutation MigrateOrganization($input: MigrateOrganizationInput!) {
    migrateOrganization(input: $input) {
      organization {
        id
        record {
          dmeId
          migratedAt
        }
      }
      ...UserErrors
    }
  }
`);

const Search = lazy(async () => ({
  default: (await import('./MigrateOrganizationSearch.tsx')).MigrateOrganizationSearch,
}));
const Patients = lazy(async () => ({ default: (await import('./MigratePatientsStep.tsx')).MigratePatientsStep }));

/** Returns the steps that migrate a location from the legacy system, for the dialog that adds an organization. */
export function useMigrationSteps() {
  const migrateOrganization = useMigrateOrganization();
  return useMemo(
    () => ({
      Search,
      Patients,
      migrate: async (dmeId: string) => (await migrateOrganization({ input: { dmeId } })).userErrors,
    }),
    [migrateOrganization],
  );
}
