import { Button, Link, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ShowOnce } from '../../components/ShowOnce.tsx';

/** Served by the API: no page of the client. */
const GUIDE = '/developers/webhooks';

/** A secret that was just made. `secret`: null when the server's answer was lost. */
export interface NewSecret {
  url: string;
  secret: string | null;
  /** Whether it replaces another one, which is valid for another day. */
  replaces: boolean;
}

/** Shows the secret of a webhook, this once. Every way to close it but the button asks first. */
export function WebhookSecretDialog({ made, onClose }: { made: NewSecret; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const { url, secret, replaces } = made;
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      title={
        <Text as="span" overflowWrap="anywhere">
          {t('secretOf', { url })}
        </Text>
      }
      guard={{
        state: () => (secret === null ? 'clean' : 'dirty'),
        question: t('closeQuestion'),
        confirmLabel: t('close'),
      }}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <Stack gap="3" pb="2">
        <ShowOnce label={t('secret')} value={secret} />
        <Text color={secret === null ? undefined : 'fg.muted'}>
          {secret === null ? t('lost') : t(replaces ? 'useNew' : 'use')}
        </Text>
        <Link href={GUIDE} target="_blank" color="teal.fg" textDecoration="underline" textUnderlineOffset="3px">
          {t('guide')}
        </Link>
      </Stack>
    </Modal>
  );
}
