import { Alert, Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useActIn } from './useActIn.ts';

/** Shows support staff on every page in which organization it acts, with the way out. */
export function ActingBanner({ name }: { name: string }) {
  const { t } = useTranslation('organizations');
  const actIn = useActIn();
  return (
    <Alert.Root
      as="section"
      status="info"
      alignItems="center"
      borderRadius="0"
      py={{ base: '2', md: '3' }}
      className="no-print acting-banner"
      aria-label={t('acting.title')}
    >
      <Alert.Indicator />
      <Alert.Title flex="1" minW="0" fontWeight="normal" overflowWrap="anywhere">
        {t('acting.banner', { name })}
      </Alert.Title>
      <Button size="xs" variant="outline" flexShrink="0" onClick={() => void actIn(null)}>
        {t('acting.leave')}
      </Button>
    </Alert.Root>
  );
}
