import { Alert, Box, Button, VisuallyHidden } from '@chakra-ui/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Above the rows of a list that change in their places: says how many just did, for screen readers, and offers to read the
 * list again when rows have come, gone or moved. Until then no row moves below the pointer.
 */
export function LiveNotice(props: { changed: number; isMoved: boolean; onRefresh: () => void }) {
  const { t } = useTranslation('rows');
  const bar = useRef<HTMLDivElement>(null);
  return (
    <Box ref={bar} role="status" tabIndex={-1} className="no-print">
      {props.changed > 0 ? <VisuallyHidden>{t('updated', { count: props.changed })}</VisuallyHidden> : null}
      {props.isMoved ? (
        <Alert.Root status="info" size="sm" mb="2" alignItems="center">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal" flex="1">
            {t('moved')}
          </Alert.Title>
          <Button
            size="xs"
            variant="outline"
            onClick={() => {
              // The button goes away with the bar.
              bar.current?.focus();
              props.onRefresh();
            }}
          >
            {t('refresh')}
          </Button>
        </Alert.Root>
      ) : null}
    </Box>
  );
}
