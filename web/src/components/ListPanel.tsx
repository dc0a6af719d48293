import { useMemo } from 'react';
import { Card } from './Card.tsx';
import { DataTable, type DataTableColumn } from './DataTable.tsx';
import type { ListConnection } from './ListPage.tsx';
import { TextLink } from './TextLink.tsx';
import type { TableState } from './useTableState.ts';

/** The first rows of a list in a card of another page, and the way to the whole list. */
export function ListPanel<Row extends { id: string }>(props: {
  title: string;
  /** The link to the whole list. */
  all: { to: string; text: string };
  columns: readonly DataTableColumn<Row>[];
  connection: ListConnection<Row> | undefined;
  query: { loading: boolean; error?: unknown; refetch: () => Promise<unknown> };
  table: TableState;
}) {
  const { title, all, columns, connection, query, table } = props;
  const edges = connection?.edges;
  const rows = useMemo(() => edges?.map(({ node }) => node), [edges]);
  return (
    <Card title={title} action={<TextLink to={all.to}>{all.text}</TextLink>}>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        totalCount={connection?.totalCount}
        totalCountIsCapped={connection?.totalCountIsCapped}
        unfilteredCount={connection?.unfilteredCount}
        unfilteredCountIsCapped={connection?.unfilteredCountIsCapped}
        loading={query.loading}
        error={query.error}
        onRetry={() => void query.refetch()}
        table={table}
        empty="noData"
      />
    </Card>
  );
}
