import { Box, Table, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lastPageOf } from '#rules/shared/list';
import type { Ahead } from '../lib/prefetch.ts';
import { ChangedMark } from './ChangedMark.tsx';
import { ComingRows } from './ComingRows.tsx';
import { DataTableFooter } from './DataTableFooter.tsx';
import { DataTableRows } from './DataTableRows.tsx';
import { DataTableToolbar } from './DataTableToolbar.tsx';
import { regionCss, tableCss } from './dataTableCss.ts';
import { EmptyRow } from './EmptyRow.tsx';
import { ErrorState } from './ErrorState.tsx';
import { FilterChips } from './FilterChips.tsx';
import { OutOfDate } from './OutOfDate.tsx';
import { rowCss } from './rowCss.ts';
import { rowKeys } from './rowKeys.ts';
import { SortHeader } from './SortHeader.tsx';
import type { FilterField } from './tableFilters.ts';
import type { RowClicks } from './useRowClicks.ts';
import { useColumnWidths } from './useColumnWidths.tsx';
import { useShownColumns } from './useShownColumns.ts';
import { useTableOverflow } from './useTableOverflow.ts';
import { useFocusOnPage, useLastPage } from './useTablePages.ts';
import type { TableState } from './useTableState.ts';

export interface DataTableColumn<Row> {
  /** Stable name: the key in the user's preferences, in `sort=` and the API's `orderBy` unless `sortable` names another. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sortable by the API (`orderBy` = id), or by the API's column of this name. */
  sortable?: boolean | string;
  /** The identity of a row: its switch is locked and, on a phone, it is the card's title. */
  identity?: boolean;
  /** The actions of a row: no wider than they are, and shown on a phone too, whatever its place. */
  action?: boolean;
  /** Right-aligned, for numbers. */
  align?: 'end';
  /** Its cells do not wrap: serials, phone numbers. */
  nowrap?: boolean;
  /** Days, or days with a time: such columns have one width, and their cells do not wrap. */
  dates?: 'day' | 'time';
  /** The column in the CSV file, if its name differs. */
  csv?: readonly string[];
}

export interface DataTableProps<Row> {
  /** Accessible name of the table: "Patients". */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** What opening a row needs, fetched while the pointer or the focus rests on the row. */
  ahead?: (row: Row) => Ahead;
  /** What a click and a double click on a row do. */
  clicks?: RowClicks<Row>;
  totalCount: number | undefined;
  /** More rows match than `totalCount` says. */
  totalCountIsCapped?: boolean;
  unfilteredCount?: number;
  unfilteredCountIsCapped?: boolean;
  loading: boolean;
  /** How many rows the first answer has, where the page knows it. */
  coming?: number;
  /** Ids of the rows that just changed, which are marked. */
  changed?: ReadonlySet<string>;
  /** Why the rows could not be read, or not again: then those that are shown stay. */
  error?: unknown;
  onRetry?: () => void;
  table: TableState;
  /** The list's filters; without them there is no filter builder. */
  filters?: readonly FilterField[];
  /** REST address of the list, for the export of the same query and columns. */
  csvPath?: string;
  /** Whether the viewer may save the file. */
  canExport?: boolean;
  /** Text of an empty table: 'No Records Found' (document 000), or 'No data to show' (document 001). */
  empty?: 'noRecords' | 'noData';
  /** What the list is, and how rows come into it: below the text of an empty table. */
  about?: string;
  /** A message above the rows. */
  notice?: ReactNode;
  /** Actions next to the search. */
  toolbar?: ReactNode;
  /** The list's own filter side panel, in place of the filter builder. */
  panel?: ReactNode;
}

const noRows: readonly never[] = [];
const mark = <ChangedMark />;

/**
 * The one table of the product: search, filters, column switches, sort and numbered pages, all in the address, with
 * the user's preferences on the server. A feature supplies the columns; the page supplies the rows of its query
 * (`useShown`, so that the old rows stay, dimmed, while the next ones load) and the state of `useTableState`.
 *
 *   <DataTable label={t('title')} columns={columns} rows={nodes} rowKey={(row) => row.id} table={table}
 *     totalCount={c?.totalCount} unfilteredCount={c?.unfilteredCount} loading={loading} error={error} onRetry={refetch} />
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows = noRows, rowKey, totalCount, unfilteredCount, loading, error, table } = props;
  const { t } = useTranslation('components');
  const shown = useShownColumns(props.columns, table);

  const isCapped = props.totalCountIsCapped ?? false;
  const last =
    totalCount === undefined
      ? undefined
      : lastPageOf({ page: table.page, limit: table.limit, rows: rows.length, total: totalCount, isCapped });
  useLastPage(table, last, loading);
  const caption = useFocusOnPage(table.page, loading);
  const { region, overflows, areCards } = useTableOverflow();
  const widths = useColumnWidths(shown, table);

  return (
    <Box>
      <DataTableToolbar {...props} shown={shown} />
      {props.filters ? <FilterChips fields={props.filters} table={table} /> : null}
      {props.notice}
      {!error ? null : rows.length > 0 ? (
        <OutOfDate error={error} onRetry={props.onRetry} />
      ) : (
        <ErrorState error={error} onRetry={props.onRetry} failedText={t('table.invalidRequest')} />
      )}
      <Box
        ref={region}
        role="region"
        aria-label={props.label}
        aria-busy={loading}
        tabIndex={0}
        {...rowKeys}
        data-overflows={overflows}
        css={regionCss}
        bg={{ base: undefined, sm: 'bg.panel' }}
        borderWidth={{ base: '0', sm: '1px' }}
        borderRadius="l3"
        opacity={loading && rows.length > 0 ? 0.6 : 1}
        transition="opacity 120ms ease-out"
        hidden={Boolean(error) && rows.length === 0}
      >
        <Table.Root
          role="table"
          size="sm"
          fontSize="dense"
          css={[tableCss(table.density), rowCss, widths.css]}
          style={widths.style}
        >
          <caption ref={caption}>
            <VisuallyHidden>{props.label}</VisuallyHidden>
          </caption>
          <Table.Header role="rowgroup">
            <Table.Row role="row" bg="transparent">
              {shown.map((column) => (
                <SortHeader
                  key={column.id}
                  column={column}
                  table={table}
                  clipped={areCards}
                  handle={areCards ? null : widths.handleOf(column)}
                />
              ))}
            </Table.Row>
          </Table.Header>
          <tbody role="rowgroup">
            <DataTableRows
              rows={rows}
              rowKey={rowKey}
              columns={shown}
              ahead={props.ahead}
              clicks={props.clicks}
              changed={props.changed}
              mark={mark}
              density={table.density}
            />
            {rows.length > 0 || error ? null : loading ? (
              <ComingRows columns={shown} table={table} count={props.coming} />
            ) : (
              <EmptyRow columns={shown.length} table={table} empty={props.empty} about={props.about} />
            )}
          </tbody>
        </Table.Root>
      </Box>
      {totalCount === undefined || last === undefined ? (
        loading && <Box mt="3" h={{ base: '11', sm: '8' }} />
      ) : (
        <DataTableFooter
          label={props.label}
          rows={rows.length}
          total={{ rows: totalCount, isCapped }}
          unfiltered={{ rows: unfilteredCount ?? totalCount, isCapped: props.unfilteredCountIsCapped ?? false }}
          last={last}
          table={table}
        />
      )}
    </Box>
  );
}
