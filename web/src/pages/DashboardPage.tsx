import { Box, Heading, Stack } from '@chakra-ui/react';
import { CircleCheckBig } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { DashboardCards } from '../features/dashboard/DashboardCards.tsx';
import { FiguresVerified } from '../features/dashboard/FiguresVerified.tsx';
import { TriageCards } from '../features/dashboard/TriageCards.tsx';
import { triageColumns } from '../features/patients/triageColumns.tsx';
import { HomeFollowUps } from '../features/follow-ups/HomeFollowUps.tsx';
import { graphql } from '../lib/graphql.ts';
import { useOnFocus } from '../lib/useOnFocus.ts';
import { useQuiet } from '../lib/useQuiet.ts';
import { useViewer } from '../lib/viewer.ts';
import { useDashboardPageQuery, type DashboardPageQuery } from './gql/DashboardPage.ts';

graphql(`
  query DashboardPage {
    dashboard {
      ...HomeFollowUps_dashboard @unmask
      cards {
        ...DashboardCards_card @unmask
      }
      rows {
        ...TriageCards_row @unmask
      }
      firstSteps {
        ...FirstSteps_step @unmask
      }
      verification {
        ...FiguresVerified_verification @unmask
      }
    }
  }
`);

const FirstSteps = lazy(async () => ({
  default: (await import('../features/dashboard/FirstSteps.tsx')).FirstSteps,
}));

/** Milliseconds between two reads, when several follow-ups change. */
const quietMs = 500;

/** The home page: the patients to call today, what else needs attention, and the patients' compliance. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const { viewerCanReadPatients } = useViewer();
  const { data, error, refetch } = useDashboardPageQuery({ fetchPolicy: 'cache-and-network' });
  // A page left open overnight would show yesterday's counts.
  useOnFocus(() => void refetch());
  const reload = useQuiet(() => void refetch().catch(() => undefined), quietMs);

  return (
    <>
      <PageHeader title={t('title')} />
      {data ? (
        <>
          {data.dashboard.firstSteps.length > 0 ? (
            <Box mb="8">
              <Suspense fallback={<SkeletonCards count={1} />}>
                <FirstSteps steps={data.dashboard.firstSteps} onDismissed={() => void refetch()} />
              </Suspense>
            </Box>
          ) : null}
          {viewerCanReadPatients ? <HomeFollowUps dashboard={data.dashboard} onChanged={reload} /> : null}
          <Cards {...data.dashboard} hasFollowUps={viewerCanReadPatients} />
          <FiguresVerified verification={data.dashboard.verification} />
        </>
      ) : error ? (
        <PageProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCards count={3} />
      )}
    </>
  );
}

function Cards({
  cards,
  rows,
  hasFollowUps,
}: Pick<DashboardPageQuery['dashboard'], 'cards' | 'rows'> & { hasFollowUps: boolean }) {
  const { t } = useTranslation('dashboard');
  const today = cards.filter(({ needsSomeone, count }) => needsSomeone && count > 0);
  const overview = cards.filter(({ needsSomeone }) => !needsSomeone);
  if (cards.length === 0) return hasFollowUps ? null : <EmptyState text={t('nothingToSee')} />;
  return (
    <Stack gap="8" mt={hasFollowUps ? '8' : undefined}>
      {today.length > 0 ? (
        <Section title={t('today')}>
          <TriageCards cards={today} rows={rows} label={t('today')} patientColumns={triageColumns} />
        </Section>
      ) : hasFollowUps ? null : (
        <EmptyState icon={CircleCheckBig} text={t('nothing')} />
      )}
      {overview.length > 0 ? (
        <Section title={t('compliance')}>
          <DashboardCards cards={overview} label={t('compliance')} />
        </Section>
      ) : null}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section">
      <Heading as="h2" size="md" mb="3">
        {title}
      </Heading>
      {children}
    </Box>
  );
}
