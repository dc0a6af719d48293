import { Box, Table, VisuallyHidden } from '@chakra-ui/react';
import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cardCss } from './dataTableCards.ts';
import { DataTableFooter } from './DataTableFooter.tsx';
import { DataTableToolbar } from './DataTableToolbar.tsx';
import { ErrorState } from './ErrorState.tsx';
import { SortHeader } from './SortHeader.tsx';
import { useFocusOnPage, useLastPage } from './useTablePages.ts';
import type { TableState } from './useTableState.ts';

export interface DataTableColumn<Row> {
  /** Stable name: the key in localStorage, in `sort=` and the API's `orderBy`. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The API sorts by it (`orderBy` = id). */
  sortable?: boolean;
  /** The identity of a row: its switch is locked and, on a phone, it is the card's title. */
  identity?: boolean;
  /** Numbers stand right. */
  align?: 'end';
  /** Its cells stay in one line: dates, serials, phone numbers. */
  nowrap?: boolean;
}

export interface DataTableProps<Row> {
  /** Names the table for a screen reader: "Patients". */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  totalCount: number | undefined;
  unfilteredCount?: number;
  loading: boolean;
  error?: unknown;
  onRetry?: () => void;
  table: TableState;
  /** REST address of the list; gives the export link with the same query. */
  csvPath?: string;
  /** Filters and actions, beside the search. */
  toolbar?: ReactNode;
}

const features = tableFeatures({ columnVisibilityFeature });

/**
 * The one table of the product: search, column switches, sort, numbered pages, all of it in the address.
 * A feature gives the columns; the page gives the rows of its query (`data ?? previousData`, so that the old rows
 * stay, dimmed, while the next ones load) and the state of `useTableState`.
 *
 *   <DataTable label={t('title')} columns={columns} rows={nodes} rowKey={(row) => row.id} table={table}
 *     totalCount={c?.totalCount} unfilteredCount={c?.unfilteredCount} loading={loading} error={error} onRetry={refetch} />
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, totalCount, unfilteredCount, loading, error, table } = props;
  const { t } = useTranslation('components');

  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({ id: column.id, enableHiding: !column.identity }),
      ),
    [columns],
  );
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const columnVisibility = Object.fromEntries(
    columns.map(({ id, identity }) => [id, identity === true || !table.hiddenColumns.includes(id)]),
  );
  const model = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { columnVisibility },
    onColumnVisibilityChange: (change) => {
      const next = typeof change === 'function' ? change(columnVisibility) : change;
      table.setHiddenColumns(columns.filter(({ id }) => next[id] === false).map(({ id }) => id));
    },
  });
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = model.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);

  useLastPage(table, totalCount, loading);
  const region = useFocusOnPage(table.page, loading);

  return (
    <Box>
      <DataTableToolbar {...props} shown={shown.length} />
      {error ? <ErrorState error={error} onRetry={props.onRetry} /> : null}
      <Box
        ref={region}
        role="region"
        aria-label={props.label}
        aria-busy={loading}
        tabIndex={0}
        overflowX="auto"
        bg={{ base: undefined, sm: 'bg.panel' }}
        borderWidth={{ base: '0', sm: '1px' }}
        borderRadius="l3"
        opacity={loading && data.length > 0 ? 0.6 : 1}
        transition="opacity 120ms ease-out"
        hidden={Boolean(error) && data.length === 0}
      >
        <Table.Root role="table" size="sm" fontSize="13px" interactive css={cardCss}>
          <Table.Caption asChild>
            <caption>
              <VisuallyHidden>{props.label}</VisuallyHidden>
            </caption>
          </Table.Caption>
          <Table.Header role="rowgroup">
            <Table.Row role="row" bg="bg.muted">
              {shown.map((column) => (
                <SortHeader key={column.id} column={column} table={table} />
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body role="rowgroup">
            {model.getRowModel().rows.map((row) => (
              <Table.Row key={row.id} role="row" bg="bg.panel">
                {shown.map((column) => (
                  <Table.Cell
                    key={column.id}
                    role="cell"
                    data-label={column.header}
                    data-identity={column.identity}
                    px="1.5"
                    textAlign={column.align}
                    whiteSpace={column.nowrap ? 'nowrap' : undefined}
                  >
                    {column.cell(row.original)}
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
            {data.length === 0 && !error ? (
              <Table.Row role="row" bg="bg.panel">
                <Table.Cell role="cell" colSpan={shown.length} textAlign="center" py="10" color="fg.muted">
                  {loading ? t('loading') : t('table.empty')}
                </Table.Cell>
              </Table.Row>
            ) : null}
          </Table.Body>
        </Table.Root>
      </Box>
      {totalCount === undefined ? null : (
        <DataTableFooter label={props.label} total={totalCount} unfiltered={unfilteredCount} table={table} />
      )}
    </Box>
  );
}
