import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { SignInForm, type Credentials } from '../features/session/SignInForm.tsx';
import { httpErrorOf, sendRequest } from '../lib/http.ts';
import { signedIn } from '../lib/sessionGuard.ts';
import { safeReturnPath, urls } from '../lib/urls.ts';

/**
 * Signs in and opens the requested page (?return=). Queries nothing about the user, and over REST: the page is ready
 * before the GraphQL client is loaded.
 */
export function LoginPage() {
  const { t } = useTranslation('session');
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const returnTo = parameters.get('return');

  async function submit(credentials: Credentials) {
    const answer = await sendRequest('post', urls.login, { data: { ...credentials } });
    if (!answer.ok) {
      const error = await httpErrorOf(answer);
      if (error.status === 422) return error.refusals;
      throw error;
    }
    const { two_factor: verificationRequired } = (await answer.json()) as { two_factor: boolean };
    await signedIn();
    await navigate(
      verificationRequired
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
