import { useMemo } from 'react';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { PageHeader } from './PageHeader.tsx';

/** A list of the API, as `connectionOf` makes them. */
interface List<Row> {
  edges: readonly { node: Row }[];
  totalCount: number;
  unfilteredCount: number;
}

/** A page that is one list: its title, which also names the table, and the table. The page gives its query's answer. */
export function ListPage<Row extends { id: string }>({
  title,
  list,
  ...rest
}: { title: string; list: List<Row> | undefined } & Pick<
  DataTableProps<Row>,
  'columns' | 'table' | 'loading' | 'error' | 'onRetry' | 'csvPath' | 'filters'
>) {
  const rows = useMemo(() => list?.edges.map(({ node }) => node), [list]);
  return (
    <>
      <PageHeader title={title} />
      <DataTable
        label={title}
        rows={rows}
        rowKey={(row) => row.id}
        totalCount={list?.totalCount}
        unfilteredCount={list?.unfilteredCount}
        {...rest}
      />
    </>
  );
}
