import { Alert, CloseButton } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** The banner after a migration (document 001, section 2). The patients may still be on their way. */
export function MigrationCompleted({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('migration');
  return (
    <Alert.Root status="success" role="status" mb="4">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t('completed')}</Alert.Title>
        <Alert.Description>{t('completedHelp')}</Alert.Description>
      </Alert.Content>
      <CloseButton size="2xs" color="currentColor" aria-label={t('dismiss')} onClick={onDismiss} />
    </Alert.Root>
  );
}
