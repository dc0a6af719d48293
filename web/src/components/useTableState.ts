import { useCallback, useContext, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { remember, remembered } from '../lib/storage.ts';
import { ViewerContext } from '../lib/viewer.ts';

export const pageSizes = [5, 15, 30, 50, 100, 500] as const;
const defaultPageSize = 50;

export interface TableFilter {
  field: string;
  condition: string;
  value?: string;
}
export interface TableSort {
  column: string;
  direction: 'ASC' | 'DESC';
}
interface Remembered {
  hidden?: string[];
  limit?: number;
}

const positive = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

function sortOf(text: string | null): TableSort | null {
  if (!text || text === '-') return null;
  return text.startsWith('-') ? { column: text.slice(1), direction: 'DESC' } : { column: text, direction: 'ASC' };
}

/** f[status]=equal:1 in the address is { field: 'status', condition: 'equal', value: '1' }. */
function filtersOf(parameters: URLSearchParams): TableFilter[] {
  return [...parameters].flatMap(([key, text]) => {
    const field = /^f\[(\w+)\]$/.exec(key)?.[1];
    const [condition, ...value] = text.split(':');
    return field && condition ? [{ field, condition, value: value.join(':') }] : [];
  });
}

/**
 * What a table shows, kept in the page's address (q, page, limit, sort=-created, f[status]=equal:1; defaults are left
 * out), and what the user prefers, kept in this browser for each user and table (hidden columns, page length).
 *
 *   const table = useTableState('patients', { sort: 'last_name' });
 *   const { data = previousData, … } = usePatientsPageQuery({ variables: table.variables });
 *
 * `variables` are the arguments of every list of the API: first, page, search, orderBy, orderDir, filters.
 */
export function useTableState(tableId: string, options: { sort?: string; pageSize?: number; hidden?: string[] } = {}) {
  const [parameters, setParameters] = useSearchParams();
  const userId = useContext(ViewerContext)?.user.databaseId ?? 0;
  const key = `table:${userId}:${tableId}:v1`;
  const [preferences, setPreferences] = useState<Remembered>(() => remembered(key, {}));

  const prefer = (change: Remembered) => {
    const next = { ...preferences, ...change };
    setPreferences(next);
    remember(key, next);
  };

  /** Typing replaces the address; a page, an order or a filter is a step that Back takes back. */
  const write = useCallback(
    (change: Record<string, string | null>, { replace = false } = {}) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParameters],
  );

  const preferredSize = preferences.limit ?? options.pageSize ?? defaultPageSize;
  const wanted = positive(parameters.get('limit')) ?? preferredSize;
  const limit = pageSizes.find((size) => size === wanted) ?? defaultPageSize;
  const page = positive(parameters.get('page')) ?? 1;
  const search = parameters.get('q') ?? '';
  const sort = sortOf(parameters.get('sort') ?? options.sort ?? null);
  const filters = filtersOf(parameters);

  const filtersKey = JSON.stringify(filters);

  const variables = useMemo(
    () => ({
      first: limit,
      page,
      search: search || null,
      orderBy: sort?.column ?? null,
      orderDir: sort?.direction ?? null,
      filters: filters.length > 0 ? filters : null,
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- by content: a new object would be a new request
    [limit, page, search, sort?.column, sort?.direction, filtersKey],
  );

  return {
    tableId,
    variables,
    page,
    limit,
    search,
    sort,
    filters,
    hiddenColumns: preferences.hidden ?? options.hidden ?? [],
    /** The address of another page of the same list, for a link. */
    pageHref(target: number): string {
      const next = new URLSearchParams(parameters);
      if (target > 1) next.set('page', String(target));
      else next.delete('page');
      return `?${next}`;
    },
    setPage: (target: number, replace = false) => write({ page: target > 1 ? String(target) : null }, { replace }),
    setSearch: (text: string) => write({ q: text.trim() || null, page: null }, { replace: true }),
    setLimit(size: number) {
      prefer({ limit: size });
      write({ limit: null, page: null });
    },
    setSort: (next: TableSort | null) =>
      write({ sort: next && (next.direction === 'DESC' ? `-${next.column}` : next.column), page: null }),
    setFilter: (field: string, filter: Omit<TableFilter, 'field'> | null) =>
      write({ [`f[${field}]`]: filter && `${filter.condition}:${filter.value ?? ''}`, page: null }),
    setHiddenColumns: (hidden: string[]) => prefer({ hidden }),
    /** Back to the columns the table started with. */
    resetColumns: () => prefer({ hidden: undefined }),
    /** The same list as the REST layer's CSV export: `${path}?searchTerm=…&orderBy=…&csv=true`. */
    csvHref(path: string): string {
      const query = new URLSearchParams({ csv: 'true' });
      if (search) query.set('searchTerm', search);
      if (sort) query.set('orderBy', sort.column);
      if (sort) query.set('orderDir', sort.direction.toLowerCase());
      for (const { field, condition, value } of filters) query.set(`filters[${field}][${condition}]`, value ?? '');
      return `${path}?${query}`;
    },
  };
}

export type TableState = ReturnType<typeof useTableState>;
