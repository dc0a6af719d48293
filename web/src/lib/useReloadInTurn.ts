import { useRef } from 'react';

interface Reloads {
  running: Promise<void> | null;
  /** The one that begins when `running` has ended. */
  next: Promise<void> | null;
}

/**
 * Returns a page's `refetch` that never rejects, and that reads what is stored when it is called: while one is under
 * way, another begins after it, because Apollo Client would answer with the earlier request. `onFailed` receives an error.
 */
export function useReloadInTurn(
  refetch: () => Promise<unknown>,
  onFailed: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  const reloads = useRef<Reloads>({ running: null, next: null });
  const read = async () => {
    await refetch().catch(onFailed);
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
