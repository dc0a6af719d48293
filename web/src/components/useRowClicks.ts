import { useCallback, useEffect, useRef, type HTMLAttributes, type MouseEvent } from 'react';

/** Milliseconds between the clicks of a double click (document 001, section 9). */
const doubleClickTime = 230;

/** What a click and a double click on a row do. */
export interface RowClicks<Row> {
  single: (row: Row) => void;
  /** `element`: the row on the screen. */
  double: (row: Row, element: HTMLElement) => void;
}

/** What has an action of its own. */
const ACTIVE = 'a, button, input, label, select';

/**
 * Returns the handlers of a row that keeps a click apart from a double click: the single action waits until no second click
 * can follow. A click on a control, or one that ends a selection of text, is none on the row. For the pointer alone: each
 * action must have a control of its own, which the keyboard reaches. Part of DataTable.
 */
export function useRowClicks<Row>(clicks: RowClicks<Row> | undefined) {
  const waiting = useRef<{ row: Row; timer: number } | null>(null);
  useEffect(
    () => () => {
      if (waiting.current) clearTimeout(waiting.current.timer);
    },
    [],
  );
  return useCallback(
    (row: Row): HTMLAttributes<HTMLTableRowElement> =>
      clicks
        ? {
            onClick({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLTableRowElement>) {
              if ((target as Element).closest(ACTIVE) || ctrlKey || metaKey || shiftKey) return;
              const first = waiting.current;
              if (first) clearTimeout(first.timer);
              waiting.current = null;
              if (first?.row === row) {
                getSelection()?.removeAllRanges(); // a double click selects the word under it
                return clicks.double(row, currentTarget);
              }
              if (!getSelection()?.isCollapsed) return;
              const timer = window.setTimeout(() => {
                waiting.current = null;
                clicks.single(row);
              }, doubleClickTime);
              waiting.current = { row, timer };
            },
          }
        : {},
    [clicks],
  );
}
