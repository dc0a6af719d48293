import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { useTableState } from '../components/useTableState.ts';
import { userColumns, userFilterFields } from '../features/users/userColumns.tsx';
import { graphql } from '../gql/gql.ts';
import { useUsersPageQuery } from '../gql/hooks.ts';

graphql(`
  query UsersPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: String
    $orderDir: SortDirection
    $filters: [TableFilter!]
  ) {
    users(first: $first, page: $page, search: $search, orderBy: $orderBy, orderDir: $orderDir, filters: $filters) {
      edges {
        node {
          ...UsersTable_user @unmask
        }
      }
      totalCount
      unfilteredCount
    }
  }
`);

/** The users of the viewer's own organisation. */
export function UsersPage() {
  const { t } = useTranslation('users');
  const table = useTableState('users');
  const { data, previousData, loading, error, refetch } = useUsersPageQuery({
    variables: table.variables,
    fetchPolicy: 'cache-and-network',
  });
  const columns = useMemo(() => userColumns(t), [t]);
  const filters = useMemo(() => userFilterFields(t), [t]);

  return (
    <ListPage
      title={t('title')}
      columns={columns}
      filters={filters}
      table={table}
      list={(data ?? previousData)?.users}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
      csvPath="/api/users/datatable"
    />
  );
}
