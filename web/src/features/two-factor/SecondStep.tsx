import { Skeleton } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { graphql } from '../../lib/graphql.ts';
import { EnrollStep } from './EnrollStep.tsx';
import { useSignInStepQuery } from './gql/SecondStep.ts';
import { VerifyStep } from './VerifyStep.tsx';

graphql(`
  query SignInStep {
    signInStep {
      stage
      factors
      choosesPhone
    }
  }
`);

/**
 * Returns the step of a sign-in that is due after the password; `isOver` when none is. It queries nothing about the user
 * but which factors they have.
 */
export function useSignInStep() {
  const { t } = useTranslation('two-factor');
  // Asked again each time: a page may see several sign-ins.
  const { data, error, refetch } = useSignInStepQuery({ fetchPolicy: 'network-only' });
  const step = data?.signInStep ?? null;
  return {
    step,
    error,
    isOver: data !== undefined && !step,
    title: t(step?.stage === 'ENROLL' ? 'enroll.title' : 'verify.title'),
    askAgain: () => void refetch(),
  };
}

/** The second step of signing in: the second factor, or setting one up where the organization requires it. */
export function SecondStep({ state, onDone }: { state: ReturnType<typeof useSignInStep>; onDone: () => void }) {
  const { step, error, askAgain } = state;
  if (error) return <ErrorState error={error} onRetry={askAgain} />;
  if (!step) return <Skeleton height="10" />;
  if (step.stage === 'ENROLL')
    return <EnrollStep factors={step.factors} choosesPhone={step.choosesPhone} onDone={onDone} />;
  return (
    <VerifyStep
      factors={step.factors}
      onDone={(enrollmentRequired) => {
        if (enrollmentRequired) askAgain();
        else onDone();
      }}
    />
  );
}

/** The second step over a page whose session has ended. `onOver`: the password has to be given again. */
export function SecondStepAgain({ onDone, onOver }: { onDone: () => void; onOver: () => void }) {
  const state = useSignInStep();
  const { isOver } = state;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  return <SecondStep state={state} onDone={onDone} />;
}
