import { Box, Heading, Stack } from '@chakra-ui/react';
import { CircleCheckBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { DashboardCards } from '../features/dashboard/DashboardCards.tsx';
import { FiguresVerified } from '../features/dashboard/FiguresVerified.tsx';
import { TriageCards } from '../features/dashboard/TriageCards.tsx';
import { triageColumns } from '../features/patients/triageColumns.tsx';
import { graphql } from '../gql/gql.ts';
import type { DashboardPageQuery } from '../gql/graphql.ts';
import { useDashboardPageQuery } from '../gql/hooks.ts';
import { useOnFocus } from '../lib/useOnFocus.ts';

graphql(`
  query DashboardPage {
    dashboard {
      cards {
        ...DashboardCards_card @unmask
      }
      rows {
        ...TriageCards_row @unmask
      }
      verification {
        ...FiguresVerified_verification @unmask
      }
    }
  }
`);

/** The home page: what needs attention today, and the patients' compliance. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useDashboardPageQuery({ fetchPolicy: 'cache-and-network' });
  // A page left open overnight would show yesterday's counts.
  useOnFocus(() => void refetch());

  return (
    <>
      <PageHeader title={t('title')} />
      {data ? (
        <>
          <Cards {...data.dashboard} />
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

function Cards({ cards, rows }: Pick<DashboardPageQuery['dashboard'], 'cards' | 'rows'>) {
  const { t } = useTranslation('dashboard');
  const today = cards.filter(({ needsSomeone, count }) => needsSomeone && count > 0);
  const overview = cards.filter(({ needsSomeone }) => !needsSomeone);
  if (cards.length === 0) return <EmptyState text={t('nothingToSee')} />;
  return (
    <Stack gap="8">
      <Section title={t('today')}>
        {today.length > 0 ? (
          <TriageCards cards={today} rows={rows} label={t('today')} patientColumns={triageColumns} />
        ) : (
          <EmptyState icon={CircleCheckBig} text={t('nothing')} />
        )}
      </Section>
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
