import { Box, Button, HStack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useSendWebhookDeliveryAgain, type Webhook_deliveryFragment } from './gql/DeliveryRow.ts';

graphql(`
  fragment Webhook_delivery on WebhookDelivery {
    id
    databaseId
    event
    state
    attempts
    statusCode
    durationMs
    error
    nextTryAt
    lastTriedAt
    createdAt
  }
`);

graphql(`
  mutation SendWebhookDeliveryAgain($input: SendWebhookDeliveryAgainInput!) {
    sendWebhookDeliveryAgain(input: $input) {
      webhookDelivery {
        ...Webhook_delivery @unmask
      }
      ...UserErrors
    }
  }
`);

const TONES: Record<Webhook_deliveryFragment['state'], StatusTone> = {
  WAITING: 'warning',
  DELIVERED: 'success',
  FAILED: 'danger',
};

/** A delivery: its event, state, answer and attempts, and the button that sends it again. */
export function DeliveryRow({ delivery, onSent }: { delivery: Webhook_deliveryFragment; onSent: () => void }) {
  const { t } = useTranslation('webhooks');
  const format = useInstantFormat();
  const send = useSendWebhookDeliveryAgain();
  const { event, state, attempts, statusCode, durationMs, error, nextTryAt, lastTriedAt, createdAt } = delivery;
  const facts = [
    format(createdAt),
    attempts > 0 && t('attempts', { count: attempts }),
    error && t(`error.${error}`),
    statusCode !== null && t('status', { code: statusCode }),
    durationMs !== null && t('duration', { ms: durationMs }),
    attempts > 0 && lastTriedAt && t('lastTried', { date: format(lastTriedAt) }),
    attempts > 0 && nextTryAt && t('nextTry', { date: format(nextTryAt) }),
  ].filter((fact): fact is string => Boolean(fact));

  async function again() {
    try {
      const [refusal] = (await send({ input: { deliveryId: String(delivery.databaseId) } })).userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('sentAgain') });
    } catch {
      toaster.error({ title: t('failed') });
    } finally {
      onSent();
    }
  }

  return (
    <HStack justify="space-between" align="flex-start" gap="3" borderBottomWidth="1px" pb="2">
      <Box minW="0">
        <HStack gap="2" flexWrap="wrap">
          <Text as="code" fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {event}
          </Text>
          <StatusBadge tone={TONES[state]}>{t(`deliveryState.${state}`)}</StatusBadge>
        </HStack>
        <Text textStyle="sm" color="fg.muted">
          {facts.join(' · ')}
        </Text>
      </Box>
      {state === 'WAITING' ? null : (
        <Button size="xs" variant="outline" flexShrink={0} onClick={() => void again()}>
          {t('sendAgain')}
        </Button>
      )}
    </HStack>
  );
}
