import { Alert, Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from './ErrorState.tsx';

/** The line above rows that could not be read again: they stay, with the reason and the way to try again. */
export function OutOfDate({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('rows');
  const reason = useErrorText(error);
  return (
    <Alert.Root status="warning" role="status" size="sm" mb="2" alignItems="center" className="no-print">
      <Alert.Indicator />
      <Alert.Title fontWeight="normal" flex="1">
        {t('outOfDate')} {reason}
      </Alert.Title>
      {onRetry ? (
        <Button size="xs" variant="outline" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      ) : null}
    </Alert.Root>
  );
}
