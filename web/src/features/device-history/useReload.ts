import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';

/** A page's `refetch` that never rejects: when the devices cannot be read again it says that what is shown may be old. */
export function useReload(refetch: () => Promise<unknown>): () => Promise<void> {
  const { t } = useTranslation('device-history');
  return async () => {
    try {
      await refetch();
    } catch {
      toaster.error({ title: t('reloadFailed') });
    }
  };
}
