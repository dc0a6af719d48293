import { Alert, Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../lib/connection.ts';

/** Shows that the browser is offline, or that live updates are paused. Otherwise empty. */
export function ConnectionBanner() {
  return (
    <Box role="status" className="no-print">
      <ConnectionNotice />
    </Box>
  );
}

/**
 * The same inside a dialog: on a phone the dialog covers the page's banner, and screen readers do not announce what is
 * outside an open dialog.
 */
export function DialogConnectionBanner() {
  return (
    <Box aria-live="polite" flexShrink="0">
      <ConnectionNotice />
    </Box>
  );
}

function ConnectionNotice() {
  const { t } = useTranslation('components');
  const state = useConnection();
  return state === 'online' ? null : (
    <Alert.Root status="warning" borderRadius="0">
      <Alert.Indicator />
      <Alert.Title fontWeight="normal">{t(`connection.${state}`)}</Alert.Title>
    </Alert.Root>
  );
}
