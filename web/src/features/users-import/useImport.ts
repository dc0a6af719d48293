import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useFollowedJob } from '../../lib/useFollowedJob.ts';
import {
  useCurrentUserImportQuery,
  useDismissUserImport,
  useJobProgressSubscription,
  type CurrentUserImportQuery,
} from './gql/useImport.ts';

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

/**
 * The import that the viewer works on in an organization. The server keeps it, so that a reload and another tab find it
 * again, and pushes its progress. When it ends, this says so and reads the named queries again.
 */
export function useImport(orgId: number, { skip, queries }: { skip: boolean; queries: readonly string[] }) {
  const { t } = useTranslation('users-import');
  const client = useApolloClient();
  const dismissImport = useDismissUserImport();
  const { data, error, refetch, ...polling } = useCurrentUserImportQuery({
    variables: { organizationId: String(orgId) },
    skip,
    fetchPolicy: 'network-only',
  });
  const found = data?.currentUserImport ?? null;
  const isPushed = useFollowedJob(found, polling, ({ state, rowCount }) => {
    if (state !== 'DONE') return void toaster.error({ title: t('notDone') });
    toaster.success({ title: t('done', { total: formatCount(rowCount) }) });
    void client.refetchQueries({ include: [...queries] });
  });
  // Its events have the import, by whose id the cache updates the query.
  useJobProgressSubscription({ variables: { id: found?.id ?? '' }, skip: !isPushed });

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
