import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { DataTableColumn } from './DataTable.tsx';
import type { TableState } from './useTableState.ts';

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });

/**
 * Returns the visible columns in the user's order, always with an identity column, or the first one if all would be
 * hidden. The array stays the same until a column is added, removed or moved.
 */
export function useShownColumns<Row extends object>(
  columns: readonly DataTableColumn<Row>[],
  table: TableState,
): DataTableColumn<Row>[] {
  const definitions = useMemo(() => columns.map(({ id }): ColumnDef<typeof features, Row> => ({ id })), [columns]);
  const data = useMemo((): Row[] => [], []);
  const columnVisibility = Object.fromEntries(
    columns.map(({ id, identity }) => [id, identity === true || !table.hiddenColumns.includes(id)]),
  );
  const model = useTable({
    features,
    columns: definitions,
    data,
    state: { columnVisibility, columnOrder: [...table.columnOrder] },
  });
  const visible = model.getVisibleLeafColumns().map(({ id }) => id);
  const names = (visible.length > 0 ? visible : columns.slice(0, 1).map(({ id }) => id)).join(' ');
  return useMemo(
    () => names.split(' ').flatMap((name) => columns.find(({ id }) => id === name) ?? []),
    [names, columns],
  );
}
