import { Alert, Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../lib/connection.ts';

/** Shows that the browser is offline, or that live updates are paused. Otherwise empty. */
export function ConnectionBanner() {
  const { t } = useTranslation('components');
  const state = useConnection();
  return (
    <Box role="status" className="no-print" position="sticky" top="56px" zIndex="docked">
      {state === 'online' ? null : (
        <Alert.Root status="warning" borderRadius="0">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal">{t(`connection.${state}`)}</Alert.Title>
        </Alert.Root>
      )}
    </Box>
  );
}
