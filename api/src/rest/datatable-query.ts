import type { ListFilter } from '../shared/list-conditions.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import type { ListQuery } from '../shared/list.ts';
import { isRecord } from '../shared/record.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
const MAX_PAGE = 10_000;
/** Rows of one request by their ids, as in a list of GraphQL (shared/shape.ts). */
const MAX_IDS = 200;
const RESERVED = new Set([
  'page',
  'limit',
  'orderBy',
  'orderDir',
  'searchTerm',
  'next',
  'csv',
  'columns',
  'filters',
  'ids',
]);
/** Dates that any request may contain for the usage range; with a condition they are ordinary filters. */
const RANGE = new Set(['start_date', 'end_date']);

type Query = Record<string, unknown>;

/** The query of a documented table, whose filters are a list. */
export type TableQuery = ListQuery & { filters: ListFilter[] };

/** The place of a page in its list: a page number, or the rows after a cursor. */
export interface Place {
  page: number;
  limit: number;
  /** Rows before the page. */
  skipped: number;
  after: string | null;
}

/** Returns a query parameter that is a text; empty for any other. */
export const queryText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns page and limit; an invalid page becomes 1 and an invalid limit the default, as in Laravel paginators; a limit
 * above 500 becomes 500.
 */
function whole(value: unknown, fallback: number, max: number): number {
  const number = Number(queryText(value));
  return Number.isInteger(number) && number >= 1 ? Math.min(number, max) : fallback;
}

/** Returns what `filters` contains; refuses a text or a list, which name no column. */
function namedIn(filters: unknown): Query {
  if (filters === undefined || filters === '') return {};
  if (!isRecord(filters)) throw refusalOf('filters', 'list.filter');
  return filters;
}

/** Returns the search, or none; refuses more than one, instead of rows that were not asked for. */
function searchOf(given: unknown): string {
  if (given !== undefined && typeof given !== 'string') throw refusalOf('searchTerm', 'invalid');
  return queryText(given);
}

/**
 * Filters are `key=value` (equal) or `key[condition]=value`, bare or inside `filters`. An empty value means no filter. A
 * bare value that names no column is no filter: existing clients add parameters of their own.
 */
function filtersOf(query: Query, isColumn: (name: string) => boolean): ListFilter[] {
  const own = Object.entries(query).filter(
    ([key, given]) =>
      !RESERVED.has(key) && (isRecord(given) || isColumn(key)) && !(RANGE.has(key) && typeof given === 'string'),
  );
  const all = [...own, ...Object.entries(namedIn(query.filters))];
  return all.flatMap(([field, given]) =>
    Object.entries(isRecord(given) ? given : { equal: given }).flatMap(([condition, value]): ListFilter[] => {
      if (typeof value !== 'string') throw refusalOf('filters', 'list.filter');
      return value === '' && !condition.startsWith('is_') ? [] : [{ field, condition, value }];
    }),
  );
}

function direction(value: unknown): 'ASC' | 'DESC' {
  const wanted = queryText(value).toUpperCase() || 'ASC';
  if (wanted !== 'ASC' && wanted !== 'DESC') throw refusalOf('orderDir', 'list.order_direction');
  return wanted;
}

/** Returns the ids of `ids=7,12`, the rows that a user has selected; undefined without it. Refuses anything else. */
function idsOf(value: unknown): number[] | undefined {
  if (value === undefined || value === '') return undefined;
  const ids = queryText(value).split(',');
  if (!ids.every((id) => /^[1-9]\d{0,8}$/.test(id))) throw refusalOf('ids', 'invalid');
  if (ids.length > MAX_IDS) throw refusalOf('ids', 'list.too_many_ids', { max: MAX_IDS });
  return ids.map(Number);
}

/**
 * Returns search, order, filters and selected rows of a table's request. `isColumn`: whether the table has a column of
 * that name.
 */
export function queryOf(query: Query, isColumn: (name: string) => boolean): TableQuery {
  const ids = idsOf(query.ids);
  return {
    search: searchOf(query.searchTerm),
    orderBy: queryText(query.orderBy),
    orderDir: direction(query.orderDir),
    filters: filtersOf(query, isColumn),
    ...(ids && { ids }),
  };
}

/** Returns the page that a request asks for: by number, or by the `next_token` of the page before. Refuses another token. */
export function placeOf(query: Query): Place {
  const limit = whole(query.limit, DEFAULT_LIMIT, MAX_LIMIT);
  const token = queryText(query.next);
  if (token === '') {
    const page = whole(query.page, 1, MAX_PAGE);
    return { page, limit, skipped: (page - 1) * limit, after: null };
  }
  const [, rows, after] = /^(\d{1,10})\.([\w-]+)$/.exec(token) ?? [];
  if (after === undefined) throw refusalOf('next', 'list.cursor');
  const skipped = Number(rows);
  return { page: Math.floor(skipped / limit) + 1, limit, skipped, after };
}

/** Returns the `next_token` of a page whose last row has the cursor: the rows before the next page, and the cursor. */
export const tokenOf = (rows: number, cursor: string): string => `${rows}.${cursor}`;

/** Returns the address of another page of a table: the same parameters with other ones in place of `page` and `next`. */
export function pageUrl(address: URL, query: Query, place: { page: number } | { next: string }): string {
  const url = new URL(address);
  const add = (key: string, value: unknown): void => {
    if (isRecord(value)) for (const [sub, inner] of Object.entries(value)) add(`${key}[${sub}]`, inner);
    else if (Array.isArray(value)) for (const one of value) url.searchParams.append(`${key}[]`, queryText(one));
    else url.searchParams.set(key, queryText(value));
  };
  for (const [key, value] of Object.entries(query)) if (key !== 'page' && key !== 'next') add(key, value);
  for (const [key, value] of Object.entries(place)) url.searchParams.set(key, String(value));
  return url.href;
}
