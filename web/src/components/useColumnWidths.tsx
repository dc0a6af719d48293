import type { SystemStyleObject } from '@chakra-ui/react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { useLoaded } from '../lib/useLoaded.ts';
import type { DataTableColumn } from './DataTable.tsx';
import type { TableState } from './useTableState.ts';

const loadHandle = () => import('./WidthHandle.tsx');

/**
 * Returns the style of a table whose columns have the widths that the user chose, and the handle in the header of a column
 * that changes its width. On a screen only: cards have no columns, and paper has its own width. Part of DataTable.
 */
export function useColumnWidths<Row>(shown: readonly DataTableColumn<Row>[], table: TableState) {
  const handle = useLoaded(loadHandle, false);
  /** The width while the pointer drags the handle. */
  const [drag, setDrag] = useState<{ column: string; width: number } | null>(null);
  const widths = new Map([...table.columnWidths, ...(drag ? [drag] : [])].map(({ column, width }) => [column, width]));

  // Of variables, so that the rules are made once and the rows are not rendered again.
  const style: Record<string, string> = {};
  const cells: SystemStyleObject = {};
  for (const [n, { id }] of shown.entries()) {
    const width = widths.get(id);
    if (width === undefined) continue;
    style[`--width-${n}`] = `${width}px`;
    const is = `var(--width-${n})`;
    cells[`& tr > :nth-of-type(${n + 1}):not([data-empty])`] = {
      width: is,
      minWidth: is,
      maxWidth: is,
      overflow: 'hidden',
    };
  }
  return {
    style: style as CSSProperties,
    css: { '@media screen': { sm: cells } } as SystemStyleObject,
    handleOf({ id, header, action }: DataTableColumn<Row>): ReactNode {
      // The preferences of a table that is not in the address are not kept.
      if (!handle || !table.pageHref || action) return null;
      return (
        <handle.WidthHandle
          column={header}
          width={widths.get(id)}
          onDrag={(width) => setDrag(width === null ? null : { column: id, width })}
          onChange={(width) => table.setColumnWidth(id, width)}
        />
      );
    },
  };
}
