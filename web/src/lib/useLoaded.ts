import { useEffect, useState } from 'react';
import { untilFirstPage } from './early.ts';

type State<T> = { value: T } | { error: unknown } | null;

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
let sign: Promise<void> | undefined;

/**
 * Resolves at the first sign that the user acts on the page, which comes before any click, and not before the code of the
 * first page is there.
 */
const untilSign = (): Promise<void> =>
  (sign ??= new Promise<void>((resolve) => {
    for (const name of SIGNS) window.addEventListener(name, () => resolve(), { once: true, capture: true });
  }).then(untilFirstPage));

/** What is not needed yet is loaded at the first sign of the user: a page that is only looked at does without it. */
function useLoading<T>(load: () => Promise<T>, isNeeded: boolean): State<T> {
  const [state, setState] = useState<State<T>>(null);
  const isLoaded = state !== null && 'value' in state;
  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    (isNeeded ? load() : untilSign().then(load)).then(
      (value) => {
        if (isCurrent) setState({ value });
      },
      // lib/preloadErrors.ts has noted it.
      (error: unknown) => {
        if (isCurrent && isNeeded) setState({ error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, isNeeded, isLoaded]);
  return state;
}

/**
 * Returns what `load` resolves to, null until then. It begins when it is needed, or else at the first sign of the user, so
 * that a part that the first screen does without is there when it is needed. A failed load is repeated when `isNeeded`
 * becomes true.
 */
export function useLoaded<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const state = useLoading(load, isNeeded);
  return state !== null && 'value' in state ? state.value : null;
}

/**
 * Returns the same for a part of a page, such as a dialog. When it is needed and cannot be loaded, the page says so
 * (app/RouteError.tsx).
 */
export function usePart<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const state = useLoading(load, isNeeded);
  if (state === null) return null;
  if ('error' in state) throw state.error;
  return state.value;
}
