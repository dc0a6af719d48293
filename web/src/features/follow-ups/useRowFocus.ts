import { useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list when the row that has it leaves: the row that takes its place gets it, at the end of the list
 * the last one, and without rows the list itself. Not while `isActing`: a menu or a dialog has the focus then.
 */
export function useRowFocus(ids: readonly string[], isActing: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const row = last.current;
    if (!row || isActing) return;
    const index = ids.indexOf(row.id);
    if (index >= 0) {
      row.index = index;
      return;
    }
    // After what closes has returned the focus.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
      (rows[Math.min(row.index, rows.length - 1)] ?? list.current)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });
  return {
    list,
    /** The row that the user is at. */
    isAt(id: string) {
      last.current = { id, index: ids.indexOf(id) };
    },
  };
}
