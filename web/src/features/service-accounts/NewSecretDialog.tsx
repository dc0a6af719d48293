import { Button, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { Modal } from '../../components/Modal.tsx';
import { ProgramLine } from '../../components/ProgramLine.tsx';
import { ShowOnce } from '../../components/ShowOnce.tsx';
import { exchangeLine } from '../../lib/exchangeLine.ts';
import type { NewSecret } from './serviceAccount.ts';

/** Shows the new secret of a service account, this once. Every way to close it but the button asks first. */
export function NewSecretDialog({ made, onClose }: { made: NewSecret; onClose: () => void }) {
  const { t } = useTranslation('service-accounts');
  const { name, clientId, secret } = made;
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      title={t('secretOf', { name })}
      guard={{
        state: () => (secret === null ? 'clean' : 'dirty'),
        question: t('closeQuestion'),
        confirmLabel: t('close'),
      }}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <Stack gap="3" pb="2">
        <DescriptionList items={[{ label: t('clientId'), value: clientId, mono: true }]} />
        <ShowOnce label={t('clientSecret')} value={secret} />
        {secret === null ? (
          <Text>{t('lost')}</Text>
        ) : (
          <ProgramLine title={t('firstLine')} line={exchangeLine(clientId, secret)} />
        )}
      </Stack>
    </Modal>
  );
}
