import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { SignInForm, type Credentials } from '../features/session/SignInForm.tsx';
import { useSignIn } from '../gql/hooks.ts';
import { safeReturnPath, urls } from '../lib/urls.ts';

/** Signs in and opens the requested page (?return=). Queries nothing about the user. */
export function LoginPage() {
  const { t } = useTranslation('session');
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const client = useApolloClient();
  const signIn = useSignIn();
  const returnTo = parameters.get('return');

  async function submit(credentials: Credentials) {
    const payload = await signIn({ input: credentials });
    if (payload.userErrors.length > 0) return payload.userErrors;
    // Cached data, above all "no viewer", belongs to another session.
    await client.clearStore();
    await navigate(
      payload.verificationRequired
        ? `${urls.verifyLogin}${returnTo ? `?return=${encodeURIComponent(returnTo)}` : ''}`
        : safeReturnPath(returnTo),
      { replace: true },
    );
  }

  return (
    <SignedOutFrame title={t('title')} language={<LanguageSwitch />}>
      <SignInForm onSubmit={submit} />
    </SignedOutFrame>
  );
}
