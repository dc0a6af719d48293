import { Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/ErrorState.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { InstallationFacts } from '../features/installation/InstallationFacts.tsx';
import { FailedJobs, InstallationQueues } from '../features/installation/InstallationJobs.tsx';
import { InstallationNodes } from '../features/installation/InstallationNodes.tsx';
import { byItself } from '../lib/byItself.ts';
import { graphql } from '../lib/graphql.ts';
import { useViewer } from '../lib/viewer.ts';
import { useInstallationPageQuery } from './gql/InstallationPage.ts';

graphql(`
  query InstallationPage {
    installation {
      ...InstallationFacts_installation @unmask
      nodes {
        ...InstallationNodes_node @unmask
      }
      queues {
        ...InstallationJobs_queue @unmask
      }
      failedJobs {
        ...InstallationJobs_job @unmask
      }
    }
  }
`);

/** Milliseconds between two reads. */
const pollMs = 10_000;

/** The state of the installation, for support administrators: read again while the page is visible. */
export function InstallationPage() {
  const { viewerCanReadInstallation } = useViewer();
  return viewerCanReadInstallation ? <InstallationState /> : <NoPermission />;
}

function InstallationState() {
  const { t } = useTranslation('installation');
  const { data, previousData, error, refetch } = useInstallationPageQuery({
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
    skipPollAttempt: () => document.hidden,
    context: byItself,
  });
  const installation = (data ?? previousData)?.installation;
  return (
    <>
      <PageHeader title={t('title')} meta={t('meta', { seconds: pollMs / 1000 })} />
      {installation ? (
        <Stack gap="4">
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
          <InstallationFacts installation={installation} />
          <FailedJobs
            jobs={installation.failedJobs}
            total={installation.queues.reduce((sum, { failed }) => sum + failed, 0)}
          />
          <InstallationQueues queues={installation.queues} />
          <InstallationNodes nodes={installation.nodes} release={installation} />
        </Stack>
      ) : error ? (
        <PageProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCards count={4} />
      )}
    </>
  );
}
