import { useRef } from 'react';

interface Reloads {
  running: Promise<void> | null;
  /** The one that begins when `running` has ended. */
  next: Promise<void> | null;
}

/**
 * Returns a page's `refetch` that never rejects, and that reads what is stored when it is called: while one is under
 * way, another begins after it, because Apollo Client would answer with the earlier request. `isReading`: the page's own
 * read is under way, for which the same is true. `onFailed` receives an error.
 */
export function useReloadInTurn(
  refetch: () => Promise<unknown>,
  isReading: boolean,
  onFailed: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  const reloads = useRef<Reloads>({ running: null, next: null });
  const read = async () => {
    await refetch().catch((error: Error) => {
      // Apollo Client aborts when the user has left, or looks at the next row: nothing has failed.
      if (error.name !== 'AbortError') onFailed(error);
    });
    reloads.current.running = null;
  };
  const begin = () => {
    reloads.current = { running: read(), next: null };
    return reloads.current.running!;
  };
  return () => {
    const { running, next } = reloads.current;
    if (next) return next;
    // The first one gets the answer of the page's own read.
    const earlier = running ?? (isReading ? begin() : null);
    return earlier ? (reloads.current.next = earlier.then(begin)) : begin();
  };
}
