import { Button, Stack, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';
import { CreateServiceAccountDialog } from './CreateServiceAccountDialog.tsx';
import { useServiceAccountsQuery, useServiceAccountsSettingQuery } from './gql/ServiceAccountsPanel.ts';
import { NewSecretDialog } from './NewSecretDialog.tsx';
import { ServiceAccountRow } from './ServiceAccountRow.tsx';
import type { NewSecret } from './serviceAccount.ts';

graphql(`
  query ServiceAccountsSetting($id: ID!) {
    organization(id: $id) {
      id
      settings {
        allowApiKeyManagement
      }
    }
  }
`);

graphql(`
  query ServiceAccounts {
    serviceAccounts {
      ...ServiceAccountRow_account @unmask
    }
  }
`);

/** The service accounts of the viewer's organization; without API keys in its settings, where they are turned on. */
export function ServiceAccountsPanel({ organization }: { organization: PageOrganization }) {
  const { t } = useTranslation('service-accounts');
  const { data, error, refetch } = useServiceAccountsSettingQuery({
    variables: { id: String(organization.databaseId) },
    fetchPolicy: 'cache-and-network',
  });
  const allowed = data?.organization?.settings?.allowApiKeyManagement;
  if (allowed) return <Accounts />;
  return (
    <Card title={t('title')}>
      {data ? (
        <Text color="fg.muted">{t('notAllowed')}</Text>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Card>
  );
}

function Accounts() {
  const { t } = useTranslation('service-accounts');
  const { data, error, refetch } = useServiceAccountsQuery({ fetchPolicy: 'cache-and-network' });
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<NewSecret | null>(null);
  const accounts = data?.serviceAccounts;
  const readAgain = () => void refetch().catch(() => undefined);
  const onSecret = (secret: NewSecret) => {
    setCreating(false);
    setMade(secret);
    readAgain();
  };
  return (
    <Card
      title={t('title')}
      action={
        <Button size="xs" variant="outline" disabled={!accounts} onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          {t('create')}
        </Button>
      }
    >
      {accounts ? (
        <Stack gap="4">
          <Text color="fg.muted">{t('about')}</Text>
          {accounts.length === 0 ? (
            <EmptyState text={t('empty')} />
          ) : (
            <Stack as="ul" gap="4" listStyleType="none" aria-label={t('title')}>
              {accounts.map((account) => (
                <li key={account.id}>
                  <ServiceAccountRow account={account} onChanged={readAgain} onSecret={onSecret} />
                </li>
              ))}
            </Stack>
          )}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={readAgain} />
      ) : (
        <SkeletonLines lines={6} />
      )}
      {creating ? <CreateServiceAccountDialog onClose={() => setCreating(false)} onCreated={onSecret} /> : null}
      {made ? <NewSecretDialog made={made} onClose={() => setMade(null)} /> : null}
    </Card>
  );
}
