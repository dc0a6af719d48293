import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import { useSignOut } from '../../gql/hooks.ts';
import { page } from '../../lib/page.ts';
import { urls } from '../../lib/urls.ts';

graphql(`
  mutation SignOut {
    signOut {
      ...UserErrors
    }
  }
`);

/** Ends the session and leaves for the sign-in page, with nothing kept in memory; a failure is said in a toast. */
export function useEndSession(): () => Promise<void> {
  const { t } = useTranslation('session');
  const signOut = useSignOut();

  return async () => {
    try {
      await signOut({});
      page.open(urls.login);
    } catch {
      toaster.error({ title: t('signOutFailed') });
    }
  };
}
