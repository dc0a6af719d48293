import { useMemo, useState } from 'react';
import { remember, remembered } from '../lib/storage.ts';
import { orderByOf, whereOf } from './listArguments.ts';
import {
  csvHrefOf,
  pageSizes,
  type PageSize,
  type TableFilter,
  type TableSort,
  type TableState,
} from './useTableState.ts';

interface LocalState {
  /** What the rows belong to: page and search are those of one of these. */
  scope: string;
  page: number;
  limit: PageSize;
  sort: TableSort | null;
  search: string;
}

interface LocalTableOptions {
  /** Id of what the rows belong to, such as the organization of the page. */
  scope?: string;
  /** The initial order. */
  sort?: TableSort;
  /** `short` for the generic tables of document 001. */
  sizes?: keyof typeof pageSizes;
  /**
   * The search stays in the browser too. Only for rows that are no patients and no users: the next user of the browser
   * can read it.
   */
  keepsSearch?: boolean;
}

/**
 * Returns the state of one of several tables on a page. It is not in the address: page, page length and order are kept
 * in the local storage of the browser (document 001, section 7), and the search only with `keepsSearch`.
 */
export function useLocalTable(tableId: string, options: LocalTableOptions = {}): TableState {
  const { scope = '', keepsSearch = false } = options;
  const sizes = pageSizes[options.sizes ?? 'short'];
  const key = `table.${tableId}`;
  const [state, setState] = useState<LocalState>(() => {
    const kept = remembered<Partial<LocalState>>(key, {});
    const isSame = kept.scope === scope;
    return {
      scope,
      page: isSame ? (kept.page ?? 1) : 1,
      limit: sizes.options.find((size) => size === kept.limit) ?? sizes.usual,
      sort: kept.sort ?? options.sort ?? null,
      search: isSame && keepsSearch ? (kept.search ?? '') : '',
    };
  });
  const change = (part: Partial<LocalState>) => {
    const next = { ...state, ...part };
    setState(next);
    remember(key, { ...next, search: keepsSearch ? next.search : '' });
  };
  const { page, limit, sort, search } = state;
  const variables = useMemo(
    () => ({
      first: limit,
      page,
      search: search || null,
      orderBy: orderByOf(sort),
      where: whereOf([], []),
    }),
    [limit, page, search, sort],
  );
  const filters: readonly TableFilter[] = [];

  return {
    tableId,
    variables,
    page,
    limit,
    sizes: sizes.options,
    search,
    sort,
    filters: [...filters],
    density: 'comfortable',
    hiddenColumns: [],
    columnOrder: [],
    columnWidths: [],
    pageHref: null,
    setPage: (target) => change({ page: Math.max(1, target) }),
    setSearch: (text) => change({ search: text.trim(), page: 1 }),
    setLimit: (wanted) => change({ limit: sizes.options.find((size) => size === wanted) ?? sizes.usual, page: 1 }),
    setSort: (next) => change({ sort: next, page: 1 }),
    setFilters: () => undefined,
    clear: () => change({ search: '', page: 1 }),
    setHiddenColumns: () => undefined,
    setColumnOrder: () => undefined,
    setColumnWidth: () => undefined,
    resetWidths: () => undefined,
    setDensity: () => undefined,
    resetColumns: () => undefined,
    csvHref: (path, columns, ids) => csvHrefOf({ search, sort, filters }, path, columns, ids),
  };
}
