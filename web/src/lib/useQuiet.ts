import { useEffect, useRef, useState } from 'react';
import { leadingAndTrailing } from './debounce.ts';

/** Events that do not stop are followed too: after this many times the quiet that is waited for. */
const LONGEST = 5;

/**
 * Returns a function that stays the same, for events that come several at once: it runs the latest `action` at the first
 * call and, when more follow within `ms`, once more `ms` after the last of them, at the latest five times `ms` after the
 * first of them. Never after the component is gone.
 */
export function useQuiet(action: () => void, ms: number): () => void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  // oxlint-disable-next-line react/refs -- read when an event arrives, never while rendering
  const [quiet] = useState(() => leadingAndTrailing(() => latest.current(), ms, LONGEST * ms));
  useEffect(() => quiet.cancel, [quiet]);
  return quiet.call;
}
