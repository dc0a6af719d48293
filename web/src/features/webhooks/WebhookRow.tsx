import { Badge, Box, Button, HStack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { Webhook_endpointFragment } from './gql/WebhooksPanel.ts';
import { useWebhookActs } from './useWebhookActs.ts';
import { WebhookDeliveries } from './WebhookDeliveries.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { namesOfEvents, textKeyOf } from './webhookEvents.ts';
import type { NewSecret } from './WebhookSecretDialog.tsx';

const TONES: Record<Webhook_endpointFragment['state'], StatusTone> = {
  ACTIVE: 'success',
  PAUSED: 'neutral',
  DISABLED: 'danger',
};

/** A webhook: its address, state and events, and the buttons of what can be done with it. */
export function WebhookRow(props: { endpoint: Webhook_endpointFragment; onSecret: (made: NewSecret) => void }) {
  const { t } = useTranslation('webhooks');
  const { endpoint, onSecret } = props;
  const { url, description, state, disabledReason, failingSince, previousSecretUntil } = endpoint;
  const format = useInstantFormat();
  const confirm = useConfirm();
  const acts = useWebhookActs(endpoint.databaseId);
  const [open, setOpen] = useState<'edit' | 'deliveries' | null>(null);
  const isActive = state === 'ACTIVE';
  const notes = [
    description,
    disabledReason && t(`reason.${disabledReason}`),
    isActive && failingSince && t('failingSince', { date: format(failingSince) }),
    previousSecretUntil && t('previousUntil', { date: format(previousSecretUntil) }),
  ].filter((note): note is string => Boolean(note));

  async function rotate() {
    if (!(await confirm({ title: t('rotate'), body: t('rotateBody', { url }), confirmLabel: t('rotate') }))) return;
    const answer = await acts.rotate();
    if (answer) onSecret({ url, secret: answer.secret, replaces: true });
  }
  async function remove() {
    const question = {
      title: t('deleteTitle'),
      body: t('deleteBody', { url }),
      confirmLabel: t('delete'),
      danger: true,
    };
    if (await confirm(question)) await acts.remove();
  }
  const button = (text: string, act: () => void) => (
    <Button key={text} size="xs" variant="outline" aria-label={t('actOf', { act: text, url })} onClick={act}>
      {text}
    </Button>
  );

  return (
    <Box borderWidth="1px" borderRadius="l2" p="3">
      <HStack gap="2" flexWrap="wrap">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {url}
        </Text>
        <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>
      </HStack>
      {notes.map((note) => (
        <Text key={note} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {note}
        </Text>
      ))}
      <HStack as="ul" aria-label={t('events')} listStyleType="none" gap="1" mt="2" flexWrap="wrap">
        {namesOfEvents(endpoint.events).map((name) => (
          <Badge as="li" key={name} variant="outline" fontWeight="normal" whiteSpace="normal">
            {t(`event.${textKeyOf(name)}`)}
          </Badge>
        ))}
      </HStack>
      <HStack gap="2" mt="3" flexWrap="wrap">
        {button(t('deliveries'), () => setOpen('deliveries'))}
        {isActive ? button(t('test'), () => void acts.test()) : null}
        {button(t('change'), () => setOpen('edit'))}
        {isActive ? button(t('pause'), () => void acts.pause()) : button(t('resume'), () => void acts.resume())}
        {button(t('rotate'), () => void rotate())}
        {button(t('delete'), () => void remove())}
      </HStack>
      {open === 'edit' ? <WebhookDialog endpoint={endpoint} onClose={() => setOpen(null)} /> : null}
      {open === 'deliveries' ? <WebhookDeliveries endpoint={endpoint} onClose={() => setOpen(null)} /> : null}
    </Box>
  );
}
