import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { useTableState } from '../components/useTableState.ts';
import { machineColumns, machineFilterFields } from '../features/machines/machineColumns.tsx';
import { graphql } from '../gql/gql.ts';
import { useMachinesPageQuery } from '../gql/hooks.ts';

graphql(`
  query MachinesPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: String
    $orderDir: SortDirection
    $filters: [TableFilter!]
  ) {
    machines(first: $first, page: $page, search: $search, orderBy: $orderBy, orderDir: $orderDir, filters: $filters) {
      edges {
        node {
          ...MachinesTable_machine @unmask
        }
      }
      totalCount
      unfilteredCount
    }
  }
`);

/** The machines the viewer may see. */
export function MachinesPage() {
  const { t } = useTranslation('machines');
  const table = useTableState('machines');
  const { data, previousData, loading, error, refetch } = useMachinesPageQuery({
    variables: table.variables,
    fetchPolicy: 'cache-and-network',
  });
  const columns = useMemo(() => machineColumns(t), [t]);
  const filters = useMemo(() => machineFilterFields(t), [t]);

  return (
    <ListPage
      title={t('title')}
      columns={columns}
      filters={filters}
      table={table}
      list={(data ?? previousData)?.machines}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
      csvPath="/api/machines/datatable"
    />
  );
}
