import { Box, Button } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { EmptyState } from '../components/EmptyState.tsx';
import { isPreloadError } from '../lib/preloadErrors.ts';
import { page } from '../lib/page.ts';

/** Shown when a page failed to load or render, with a button that reloads it. */
export function RouteError() {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <Box as="section" role="alert" py="10">
      <EmptyState
        icon={TriangleAlert}
        text={t(isPreloadError(error) ? 'newVersion' : 'pageFailed')}
        action={
          <Button variant="outline" onClick={page.reload}>
            {t('reload')}
          </Button>
        }
      />
    </Box>
  );
}
