import { useSyncExternalStore } from 'react';
import { isPasswordAsked, onPasswordAsked } from '../../lib/freshPassword.ts';
import { withPageTexts } from '../../lib/i18n.ts';
import { useLoaded } from '../../lib/useLoaded.ts';

const loadDialog = withPageTexts(() => import('./PasswordDialog.tsx'));

/** Asks for the password when an operation needs a fresh one (app/freshLink.ts). */
export function PasswordQuestion() {
  const isAsked = useSyncExternalStore(onPasswordAsked, isPasswordAsked);
  return isAsked ? <Dialog /> : null;
}

function Dialog() {
  const dialog = useLoaded(loadDialog, true);
  return dialog ? <dialog.PasswordDialog /> : null;
}
