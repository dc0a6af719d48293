import type { KeyboardEvent } from 'react';
import { singleKeysAreOn } from '../lib/singleKeys.ts';

/** Where a key is a letter, or chooses among options. */
const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** What a row opens: the link or button of its identity, else its first link. */
const OPENS = ['[data-identity] :is(a, button)', 'a'];

/** No tab stop, and focusable from then on: a dialog that closes gives the focus back to the row. */
function focusRow(row: HTMLTableRowElement): void {
  row.tabIndex = -1;
  row.focus();
}

function rowKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: region, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  // Keys in a dialog of a row come here too: it is no part of the region.
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || !region.contains(target as Node)) return;
  const at = target as Element;
  if (at.closest(TYPING)) return;
  const row = at.closest<HTMLTableRowElement>('tbody tr');

  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const rows = [
      ...region.querySelectorAll<HTMLTableRowElement>('tbody tr:not([data-coming]):not(:has([data-empty]))'),
    ];
    // From the region, or from the header, down to the first row.
    const next = row
      ? rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
      : key === 'ArrowDown'
        ? rows[0]
        : undefined;
    if (next) focusRow(next);
    if (row ?? next) event.preventDefault();
  } else if (key === 'Enter' && row === target) {
    const opens = OPENS.map((selector) => row.querySelector<HTMLElement>(selector)).find(Boolean);
    if (!opens) return;
    event.preventDefault();
    opens.click();
  } else if (key === 'x' && row && singleKeysAreOn()) {
    const box = row.querySelector<HTMLElement>('input[type=checkbox]');
    if (!box) return;
    event.preventDefault();
    box.click();
  }
}

/**
 * The keys of a table, for the region around it: the arrows move the focus from row to row, Enter opens the row, and `x`
 * selects it where rows can be selected. Part of DataTable.
 */
export const rowKeys = { onKeyDown: rowKey };
