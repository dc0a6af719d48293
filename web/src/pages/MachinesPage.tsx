import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../components/DataTable.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { useTableState } from '../components/useTableState.ts';
import { machineColumns } from '../features/machines/machineColumns.tsx';
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
  const list = (data ?? previousData)?.machines;
  const columns = useMemo(() => machineColumns(t), [t]);
  const rows = useMemo(() => list?.edges.map(({ node }) => node), [list]);

  return (
    <>
      <PageHeader title={t('title')} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={(machine) => machine.id}
        totalCount={list?.totalCount}
        unfilteredCount={list?.unfilteredCount}
        loading={loading}
        error={error}
        onRetry={() => void refetch()}
        table={table}
        csvPath="/api/machines/datatable"
      />
    </>
  );
}
