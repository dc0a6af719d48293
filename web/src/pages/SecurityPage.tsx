import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/ErrorState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { SecondFactorCards } from '../features/two-factor/SecondFactorCards.tsx';
import { UserSessions } from '../features/users/UserSessions.tsx';
import { graphql } from '../lib/graphql.ts';
import { useViewer } from '../lib/viewer.ts';
import { useSecondFactorsQuery } from './gql/SecurityPage.ts';

graphql(`
  query SecondFactors {
    secondFactors {
      factors
      allowed
      required
      choosesPhone
      phoneEnding
      recoveryCodesLeft
      passkeys {
        id
        name
        createdAt
        lastUsedAt
      }
    }
  }
`);

/** The viewer's own second factors, and the sessions in which they are signed in. */
export function SecurityPage() {
  const { t } = useTranslation('two-factor');
  const { user } = useViewer();
  const { data, error, refetch } = useSecondFactorsQuery({ fetchPolicy: 'cache-and-network' });
  // A change of a factor ends the other sessions, so that they are read again.
  const [changes, setChanges] = useState(0);
  const onChanged = () => {
    setChanges((count) => count + 1);
    void refetch();
  };
  return (
    <>
      <PageHeader title={t('page.title')} meta={t(data?.secondFactors.required ? 'page.required' : 'page.help')} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <SecondFactorCards state={data.secondFactors} onChanged={onChanged} />
      ) : error ? null : (
        <SkeletonCards count={3} />
      )}
      {/* After the cards, of which each organization has others: nothing moves when they come. */}
      {data || error ? (
        <Box mt="4" maxW="720px">
          <UserSessions key={changes} user={user} mayEnd />
        </Box>
      ) : null}
    </>
  );
}
