import { useEffect, useRef } from 'react';
import type { TableState } from './useTableState.ts';

/** Turns a page after the last one (an old link, a shorter list) into the last one. */
export function useLastPage(table: TableState, last: number | undefined, loading: boolean): void {
  const beyond = !loading && last !== undefined && table.page > last;
  useEffect(() => {
    if (beyond) table.setPage(last, true);
    // oxlint-disable-next-line react/exhaustive-deps -- setPage is new on every render and does not matter
  }, [beyond, last]);
}

/** After a page change the focus moves to the top of the table: the ref is for the table's caption. */
export function useFocusOnPage(page: number, loading: boolean) {
  const caption = useRef<HTMLTableCaptionElement>(null);
  const lastPage = useRef(page);
  useEffect(() => {
    if (loading || lastPage.current === page) return;
    lastPage.current = page;
    const target = caption.current;
    if (!target) return;
    // Focusable only while it has the focus: a table contains rows, and the caption is no tab stop.
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest' });
  }, [page, loading]);
  return caption;
}
