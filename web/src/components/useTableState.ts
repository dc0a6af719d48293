import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { CONDITIONS } from '#rules/shared/list';
import { orderByOf, whereOf } from './listArguments.ts';
import type { FilterField } from './tableFilters.ts';
import { useTablePreferences } from './useTablePreferences.ts';

/**
 * The page lengths of the documents: 5 to 500, default 50 (machines and the like); 10 to 100, default 10; and those of
 * the date change utility.
 */
export const pageSizes = {
  long: { options: [5, 15, 30, 50, 100, 500], usual: 50 },
  short: { options: [10, 20, 30, 50, 100], usual: 10 },
  usage: { options: [25, 50, 100, 200, 500], usual: 500 },
} as const;

export type PageSize = (typeof pageSizes)[keyof typeof pageSizes]['options'][number];

export interface TableFilter {
  field: string;
  condition: string;
  value?: string;
}
export interface TableSort {
  column: string;
  direction: 'ASC' | 'DESC';
}
export type Density = 'comfortable' | 'compact';

const positive = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

function sortOf(text: string | null): TableSort | null {
  if (!text || text === '-') return null;
  return text.startsWith('-') ? { column: text.slice(1), direction: 'DESC' } : { column: text, direction: 'ASC' };
}

/**
 * f[status]=equal:1 in the address is { field: 'status', condition: 'equal', value: '1' }; a field may have several.
 */
function filtersOf(parameters: URLSearchParams): TableFilter[] {
  return [...parameters].flatMap(([key, text]) => {
    const field = /^f\[(\w+)\]$/.exec(key)?.[1];
    const [condition, ...value] = text.split(':');
    return field && condition ? [{ field, condition, value: value.join(':') }] : [];
  });
}

const conditions = new Set<string>(Object.values(CONDITIONS).flat());

/** An address with a condition that does not exist loses that filter. */
const isKnown = ({ condition }: TableFilter) => conditions.has(condition);

/** Writes the filters into the address. */
function writeFilters(parameters: URLSearchParams, filters: readonly TableFilter[]): void {
  for (const key of [...parameters.keys()]) if (/^f\[\w+\]$/.test(key)) parameters.delete(key);
  for (const { field, condition, value } of filters) parameters.append(`f[${field}]`, `${condition}:${value ?? ''}`);
}

export interface TableOptions {
  /** The initial order: `-start_date`. */
  sort?: string;
  /** `short` for tables of 10 rows per page, `usage` for rows of machine usage. */
  sizes?: keyof typeof pageSizes;
  pageSize?: number;
  /** Columns that are hidden by default. */
  hidden?: string[];
  /** The fields by which the list can be filtered. */
  fields?: readonly FilterField[];
}

/**
 * Returns the state of a table from the page's address (q, page, limit, sort=-created, f[status]=equal:1; defaults are
 * omitted), and the user's preferences from the server (hidden columns, their order, page length, density).
 *
 *   const table = useTableState('patients', { sort: 'last_name' });
 *   const { data = previousData, … } = usePatientsPageQuery({ variables: table.variables });
 *
 * `variables` are the arguments of every list of the API: first, page, search, orderBy, where.
 */
export function useTableState(tableId: string, options: TableOptions = {}) {
  const [parameters, setParameters] = useSearchParams();
  const [preferences, prefer] = useTablePreferences(tableId);
  const { fields = [] } = options;
  const sizes = pageSizes[options.sizes ?? 'long'];

  /** Typing replaces the address; a page, an order or a filter is a step that Back undoes. */
  const write = useCallback(
    (change: (next: URLSearchParams) => void, { replace = false } = {}) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          change(next);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParameters],
  );
  const set = (name: string, value: string | null) => (next: URLSearchParams) => {
    if (value) next.set(name, value);
    else next.delete(name);
    if (name !== 'page') next.delete('page');
  };

  const wanted = positive(parameters.get('limit')) ?? preferences.pageSize ?? options.pageSize ?? sizes.usual;
  const limit = sizes.options.find((size) => size === wanted) ?? sizes.usual;
  const page = positive(parameters.get('page')) ?? 1;
  const search = parameters.get('q') ?? '';
  const sort = sortOf(parameters.get('sort') ?? options.sort ?? null);
  const filters = filtersOf(parameters);

  const filtersKey = JSON.stringify(filters);
  const fieldsKey = fields.map(({ field }) => field).join();

  const variables = useMemo(
    () => ({
      first: limit,
      page,
      search: search || null,
      orderBy: orderByOf(sort),
      where: whereOf(fields, filters.filter(isKnown)),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- by content: a new object would be a new request
    [limit, page, search, sort?.column, sort?.direction, filtersKey, fieldsKey],
  );

  return {
    tableId,
    variables,
    page,
    limit,
    sizes: sizes.options as readonly number[],
    search,
    sort,
    filters,
    density: (preferences.density === 'COMPACT' ? 'compact' : 'comfortable') as Density,
    hiddenColumns: preferences.hiddenColumns ?? options.hidden ?? [],
    /** Names of columns in the user's order; the others follow. */
    columnOrder: preferences.columnOrder ?? [],
    /** The widths that the user chose; those of the other columns follow their content. */
    columnWidths: preferences.columnWidths ?? [],
    /** The address of another page of the same list, for a link. */
    pageHref(target: number): string {
      const next = new URLSearchParams(parameters);
      if (target > 1) next.set('page', String(target));
      else next.delete('page');
      return `?${next}`;
    },
    setPage: (target: number, replace = false) => write(set('page', target > 1 ? String(target) : null), { replace }),
    setSearch: (text: string) => write(set('q', text.trim() || null), { replace: true }),
    setLimit(size: number) {
      prefer({ pageSize: size });
      if (parameters.has('limit') || parameters.has('page')) write(set('limit', null));
    },
    setSort: (next: TableSort | null) =>
      write(set('sort', next && (next.direction === 'DESC' ? `-${next.column}` : next.column))),
    /** Replaces all filters, from the first page on. */
    setFilters: (next: readonly TableFilter[]) =>
      write((address) => {
        writeFilters(address, next);
        address.delete('page');
      }),
    /** Removes the search and all filters. */
    clear: () =>
      write((address) => {
        writeFilters(address, []);
        for (const name of ['q', 'page']) address.delete(name);
      }),
    setHiddenColumns: (hiddenColumns: readonly string[]) => prefer({ hiddenColumns }),
    setColumnOrder: (columnOrder: readonly string[]) => prefer({ columnOrder }),
    /** Null: the width follows the content again. */
    setColumnWidth: (column: string, width: number | null) =>
      prefer(({ columnWidths }) => ({
        columnWidths: [
          ...(columnWidths ?? []).filter((one) => one.column !== column),
          ...(width === null ? [] : [{ column, width }]),
        ],
      })),
    resetWidths: () => prefer({ columnWidths: null }),
    setDensity: (density: Density) => prefer({ density: density === 'compact' ? 'COMPACT' : 'COMFORTABLE' }),
    /** Restores the default columns in their default order. */
    resetColumns: () => prefer({ hiddenColumns: null, columnOrder: null }),
    /**
     * The same list as the REST layer's CSV export, with these columns: `${path}?csv=true&columns=…&searchTerm=…`; or
     * those of its rows that the user has selected, whatever the search is now.
     */
    csvHref: (path: string, columns: readonly string[], ids?: readonly number[]): string =>
      csvHrefOf({ search, sort, filters }, path, columns, ids),
  };
}

export type TableState = Omit<ReturnType<typeof useTableState>, 'pageHref'> & {
  /** Null for a table whose state is not in the address (useLocalTable.ts). */
  pageHref: ((target: number) => string) | null;
};

/** Returns the address of the file of a table: see `csvHref`. */
export function csvHrefOf(
  { search, sort, filters }: { search: string; sort: TableSort | null; filters: readonly TableFilter[] },
  path: string,
  columns: readonly string[],
  ids?: readonly number[],
): string {
  const query = new URLSearchParams({ csv: 'true', columns: columns.join(',') });
  if (search && !ids) query.set('searchTerm', search);
  if (sort) query.set('orderBy', sort.column);
  if (sort) query.set('orderDir', sort.direction.toLowerCase());
  if (ids) query.set('ids', ids.join(','));
  else for (const { field, condition, value } of filters) query.set(`filters[${field}][${condition}]`, value ?? '');
  return `${path}?${query}`;
}
