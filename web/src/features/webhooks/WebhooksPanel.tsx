import { Button, Stack, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useWebhooksPanelQuery } from './gql/WebhooksPanel.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { WebhookSecretDialog, type NewSecret } from './WebhookSecretDialog.tsx';

graphql(`
  fragment Webhook_endpoint on WebhookEndpoint {
    id
    databaseId
    version
    url
    description
    events
    state
    disabledReason
    failingSince
    previousSecretUntil
  }
`);

graphql(`
  query WebhooksPanel {
    webhookEndpoints {
      ...Webhook_endpoint @unmask
    }
  }
`);

/** The webhooks of the organization, and what an administrator does with them. */
export function WebhooksPanel() {
  const { t } = useTranslation('webhooks');
  const { data, error, refetch } = useWebhooksPanelQuery({ fetchPolicy: 'cache-and-network' });
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<NewSecret | null>(null);
  const endpoints = data?.webhookEndpoints;
  return (
    <Card
      title={t('title')}
      action={
        <Button size="xs" variant="outline" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      <Text color="fg.muted" textStyle="sm" mb="3">
        {t('intro')}
      </Text>
      {endpoints ? (
        endpoints.length === 0 ? (
          <EmptyState text={t('empty')} />
        ) : (
          <Stack as="ul" aria-label={t('title')} gap="4" listStyleType="none">
            {endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <WebhookRow endpoint={endpoint} onSecret={setMade} />
              </li>
            ))}
          </Stack>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
      {adding ? (
        <WebhookDialog
          onClose={() => setAdding(false)}
          onSecret={(secret) => {
            setAdding(false);
            setMade(secret);
          }}
        />
      ) : null}
      {made ? <WebhookSecretDialog made={made} onClose={() => setMade(null)} /> : null}
    </Card>
  );
}
