import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import type { UserImportQuery } from '../../gql/graphql.ts';
import { useUserImportQuery } from '../../gql/hooks.ts';

graphql(`
  query UserImport($importId: ID!) {
    userImport(importId: $importId) {
      id
      state
      rowCount
      refusedCount
      doneCount
    }
  }
`);

export type UserImport = UserImportQuery['userImport'];

const pollMs = 1000;

export const isRunning = (found: UserImport | undefined): boolean =>
  found?.state === 'WAITING' || found?.state === 'RUNNING';

/**
 * Follows an import: asks the server each second while its job runs. When it ends, it says so and reads the named
 * queries again.
 */
export function useImport(importId: string | null, queries: readonly string[]) {
  const { t } = useTranslation('users-import');
  const client = useApolloClient();
  const { data, error, refetch, startPolling, stopPolling } = useUserImportQuery({
    variables: { importId: importId ?? '' },
    skip: importId === null,
    fetchPolicy: 'cache-and-network',
  });
  const found = importId === null ? undefined : data?.userImport;
  const running = isRunning(found);
  const wasRunning = useRef<string | null>(null);

  useEffect(() => {
    if (!running) return;
    startPolling(pollMs);
    return stopPolling;
  }, [running, startPolling, stopPolling]);

  useEffect(() => {
    if (running) wasRunning.current = importId;
    if (running || !found || wasRunning.current !== importId) return;
    wasRunning.current = null;
    const isDone = found.state === 'DONE';
    // Not while React draws: the toaster draws at once.
    queueMicrotask(() => {
      if (isDone) toaster.success({ title: t('done', { total: found.rowCount }) });
      else toaster.error({ title: t('notDone') });
    });
    if (isDone) void client.refetchQueries({ include: [...queries] });
  }, [running, found, importId, client, queries, t]);

  return { found, error, refetch };
}
