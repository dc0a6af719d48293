import { useSyncExternalStore, type ComponentType } from 'react';
import { withPageTexts } from '../../lib/i18n.ts';
import { useLoaded } from '../../lib/useLoaded.ts';
import { onFirstForm, wasFormOpen } from '../../lib/unsavedWork.ts';
import { useSessionOver } from '../../lib/useSessionOver.ts';

/** The second step of signing in, for users who have one. `onOver`: the password has to be given again. */
export type LoadSecondStep = () => Promise<{
  SecondStepAgain: ComponentType<{ onDone: () => void; onOver: () => void }>;
}>;

const loadDialog = withPageTexts(() => import('./SignInAgain.tsx'));

/**
 * Covers the page when the session expired with unsaved input: the same user signs in again and continues (ADR 017).
 * The dialog is loaded with the first form, because without one there is nothing to keep.
 */
export function SessionOver({ loadSecondStep }: { loadSecondStep: LoadSecondStep }) {
  const isOver = useSessionOver();
  const isNeeded = useSyncExternalStore(onFirstForm, wasFormOpen);
  return isNeeded || isOver ? <Dialog isOver={isOver} loadSecondStep={loadSecondStep} /> : null;
}

function Dialog({ isOver, loadSecondStep }: { isOver: boolean; loadSecondStep: LoadSecondStep }) {
  const dialog = useLoaded(loadDialog, isOver);
  return isOver && dialog ? <dialog.SignInAgain loadSecondStep={loadSecondStep} /> : null;
}
