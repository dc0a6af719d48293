import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';

interface Reloads {
  running: Promise<void> | null;
  /** The one that begins when `running` has ended. */
  next: Promise<void> | null;
}

/**
 * Returns a page's `refetch` that never rejects, and that reads what is stored when it is called: while one is under
 * way, another begins after it, because Apollo Client would answer with the earlier request. When the devices cannot be
 * reloaded, this is logged, and a toast says that the page may be out of date.
 */
export function useReload(refetch: () => Promise<unknown>): () => Promise<void> {
  const { t } = useTranslation('device-history');
  const reloads = useRef<Reloads>({ running: null, next: null });
  const read = async () => {
    try {
      await refetch();
    } catch (error) {
      console.error('The devices were not loaded:', error);
      toaster.error({ title: t('reloadFailed') });
    }
    reloads.current.running = null;
  };
  const begin = () => {
    reloads.current = { running: read(), next: null };
    return reloads.current.running!;
  };
  return () => {
    const { running, next } = reloads.current;
    if (next) return next;
    return running ? (reloads.current.next = running.then(begin)) : begin();
  };
}
