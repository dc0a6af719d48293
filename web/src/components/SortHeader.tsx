import { chakra, Table } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { DataTableColumn } from './DataTable.tsx';
import type { TableState } from './useTableState.ts';

/** A column's header; of a sortable column a button: ascending, descending, and back to the list's own order. */
export function SortHeader<Row>({ column, table }: { column: DataTableColumn<Row>; table: TableState }) {
  const direction = table.sort?.column === column.id ? table.sort.direction : null;
  const Icon = direction === 'ASC' ? ArrowUp : direction === 'DESC' ? ArrowDown : ArrowUpDown;

  return (
    <Table.ColumnHeader
      role="columnheader"
      scope="col"
      textAlign={column.align}
      whiteSpace="nowrap"
      aria-sort={direction === 'ASC' ? 'ascending' : direction === 'DESC' ? 'descending' : undefined}
    >
      {column.sortable ? (
        <chakra.button
          type="button"
          display="inline-flex"
          alignItems="center"
          gap="1"
          minH="6"
          cursor="pointer"
          fontWeight="medium"
          onClick={() => table.setSort(next(column.id, direction))}
        >
          {column.header}
          <Icon size={14} aria-hidden="true" opacity={direction ? 1 : 0.5} />
        </chakra.button>
      ) : (
        column.header
      )}
    </Table.ColumnHeader>
  );
}

function next(column: string, direction: 'ASC' | 'DESC' | null) {
  if (direction === 'DESC') return null;
  return { column, direction: direction === 'ASC' ? ('DESC' as const) : ('ASC' as const) };
}
