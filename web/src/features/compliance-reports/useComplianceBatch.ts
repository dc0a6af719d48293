import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useFollowedJob } from '../../lib/useFollowedJob.ts';
import {
  useComplianceBatchProgressSubscription,
  useCurrentComplianceBatchQuery,
  useDismissComplianceBatch,
  type CurrentComplianceBatchQuery,
} from './gql/useComplianceBatch.ts';

graphql(`
  fragment ComplianceBatch_batch on ComplianceBatch {
    id
    ruleId
    asOf
    state
    patientCount
    doneCount
    reportCount
  }
`);
graphql(`
  query CurrentComplianceBatch {
    currentComplianceBatch {
      id
      ...ComplianceBatch_batch @unmask
    }
  }
`);
graphql(`
  subscription ComplianceBatchProgress($batchId: ID!) {
    complianceBatchProgress(batchId: $batchId) {
      id
      ...ComplianceBatch_batch @unmask
    }
  }
`);
graphql(`
  mutation DismissComplianceBatch($input: DismissComplianceBatchInput!) {
    dismissComplianceBatch(input: $input) {
      ...UserErrors
    }
  }
`);

export type FollowedBatch = NonNullable<CurrentComplianceBatchQuery['currentComplianceBatch']>;

/**
 * The batch of reports that the viewer works on. The server keeps it, so that it is found again after a reload, and pushes
 * its progress. When it ends, this says so.
 */
export function useComplianceBatch() {
  const { t } = useTranslation('compliance-reports');
  const dismissBatch = useDismissComplianceBatch();
  const { data, error, refetch, ...polling } = useCurrentComplianceBatchQuery({
    fetchPolicy: 'network-only',
  });
  const found = data?.currentComplianceBatch ?? null;
  const isPushed = useFollowedJob(found, polling, ({ state, reportCount }) => {
    if (state === 'DONE') toaster.success({ title: t('batch.done', { count: reportCount }) });
    else toaster.error({ title: t('batch.notDone') });
  });
  // Its events have the batch, by whose id the cache updates the query.
  useComplianceBatchProgressSubscription({ variables: { batchId: found?.id ?? '' }, skip: !isPushed });

  /** Puts the batch away; a failure leaves it where it is. */
  async function dismiss() {
    if (!found) return;
    try {
      await dismissBatch({ input: { batchId: found.id } });
      await refetch();
    } catch {
      toaster.error({ title: t('batch.notDismissed') });
    }
  }
  return { found, error, isLoaded: data !== undefined, refetch, dismiss };
}
