import { useApolloClient } from '@apollo/client/react';
import { Box, Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { Card } from '../components/Card.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { PatientMigrationRowsDocument } from '../features/migration/gql/migrationColumns.ts';
import { MigrationRows } from '../features/migration/MigrationRows.tsx';
import { MigrationBadge, MigrationProgress } from '../features/migration/MigrationState.tsx';
import { UndoMigration } from '../features/migration/UndoMigration.tsx';
import { useFollowedMigration } from '../features/migration/useFollowedMigration.ts';
import { graphql } from '../lib/graphql.ts';
import { urls } from '../lib/urls.ts';
import { useInstantFormat } from '../lib/viewer.ts';
import { useMigrationPageQuery, type MigrationPageQuery } from './gql/MigrationPage.ts';

graphql(`
  query MigrationPage($id: ID!) {
    patientMigration(id: $id) {
      id
      ...PatientMigration_facts @unmask
      organization {
        id
        databaseId
        name
      }
    }
  }
`);

/** One migration of patients: how far it is, what became of each patient, and its undo. */
export function MigrationPage() {
  const { t } = useTranslation('migration');
  const { id = '' } = useParams();
  const { data, error, refetch } = useMigrationPageQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  const organizations = useListCrumb('organizations', urls.organizations, t('organizations'));
  const migration = data?.patientMigration;
  const above = migration
    ? [organizations, { to: urls.organization(migration.organization.databaseId), label: migration.organization.name }]
    : [organizations];
  return (
    <>
      <Box mb="2">
        <Breadcrumbs above={above} here={migration ? t('pageTitle', { dmeId: migration.dmeId }) : '…'} />
      </Box>
      {migration ? (
        <MigrationRecord key={migration.id} migration={migration} />
      ) : error ? (
        <PageProblem
          error={error}
          onRetry={() => void refetch()}
          action={<TextLink to={urls.organizations}>{t('toOrganizations')}</TextLink>}
        />
      ) : (
        <SkeletonCards count={2} />
      )}
    </>
  );
}

function MigrationRecord({ migration }: { migration: MigrationPageQuery['patientMigration'] }) {
  const { t } = useTranslation('migration');
  const format = useInstantFormat();
  const client = useApolloClient();
  const { id, dmeId, scope, location, state, startedBy, createdAt } = migration;
  useFollowedMigration(migration, () => void client.refetchQueries({ include: [PatientMigrationRowsDocument] }));
  return (
    <>
      <PageHeader
        title={t('pageTitle', { dmeId })}
        meta={[
          location.name,
          t(`scopes.${scope ?? 'NAMED'}`),
          t('started', { name: startedBy, time: format(createdAt) }),
        ].join(' · ')}
        action={<MigrationBadge state={state} />}
      />
      <Stack gap="4">
        <Card>
          <Stack gap="3">
            <MigrationProgress migration={migration} />
            <UndoMigration migration={migration} />
          </Stack>
        </Card>
        <MigrationRows id={id} />
      </Stack>
    </>
  );
}
