import { useApolloClient } from '@apollo/client/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { useMigrationSteps } from '../features/migration/useMigrationSteps.ts';
import { AddOrganization } from '../features/organizations/AddOrganization.tsx';
import { OrganizationFilters } from '../features/organizations/OrganizationFilters.tsx';
import { organizationListOf, type TypeOption } from '../features/organizations/organizationList.tsx';
import { graphql } from '../lib/graphql.ts';
import { useLogged } from '../lib/useLogged.ts';
import { useOrganizationType } from '../lib/useOrganizationType.ts';
import { useViewer } from '../lib/viewer.ts';
import { useOrganizationTypesQuery } from './gql/OrganizationsPage.ts';

const MigrationCompleted = lazy(async () => ({
  default: (await import('../features/migration/MigrationCompleted.tsx')).MigrationCompleted,
}));

graphql(`
  query OrganizationTypes {
    organizationTypes {
      databaseId
      type
    }
  }
`);

/** The organizations, for support staff. */
export function OrganizationsPage() {
  const { viewerCanListOrganizations } = useViewer();
  return viewerCanListOrganizations ? <Organizations /> : <NoPermission />;
}

function Organizations() {
  const { t } = useTranslation('organizations');
  const { data, error } = useOrganizationTypesQuery();
  useLogged('The types of organizations were not loaded', error);
  const typeOf = useOrganizationType();
  const types = useMemo(
    () => data?.organizationTypes.map(({ databaseId, type }): TypeOption => [String(databaseId), typeOf(type)]) ?? [],
    [data, typeOf],
  );
  const list = useMemo(() => organizationListOf(types), [types]);
  const steps = useMigrationSteps();
  const client = useApolloClient();
  const [migrated, setMigrated] = useState<string | null>(null);
  return (
    <>
      {migrated ? (
        <Suspense fallback={null}>
          <MigrationCompleted
            key={migrated}
            organizationId={migrated}
            onEnd={() => void client.refetchQueries({ include: ['OrganizationsPage'] }).catch(() => undefined)}
            onDismiss={() => setMigrated(null)}
          />
        </Suspense>
      ) : null}
      <ListPage
        list={list}
        title={t('title')}
        action={<AddOrganization steps={steps} onMigrated={setMigrated} />}
        t={t}
        parts={({ table }) => ({ panel: <OrganizationFilters table={table} types={types} /> })}
      />
    </>
  );
}
