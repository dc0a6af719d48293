import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import type { CurrentUserImportQuery } from '../../gql/graphql.ts';
import { useCurrentUserImportQuery, useDismissUserImport, useJobProgressSubscription } from '../../gql/hooks.ts';
import { useViewer } from '../../lib/viewer.ts';

graphql(`
  query CurrentUserImport($organizationId: ID!) {
    currentUserImport(organizationId: $organizationId) {
      id
      state
      rowCount
      refusedCount
      doneCount
    }
  }
`);
graphql(`
  subscription JobProgress($id: ID!) {
    jobProgress(id: $id) {
      userImport {
        id
        state
        rowCount
        refusedCount
        doneCount
      }
    }
  }
`);
graphql(`
  mutation DismissUserImport($input: DismissUserImportInput!) {
    dismissUserImport(input: $input) {
      ...UserErrors
    }
  }
`);

export type UserImport = NonNullable<CurrentUserImportQuery['currentUserImport']>;

/** Without a realtime key there are no subscriptions. */
const pollMs = 2000;

export const isRunning = (found: UserImport | null | undefined): boolean =>
  found?.state === 'WAITING' || found?.state === 'RUNNING';

/**
 * The import that the viewer works on in an organization. The server keeps it, so that a reload and another tab find it
 * again, and pushes its progress. When it ends, this says so and reads the named queries again.
 */
export function useImport(orgId: number, { skip, queries }: { skip: boolean; queries: readonly string[] }) {
  const { t } = useTranslation('users-import');
  const client = useApolloClient();
  const { realtimeKey } = useViewer();
  const dismissImport = useDismissUserImport();
  const { data, error, refetch, startPolling, stopPolling } = useCurrentUserImportQuery({
    variables: { organizationId: String(orgId) },
    skip,
    fetchPolicy: 'network-only',
  });
  const found = data?.currentUserImport ?? null;
  const running = isRunning(found);
  const wasRunning = useRef<string | null>(null);
  // Its events have the import, by whose id the cache updates the query.
  useJobProgressSubscription({ variables: { id: found?.id ?? '' }, skip: !running || !realtimeKey });

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
      if (isDone) toaster.success({ title: t('done', { total: found.rowCount }) });
      else toaster.error({ title: t('notDone') });
    });
    if (isDone) void client.refetchQueries({ include: [...queries] });
  }, [running, found, client, queries, t]);

  /** Puts the import away; a failure leaves it where it is. */
  async function dismiss() {
    if (!found) return;
    try {
      await dismissImport({ input: { importId: found.id } });
      await refetch();
    } catch {
      toaster.error({ title: t('notDismissed') });
    }
  }
  return { found, error, isLoaded: data !== undefined, refetch, dismiss };
}
