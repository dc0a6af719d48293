import { useTranslation } from 'react-i18next';
import { useLeaveQuestion } from '../../components/useLeaveQuestion.ts';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import { useSignOut } from '../../gql/hooks.ts';
import { emptyBrowser, whatStays } from '../../lib/emptyBrowser.ts';
import { failureOf } from '../../lib/failure.ts';
import { page } from '../../lib/page.ts';
import { setSessionEnding } from '../../lib/sessionGuard.ts';
import { discardWork, workState } from '../../lib/unsavedWork.ts';
import { tellOtherTabs } from '../../lib/userActivity.ts';
import { urls } from '../../lib/urls.ts';

graphql(`
  mutation SignOut {
    signOut {
      ...UserErrors
    }
  }
`);

function leave(kept: ReturnType<typeof whatStays>) {
  emptyBrowser(kept);
  tellOtherTabs('over');
  discardWork();
  page.open(urls.login);
}

/** Returns a function that ends the session, empties the memory and the storages, and opens the sign-in page; a toast shows a failure. */
export function useEndSession(): () => Promise<void> {
  const { t } = useTranslation('session');
  const signOut = useSignOut();
  const askToLeave = useLeaveQuestion();

  return async () => {
    if (workState() !== 'clean' && !(await askToLeave())) return;
    setSessionEnding(true);
    const kept = whatStays();
    try {
      await signOut({});
      leave(kept);
    } catch (error) {
      // The session has ended already, and the user has agreed to lose unsaved input.
      if (failureOf(error) === 'signedOut') return leave(kept);
      setSessionEnding(false);
      toaster.error({ title: t('signOutFailed') });
    }
  };
}
