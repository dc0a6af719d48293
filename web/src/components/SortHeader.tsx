import { chakra, Table } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { orderBy } from './columnModel.ts';
import type { DataTableColumn } from './DataTable.tsx';
import type { TableState } from './useTableState.ts';

/** Of a day, and of a day with its time, below the longest usual header. */
const dateWidths = { day: '7.5rem', time: '9.5rem' };

/**
 * A column's header. If sortable, it is a button: ascending, descending, and back to the list's default order.
 * `clipped`: it is not visible, so that Tab skips it; Sort by of the toolbar has the same choices.
 */
export function SortHeader<Row>(props: {
  column: DataTableColumn<Row>;
  table: TableState;
  clipped: boolean;
  handle: ReactNode;
}) {
  const { column, table, clipped, handle } = props;
  const order = orderBy(column);
  const direction = table.sort?.column === order ? table.sort.direction : null;
  const Icon = direction === 'ASC' ? ArrowUp : direction === 'DESC' ? ArrowDown : ArrowUpDown;

  return (
    <Table.ColumnHeader
      role="columnheader"
      scope="col"
      textAlign={column.align}
      px="1.5"
      position="relative"
      // Actions are no wider than their cells, and dates have one width. The other columns share the rest by their content.
      width={column.action ? '1px' : column.dates && dateWidths[column.dates]}
      data-action={column.action}
      // Without the name of the handle.
      aria-label={handle ? column.header : undefined}
      aria-sort={direction === 'ASC' ? 'ascending' : direction === 'DESC' ? 'descending' : undefined}
    >
      {column.sortable ? (
        <chakra.button
          type="button"
          tabIndex={clipped ? -1 : undefined}
          display="inline-flex"
          alignItems="center"
          gap="1"
          minH="6"
          textAlign="start"
          cursor="pointer"
          fontWeight="medium"
          onClick={() => table.setSort(next(order, direction))}
        >
          {column.header}
          <Icon size={14} style={{ flexShrink: 0 }} aria-hidden="true" opacity={direction ? 1 : 0.5} />
        </chakra.button>
      ) : (
        column.header
      )}
      {handle}
    </Table.ColumnHeader>
  );
}

function next(column: string, direction: 'ASC' | 'DESC' | null) {
  if (direction === 'DESC') return null;
  return { column, direction: direction === 'ASC' ? ('DESC' as const) : ('ASC' as const) };
}
