import { useSyncExternalStore } from 'react';
import { useLoaded } from '../../lib/useLoaded.ts';
import { onFirstForm, wasFormOpen } from '../../lib/unsavedWork.ts';
import { useSessionOver } from '../../lib/useSessionOver.ts';

const loadDialog = () => import('./SignInAgain.tsx');

/**
 * Covers the page when the session expired with unsaved input: the same user signs in again and continues (ADR 017).
 * The dialog is loaded with the first form, because without one there is nothing to keep.
 */
export function SessionOver() {
  const isOver = useSessionOver();
  const isNeeded = useSyncExternalStore(onFirstForm, wasFormOpen);
  return isNeeded || isOver ? <Dialog isOver={isOver} /> : null;
}

function Dialog({ isOver }: { isOver: boolean }) {
  const dialog = useLoaded(loadDialog, isOver);
  return isOver && dialog ? <dialog.SignInAgain /> : null;
}
