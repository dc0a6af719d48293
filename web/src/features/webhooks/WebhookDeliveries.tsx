import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useWebhookDeliveriesQuery } from './gql/WebhookDeliveries.ts';
import { DeliveryRow } from './DeliveryRow.tsx';

const PAGE = 25;

graphql(`
  query WebhookDeliveries($endpointId: ID!, $first: Int!) {
    webhookDeliveries(endpointId: $endpointId, first: $first) {
      pageInfo {
        hasNextPage
      }
      edges {
        node {
          ...Webhook_delivery @unmask
        }
      }
    }
  }
`);

/** The log of a webhook: what was sent in the last 30 days, newest first. */
export function WebhookDeliveries(props: { endpoint: { databaseId: number; url: string }; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const { databaseId, url } = props.endpoint;
  const { data, error, loading, refetch } = useWebhookDeliveriesQuery({
    variables: { endpointId: String(databaseId), first: PAGE },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  });
  const shown = data?.webhookDeliveries;
  const again = (first: number) => void refetch({ first }).catch(() => undefined);
  const count = shown?.edges.length ?? 0;
  const most = Math.min(100, count + PAGE);
  return (
    <Modal
      open
      tall
      onClose={props.onClose}
      size="lg"
      title={
        <Text as="span" overflowWrap="anywhere">
          {t('deliveriesOf', { url })}
        </Text>
      }
      footer={
        <HStack>
          {shown && shown.pageInfo.hasNextPage && count < 100 ? (
            <Button variant="outline" loading={loading} onClick={() => again(most)}>
              {t('more')}
            </Button>
          ) : null}
          <Button variant="outline" loading={loading} onClick={() => again(Math.max(PAGE, count))}>
            {t('refresh')}
          </Button>
        </HStack>
      }
    >
      {shown ? (
        count === 0 ? (
          <EmptyState text={t('noDeliveries')} />
        ) : (
          <Stack as="ul" aria-label={t('deliveries')} gap="3" listStyleType="none" pb="2">
            {shown.edges.map(({ node }) => (
              <li key={node.id}>
                <DeliveryRow delivery={node} onSent={() => again(Math.max(PAGE, count))} />
              </li>
            ))}
          </Stack>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
      <Text textStyle="sm" color="fg.muted">
        {t('kept')}
      </Text>
    </Modal>
  );
}
