import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat, useViewer } from '../../lib/viewer.ts';
import { useOrganizationMigrationsQuery } from './gql/OrganizationMigrations.ts';
import { MigratePatients } from './MigratePatients.tsx';
import { MigrationBadge, MigrationProgress } from './MigrationState.tsx';
import { UndoMigration } from './UndoMigration.tsx';
import { useFollowedMigration, type Migration } from './useFollowedMigration.ts';

graphql(`
  query OrganizationMigrations($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      record {
        dmeId
        migratedAt
      }
    }
    patientMigrations(organizationId: $organizationId) {
      id
      ...PatientMigration_facts @unmask
    }
  }
`);

/** The migrations of patients to an organization, for support staff, with their progress. */
export function OrganizationMigrations({ organization }: { organization: { id: string } }) {
  const { t } = useTranslation('migration');
  const { data, error, refetch } = useOrganizationMigrationsQuery({
    variables: { organizationId: organization.id },
    fetchPolicy: 'cache-and-network',
  });
  const { viewerCanMigrateOrganizations } = useViewer();
  const migrations = data?.patientMigrations;
  const { dmeId, migratedAt } = data?.organization?.record ?? {};
  const mayMigrate = viewerCanMigrateOrganizations && Boolean(dmeId);
  return (
    <Card
      id="migrations"
      title={t('migrations')}
      action={mayMigrate ? <MigratePatients dmeId={dmeId!} isMigrated={migratedAt !== null} /> : null}
    >
      {!migrations ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={2} />
        )
      ) : migrations.length === 0 ? (
        <Text color="fg.muted">{t('noMigrations')}</Text>
      ) : (
        <Stack as="ul" gap="4" listStyleType="none">
          {migrations.map((migration) => (
            <Box as="li" key={migration.id} _notFirst={{ borderTopWidth: '1px', pt: '4' }}>
              <MigrationEntry migration={migration} />
            </Box>
          ))}
        </Stack>
      )}
    </Card>
  );
}

function MigrationEntry({ migration }: { migration: Migration }) {
  const { t } = useTranslation('migration');
  const format = useInstantFormat();
  useFollowedMigration(migration);
  const { id, dmeId, location, state, startedBy, createdAt } = migration;
  return (
    <Stack gap="1.5">
      <HStack gap="2" flexWrap="wrap">
        <TextLink to={urls.migration(id)}>{t('name', { dmeId, location: location.name })}</TextLink>
        <MigrationBadge state={state} />
      </HStack>
      <Text color="fg.muted" textStyle="xs">
        {t('started', { name: startedBy, time: format(createdAt) })}
      </Text>
      <MigrationProgress migration={migration} />
      <UndoMigration migration={migration} />
    </Stack>
  );
}
