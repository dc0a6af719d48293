import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { limitOf } from '../../lib/failure.ts';
import type { UserError } from '../../lib/userErrors.ts';

/** Queries that show users: read again after an act, so that lists, filters, counts and the page agree with it. */
export const USER_QUERIES = ['UsersPage', 'UserStatusCounts', 'UserPage'];

/**
 * Asks the documented 'Warning!', acts once, says how it ended, and closes. For items of the row menu that need no
 * dialog of their own. `act` resolves to the server's refusals.
 */
export function useUserAction(action: {
  question: string;
  confirmLabel: string;
  danger?: boolean;
  done: string;
  act: () => Promise<readonly UserError[]>;
  onClose: () => void;
}): void {
  const { t } = useTranslation('users');
  const confirm = useConfirm();
  const latest = useRef(action);
  // React runs effects twice in development: the question is asked once.
  const isAsked = useRef(false);

  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const { question, confirmLabel, danger, done, act } = latest.current;
    async function run() {
      if (!(await confirm({ title: t('warning'), body: question, confirmLabel, danger }))) return;
      try {
        const refused = await act();
        if (refused.length === 0) toaster.success({ title: done });
        else toaster.error({ title: t('actionFailed'), description: refused.map(({ message }) => message).join(' ') });
      } catch (error) {
        toaster.error({ title: t('actionFailed'), description: limitOf(error) });
      }
    }
    void run().finally(() => latest.current.onClose());
  }, [confirm, t]);
}
