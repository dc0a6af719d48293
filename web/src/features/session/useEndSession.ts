import { useTranslation } from 'react-i18next';
import { useLeaveQuestion } from '../../components/useLeaveQuestion.ts';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { setSessionEnding } from '../../lib/sessionGuard.ts';
import { workState } from '../../lib/unsavedWork.ts';
import { useSignOut } from './gql/useEndSession.ts';

graphql(`
  mutation SignOut {
    signOut {
      ...UserErrors
    }
  }
`);

/** Returns a function that ends the session and opens the sign-in page; a toast shows a failure. */
export function useEndSession(): () => Promise<void> {
  const { t } = useTranslation('session');
  const signOut = useSignOut();
  const askToLeave = useLeaveQuestion();

  return async () => {
    if (workState() !== 'clean' && !(await askToLeave())) return;
    setSessionEnding(true);
    try {
      const { endSession } = await import('./endSession.ts');
      await endSession(() => signOut({}));
    } catch {
      setSessionEnding(false);
      toaster.error({ title: t('signOutFailed') });
    }
  };
}
