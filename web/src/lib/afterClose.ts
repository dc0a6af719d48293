import { flushSync } from 'react-dom';

/** Closes a dialog and then continues: its entry leaves the history before another page enters it. */
export function afterClose(close: () => void, next: () => void): void {
  flushSync(close);
  queueMicrotask(next);
}
