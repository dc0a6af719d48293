import { Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { CircleCheckBig } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SmallTable } from '../../components/SmallTable.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { InstallationJobs_jobFragment, InstallationJobs_queueFragment } from './gql/InstallationJobs.ts';
import { RunJobsAgain } from './RunJobsAgain.tsx';

graphql(`
  fragment InstallationJobs_queue on InstallationQueue {
    id: queue
    waiting
    later
    active
    failed
    waitingSince
  }
`);

graphql(`
  fragment InstallationJobs_job on FailedJob {
    id
    queue
    failedAt
    attempts
    reason
  }
`);

type Queue = InstallationJobs_queueFragment;
type Job = InstallationJobs_jobFragment;
type Texts = TFunction<'installation'>;

/** The kind of the error, as the server names it; the two that a node causes by itself in words. */
function reasonOf({ reason }: Job, t: Texts) {
  if (reason === null) return t('failed.unknown');
  if (reason === 'TimedOut' || reason === 'NodeLost') return t(`failed.reasons.${reason}`);
  return (
    <Text as="span" overflowWrap="anywhere">
      {reason}
    </Text>
  );
}

const jobColumns = (t: Texts, timezone: string): DataTableColumn<Job>[] => [
  { id: 'queue', header: t('queue'), identity: true, cell: ({ queue }) => queue },
  { id: 'failedAt', header: t('failed.failedAt'), cell: ({ failedAt }) => formatInstant(failedAt, timezone) },
  { id: 'attempts', header: t('failed.attempts'), cell: ({ attempts }) => formatCount(attempts) },
  { id: 'reason', header: t('failed.reason'), cell: (job) => reasonOf(job, t) },
  { id: 'id', header: t('failed.id'), cell: ({ id }) => id },
  {
    id: 'actions',
    header: t('actions'),
    action: true,
    cell: ({ id, queue }) => <RunJobsAgain queue={queue} jobId={id} count={1} />,
  },
];

const queueColumns = (t: Texts, timezone: string): DataTableColumn<Queue>[] => [
  { id: 'queue', header: t('queue'), identity: true, cell: ({ id }) => id },
  { id: 'waiting', header: t('queues.waiting'), cell: ({ waiting }) => formatCount(waiting) },
  { id: 'active', header: t('queues.active'), cell: ({ active }) => formatCount(active) },
  { id: 'failed', header: t('queues.failed'), cell: ({ failed }) => formatCount(failed) },
  {
    id: 'since',
    header: t('queues.waitingSince'),
    cell: ({ waitingSince }) => formatInstant(waitingSince, timezone) || '–',
  },
  { id: 'later', header: t('queues.later'), cell: ({ later }) => formatCount(later) },
  {
    id: 'actions',
    header: t('actions'),
    action: true,
    cell: ({ id, failed }) => (failed > 0 ? <RunJobsAgain queue={id} count={failed} /> : null),
  },
];

/** The failed jobs, each with its button. Without one the card says what that means. */
export function FailedJobs({ jobs, total }: { jobs: readonly Job[]; total: number }) {
  const { t } = useTranslation('installation');
  const { timezone } = useViewer().organization;
  const columns = useMemo(() => jobColumns(t, timezone), [t, timezone]);
  return (
    <Card title={t('failed.title')}>
      {jobs.length === 0 ? (
        <EmptyState icon={CircleCheckBig} text={t('failed.none')} />
      ) : (
        <>
          <SmallTable label={t('failed.title')} columns={columns} rows={jobs} />
          <Text color="fg.muted" mt="3">
            {total > jobs.length
              ? t('failed.more', { shown: formatCount(jobs.length), total: formatCount(total) })
              : t('failed.help')}
          </Text>
        </>
      )}
    </Card>
  );
}

/** The queues that have work or failed jobs, and how many have none. */
export function InstallationQueues({ queues }: { queues: readonly Queue[] }) {
  const { t } = useTranslation('installation');
  const { timezone } = useViewer().organization;
  const columns = useMemo(() => queueColumns(t, timezone), [t, timezone]);
  const busy = queues.filter(({ waiting, active, failed }) => waiting + active + failed > 0);
  const idle = queues.length - busy.length;
  return (
    <Card title={t('queues.title')}>
      {busy.length === 0 ? (
        <EmptyState icon={CircleCheckBig} text={t('queues.none', { count: idle })} />
      ) : (
        <>
          <SmallTable label={t('queues.title')} columns={columns} rows={busy} />
          <Text color="fg.muted" mt="3">
            {t('queues.idle', { count: idle })}
          </Text>
        </>
      )}
    </Card>
  );
}
