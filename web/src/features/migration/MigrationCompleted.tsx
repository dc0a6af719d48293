import { Alert, CloseButton, HStack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { useCompletedMigrationQuery } from './gql/MigrationCompleted.ts';
import { MigrationBadge } from './MigrationState.tsx';
import { useFollowedMigration, type Migration } from './useFollowedMigration.ts';

graphql(`
  query CompletedMigration($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      databaseId
      name
    }
    patientMigrations(organizationId: $organizationId) {
      id
      ...PatientMigration_facts @unmask
    }
  }
`);

/**
 * The banner after a migration (document 001, section 2), with links to the organization and to the migration of its
 * patients. They may still be on their way: `onEnd` is called when all have arrived.
 */
export function MigrationCompleted(props: { organizationId: string; onEnd: () => void; onDismiss: () => void }) {
  const { t } = useTranslation('migration');
  const { data, error } = useCompletedMigrationQuery({ variables: { organizationId: props.organizationId } });
  useLogged('The migration of the organization was not loaded', error);
  const organization = data?.organization;
  const [migration] = data?.patientMigrations ?? [];
  return (
    <Alert.Root status="success" role="status" mb="4">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t('completed')}</Alert.Title>
        <Alert.Description>
          <Text>{t('completedHelp')}</Text>
          <HStack gap="4" mt="1" flexWrap="wrap">
            {organization ? (
              <TextLink to={urls.organization(organization.databaseId)} color="inherit" fontWeight="semibold">
                {organization.name}
              </TextLink>
            ) : null}
            {migration ? <FollowedMigration key={migration.id} migration={migration} onEnd={props.onEnd} /> : null}
          </HStack>
        </Alert.Description>
      </Alert.Content>
      <CloseButton size="2xs" color="currentColor" aria-label={t('dismiss')} onClick={props.onDismiss} />
    </Alert.Root>
  );
}

function FollowedMigration({ migration, onEnd }: { migration: Migration; onEnd: () => void }) {
  const { t } = useTranslation('migration');
  useFollowedMigration(migration, onEnd);
  return (
    <HStack gap="2">
      <TextLink to={urls.migration(migration.id)} color="inherit" fontWeight="semibold">
        {t('pageTitle', { dmeId: migration.dmeId })}
      </TextLink>
      <MigrationBadge state={migration.state} />
    </HStack>
  );
}
