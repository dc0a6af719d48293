import { Button, HStack, Stack } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { useEndSession } from '../features/session/useEndSession.ts';
import { SecondStep, useSignInStep } from '../features/two-factor/SecondStep.tsx';
import { page } from '../lib/page.ts';
import { portalName, setTabTitle } from '../lib/portalName.ts';
import { safeReturnPath } from '../lib/urls.ts';

/** The second step of signing in, as a page. */
export function VerifyLoginPage() {
  const { t } = useTranslation('two-factor');
  const endSession = useEndSession();
  const [query] = useSearchParams();
  const state = useSignInStep();
  const { isOver, title } = state;
  useEffect(() => setTabTitle(title), [title]);

  const next = safeReturnPath(query.get('return')) + useLocation().hash;
  // Without a step the user is signed in, or has to sign in: the page to return to decides.
  useEffect(() => {
    if (isOver) page.replace(next);
  }, [isOver, next]);

  return (
    <SignedOutFrame portal={portalName()} title={title} language={<LanguageSwitch />}>
      <Stack gap="4">
        <SecondStep state={state} onDone={() => page.replace(next)} />
        <HStack justify="flex-end" borderTopWidth="1px" pt="3">
          <Button variant="ghost" size="sm" onClick={() => void endSession()}>
            {t('verify.otherUser')}
          </Button>
        </HStack>
      </Stack>
    </SignedOutFrame>
  );
}
