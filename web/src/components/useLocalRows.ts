import { useMemo } from 'react';
import { plainText } from '#rules/shared/text';
import type { TableState } from './useTableState.ts';

/** Returns whether a text has every word of a search, without case and accents. */
function matches(text: string, search: string): boolean {
  const searched = plainText(text);
  return plainText(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/**
 * Returns the page of rows that a table shows, and how many rows match its search, where all rows are already in the
 * browser. A column is sorted by the property of its name; `textOf`: what the search matches.
 */
export function useLocalRows<Row extends object>(
  { search, sort, page, limit }: TableState,
  rows: readonly Row[],
  textOf: (row: Row) => string,
): { rows: readonly Row[]; total: number } {
  const column = sort?.column;
  const direction = sort?.direction;
  const found = useMemo(() => {
    const matching = search ? rows.filter((row) => matches(textOf(row), search)) : rows;
    if (!column) return matching;
    const valueOf = (row: Row) => String((row as Record<string, unknown>)[column] ?? '');
    const sign = direction === 'DESC' ? -1 : 1;
    return [...matching].sort((a, b) => sign * valueOf(a).localeCompare(valueOf(b), undefined, { numeric: true }));
  }, [rows, textOf, search, column, direction]);
  return useMemo(
    () => ({ rows: found.slice((page - 1) * limit, page * limit), total: found.length }),
    [found, page, limit],
  );
}
