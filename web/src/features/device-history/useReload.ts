import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { useReloadInTurn } from '../../lib/useReloadInTurn.ts';

/**
 * Returns a page's `refetch` that reads what is stored when it is called, also while the page `isReading`, and never
 * rejects. When the devices cannot be reloaded, this is logged, and a toast says that the page may be out of date.
 */
export function useReload(refetch: () => Promise<unknown>, isReading: boolean): () => Promise<void> {
  const { t } = useTranslation('device-history');
  return useReloadInTurn(refetch, isReading, (error) => {
    console.error('The devices were not loaded:', error);
    toaster.error({ title: t('reloadFailed') });
  });
}
