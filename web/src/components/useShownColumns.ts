import { useMemo } from 'react';
import { inOrder } from './columnModel.ts';
import type { DataTableColumn } from './DataTable.tsx';
import type { TableState } from './useTableState.ts';

/**
 * Returns the visible columns in the user's order, always with an identity column, or the first one if all would be
 * hidden. The array stays the same until a column is added, removed or moved.
 */
export function useShownColumns<Row extends object>(
  columns: readonly DataTableColumn<Row>[],
  { hiddenColumns, columnOrder }: TableState,
): DataTableColumn<Row>[] {
  const visible = inOrder(columns, columnOrder).filter(({ id, identity }) => identity || !hiddenColumns.includes(id));
  const names = (visible.length > 0 ? visible : columns.slice(0, 1)).map(({ id }) => id).join(' ');
  return useMemo(
    () => names.split(' ').flatMap((name) => columns.find(({ id }) => id === name) ?? []),
    [names, columns],
  );
}
