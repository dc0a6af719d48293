import { Button, HStack, Skeleton, Stack } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../components/ErrorState.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { useEndSession } from '../features/session/useEndSession.ts';
import { EnrollStep } from '../features/two-factor/EnrollStep.tsx';
import { VerifyStep } from '../features/two-factor/VerifyStep.tsx';
import { graphql } from '../gql/gql.ts';
import { useSignInStepQuery } from '../gql/hooks.ts';
import { page } from '../lib/page.ts';
import { portalName, setTabTitle } from '../lib/portalName.ts';
import { safeReturnPath } from '../lib/urls.ts';

graphql(`
  query SignInStep {
    signInStep {
      stage
      factors
    }
  }
`);

/**
 * The second step of signing in: the second factor, or setting one up where the organization requires it. Queries
 * nothing about the user but which factors they have.
 */
export function VerifyLoginPage() {
  const { t } = useTranslation('two-factor');
  const endSession = useEndSession();
  const [query] = useSearchParams();
  const { data, error, refetch } = useSignInStepQuery();
  const step = data?.signInStep;
  const isOver = data !== undefined && !step;
  const title = t(step?.stage === 'ENROLL' ? 'enroll.title' : 'verify.title');
  useEffect(() => setTabTitle(title), [title]);

  const next = safeReturnPath(query.get('return'));
  const leave = () => page.replace(next);
  // Without a step the user is signed in, or has to sign in: the page to return to decides.
  useEffect(() => {
    if (isOver) page.replace(next);
  }, [isOver, next]);

  return (
    <SignedOutFrame portal={portalName()} title={title} language={<LanguageSwitch />}>
      <Stack gap="4">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {step || error ? null : <Skeleton height="10" />}
        {step?.stage === 'VERIFY' ? (
          <VerifyStep
            factors={step.factors}
            onDone={(enrollmentRequired) => {
              if (enrollmentRequired) void refetch();
              else leave();
            }}
          />
        ) : null}
        {step?.stage === 'ENROLL' ? <EnrollStep factors={step.factors} onDone={leave} /> : null}
        <HStack justify="flex-end" borderTopWidth="1px" pt="3">
          <Button variant="ghost" size="sm" onClick={() => void endSession()}>
            {t('verify.otherUser')}
          </Button>
        </HStack>
      </Stack>
    </SignedOutFrame>
  );
}
