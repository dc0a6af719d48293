import { useEffect, useEffectEvent } from 'react';
import { singleKeysAreOn } from '../lib/singleKeys.ts';

/** Where a key is a letter, or chooses an item that begins with it. */
const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox]';

const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(TYPING) !== null;

/** Nothing opens over a dialog. */
const dialogIsOpen = () => document.querySelector('[aria-modal=true]') !== null;

/** Moves the focus to the search of the page's table; returns whether there is one. */
function focusTableSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  search?.select();
  return search !== null;
}

/**
 * Listens to the shortcuts of the product: Ctrl or Cmd with K everywhere; `/` (the search of the table) and `?` only
 * while the user types nowhere, and only if they are on.
 */
export function useShortcuts({ onPalette, onSheet }: { onPalette: () => void; onSheet: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    if (ctrlKey || metaKey) {
      if (shiftKey || key.toLowerCase() !== 'k') return;
      // The browser's own would leave the page.
      event.preventDefault();
      if (!dialogIsOpen()) onPalette();
      return;
    }
    if ((key !== '/' && key !== '?') || isTyping(event) || dialogIsOpen() || !singleKeysAreOn()) return;
    if (key === '/' && !focusTableSearch()) return;
    event.preventDefault();
    if (key === '?') onSheet();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
