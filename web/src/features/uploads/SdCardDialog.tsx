import { Alert, Link, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';

/** 'SD card': the link to the earlier system, and what happens with the data of a card (document 001, section 2). */
export function SdCardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('uploads');
  const address = `${window.location.origin}/quick/info`;
  return (
    <Modal open onClose={onClose} title={t('sd.title')} size="md">
      <Stack gap="4">
        <Text>{t('sd.intro')}</Text>
        <Link href={address} target="_blank" rel="noreferrer" overflowWrap="anywhere" textDecoration="underline">
          {address}
        </Link>
        <Alert.Root status="warning" alignItems="flex-start">
          <Alert.Indicator />
          <Stack gap="1">
            <Text>{t('sd.minutes')}</Text>
            <Text>{t('sd.kept')}</Text>
            <Text>{t('sd.priority')}</Text>
          </Stack>
        </Alert.Root>
      </Stack>
    </Modal>
  );
}
