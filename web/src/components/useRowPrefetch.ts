import { useCallback, useEffect, useState, type HTMLAttributes } from 'react';
import { createPrefetch, type Ahead } from '../lib/prefetch.ts';

/** Returns the handlers of a row whose page is fetched ahead while the pointer or the focus rests on it. Part of DataTable. */
export function useRowPrefetch<Row>(aheadOf: ((row: Row) => Ahead) | undefined) {
  const [prefetch] = useState(createPrefetch);
  useEffect(() => prefetch.away, [prefetch]);
  return useCallback(
    (row: Row): HTMLAttributes<HTMLTableRowElement> =>
      aheadOf
        ? {
            onPointerEnter: ({ pointerType }) => void (pointerType !== 'touch' && prefetch.near(aheadOf(row))),
            onPointerLeave: prefetch.away,
            // Only where the focus is seen: the click that focuses a link opens it.
            onFocus: ({ target }) => void (target.matches(':focus-visible') && prefetch.near(aheadOf(row))),
            onBlur: prefetch.away,
          }
        : {},
    [prefetch, aheadOf],
  );
}
