import { Skeleton } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/ErrorState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { SecondFactorCards } from '../features/two-factor/SecondFactorCards.tsx';
import { graphql } from '../gql/gql.ts';
import { useSecondFactorsQuery } from '../gql/hooks.ts';

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

/** The viewer's own second factors. */
export function SecurityPage() {
  const { t } = useTranslation('two-factor');
  const { data, error, refetch } = useSecondFactorsQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <>
      <PageHeader title={t('page.title')} meta={t(data?.secondFactors.required ? 'page.required' : 'page.help')} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <SecondFactorCards state={data.secondFactors} onChanged={() => void refetch()} />
      ) : error ? null : (
        <Skeleton height="40" />
      )}
    </>
  );
}
