import { useEffect, useState } from 'react';

/**
 * Returns what `load` resolves to, null until then. It begins with the first render, so that a part that the first
 * screen does without is there when it is needed. A failed load is repeated when `isNeeded` becomes true.
 */
export function useLoaded<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [loaded, setLoaded] = useState<{ value: T } | null>(null);
  const isLoaded = loaded !== null;
  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    load().then(
      (value) => {
        if (isCurrent) setLoaded({ value });
      },
      // lib/preloadErrors.ts has noted it.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [load, isNeeded, isLoaded]);
  return loaded?.value ?? null;
}
