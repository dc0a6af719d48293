import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ApiKeyPanel } from './ApiKeyPanel.tsx';
import type { UserDialogProps } from './userMenu.tsx';

/** "Manage API keys" of the row menu. A click outside does not close it: a new secret is shown once. */
export function ApiKeyDialog({ user, onClose }: UserDialogProps) {
  const { t } = useTranslation('users');
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      title={t('apiKey.titleOf', { email: user.email })}
      size="l-md"
      footer={
        <Button variant="outline" onClick={onClose}>
          {t('apiKey.close')}
        </Button>
      }
    >
      <ApiKeyPanel user={user} />
    </Modal>
  );
}
