import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';

/**
 * Returns a page's `refetch` that never rejects. When the devices cannot be reloaded, this is logged, and a toast says
 * that the page may be out of date.
 */
export function useReload(refetch: () => Promise<unknown>): () => Promise<void> {
  const { t } = useTranslation('device-history');
  return async () => {
    try {
      await refetch();
    } catch (error) {
      console.error('The devices were not loaded:', error);
      toaster.error({ title: t('reloadFailed') });
    }
  };
}
