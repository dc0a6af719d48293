import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { page } from '../../lib/page.ts';

const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'p';

/**
 * Returns whether a part of the page is needed on paper; once it is, it stays so. Printing waits for nothing that loads:
 * so Ctrl-P (Cmd-P) first has the part loaded, and prints when it `isReady`; pressed once more, it prints at once. The
 * browser's menu cannot be held up: it prints what is there, and the part is there the next time.
 */
export function usePrinting(isReady: boolean): boolean {
  const [wanted, setWanted] = useState<'print' | 'load' | null>(null);
  const isPrinted = useRef(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isReady || event.defaultPrevented || !isPrintKey(event)) return;
    if (wanted === 'print') return setWanted('load');
    event.preventDefault();
    setWanted('print');
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event);
    const onPrint = () => setWanted((before) => before ?? 'load');
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('beforeprint', onPrint);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('beforeprint', onPrint);
    };
  }, []);
  useEffect(() => {
    if (!isReady || wanted !== 'print' || isPrinted.current) return;
    isPrinted.current = true;
    page.print();
  }, [isReady, wanted]);
  return wanted !== null;
}
