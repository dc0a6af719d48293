import { useMemo, type ReactNode } from 'react';
import type { Ahead } from '../lib/prefetch.ts';
import { useSecondPaint } from '../lib/useSecondPaint.ts';
import { hiddenOnPhone } from './columnModel.ts';
import type { DataTableColumn } from './DataTable.tsx';
import { rowsInWindow } from './dataTableCss.ts';
import { useRowClicks, type RowClicks } from './useRowClicks.ts';
import { useRowPrefetch } from './useRowPrefetch.ts';
import type { Density } from './useTableState.ts';

/**
 * The rows of a table: plain elements, styled by the table (dataTableCss.ts) and rendered again only when rows or
 * columns change, because five hundred rows must not wait for a color or a spinner. Part of DataTable.
 */
export function DataTableRows<Row extends object>(props: {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly DataTableColumn<Row>[];
  ahead?: (row: Row) => Ahead;
  clicks?: RowClicks<Row>;
  /** Keys of the rows that are marked as changed. */
  changed?: ReadonlySet<string>;
  /** The mark in words, after the identity. */
  mark?: ReactNode;
  density?: Density;
}) {
  const { columns, changed, mark, density = 'comfortable' } = props;
  const rows = useFirstRows(props.rows, density);
  const handlersOf = useRowPrefetch(props.ahead);
  const clicksOf = useRowClicks(props.clicks);
  return useMemo(() => {
    const more = hiddenOnPhone(columns);
    const named = columns.find(({ identity }) => identity) ?? columns[0];
    return rows.map((row) => {
      const key = props.rowKey(row);
      const isChanged = changed?.has(key);
      return (
        <tr key={key} role="row" data-changed={isChanged} {...handlersOf(row)} {...clicksOf(row)}>
          {columns.map((column) => (
            <td
              key={column.id}
              role="cell"
              data-label={column.header}
              data-identity={column.identity}
              data-more={more.has(column)}
              data-align={column.align}
              data-nowrap={column.nowrap ?? column.dates !== undefined}
              data-dates={column.dates}
              data-action={column.action}
            >
              {column.cell(row)}
              {isChanged && column === named ? mark : null}
            </td>
          ))}
        </tr>
      );
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the key of a row hangs on the row alone
  }, [rows, columns, changed, mark, handlersOf, clicksOf]);
}

/** Returns the rows; of the first answer only those that the window shows until they are painted. */
function useFirstRows<Row>(rows: readonly Row[], density: Density): readonly Row[] {
  const isThere = rows.length > 0;
  // A list that is there at once is one to which the user returns, at the place where it was left.
  const isPainted = useSecondPaint(isThere, isThere);
  return useMemo(() => (isPainted ? rows : rows.slice(0, rowsInWindow(density))), [rows, isPainted, density]);
}
