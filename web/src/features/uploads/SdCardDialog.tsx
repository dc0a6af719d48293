import { Alert, Link, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { urls } from '../../lib/urls.ts';
import { CardNotes } from './CardNotes.tsx';

/** 'SD card': the link to the earlier system, and what happens with the data of a card (document 001, section 2). */
export function SdCardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('uploads');
  const address = `${window.location.origin}${urls.cardInfo}`;
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
            <CardNotes />
          </Stack>
        </Alert.Root>
      </Stack>
    </Modal>
  );
}
