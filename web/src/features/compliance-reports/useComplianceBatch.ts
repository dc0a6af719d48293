import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import type { CurrentComplianceBatchQuery } from '../../gql/graphql.ts';
import {
  useComplianceBatchProgressSubscription,
  useCurrentComplianceBatchQuery,
  useDismissComplianceBatch,
} from '../../gql/hooks.ts';
import { useViewer } from '../../lib/viewer.ts';

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

export type ComplianceBatch = NonNullable<CurrentComplianceBatchQuery['currentComplianceBatch']>;

/** Without a realtime key there are no subscriptions. */
const pollMs = 2000;

export const isRunning = (batch: ComplianceBatch | null | undefined): boolean =>
  batch?.state === 'WAITING' || batch?.state === 'RUNNING';

/**
 * The batch of reports that the viewer works on. The server keeps it, so that it is found again after a reload, and pushes
 * its progress. When it ends, this says so.
 */
export function useComplianceBatch() {
  const { t } = useTranslation('compliance-reports');
  const { realtimeKey } = useViewer();
  const dismissBatch = useDismissComplianceBatch();
  const { data, error, refetch, startPolling, stopPolling } = useCurrentComplianceBatchQuery({
    fetchPolicy: 'network-only',
  });
  const found = data?.currentComplianceBatch ?? null;
  const running = isRunning(found);
  const wasRunning = useRef<string | null>(null);
  // Its events have the batch, by whose id the cache updates the query.
  useComplianceBatchProgressSubscription({ variables: { batchId: found?.id ?? '' }, skip: !running || !realtimeKey });

  useEffect(() => {
    if (!running || realtimeKey) return;
    startPolling(pollMs);
    return stopPolling;
  }, [running, realtimeKey, startPolling, stopPolling]);

  useEffect(() => {
    if (running) wasRunning.current = found?.id ?? null;
    if (running || !found || wasRunning.current !== found.id) return;
    wasRunning.current = null;
    const isDone = found.state === 'DONE';
    // Not while React draws: the toaster draws at once.
    queueMicrotask(() => {
      if (isDone) toaster.success({ title: t('batch.done', { count: found.reportCount }) });
      else toaster.error({ title: t('batch.notDone') });
    });
  }, [running, found, t]);

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
