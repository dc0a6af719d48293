import type { Cursor } from '@mikro-orm/core';
import type { Context } from '../shared/context.ts';
import { InvalidInput, TooExpensive } from '../shared/errors.ts';
import type { ListFilter } from '../shared/list.conditions.ts';
import { countAll, countMatching, type RowCount } from '../shared/list.count.ts';
import { readPage } from '../shared/list.page.ts';
import { isComputed, MAX_COST, priceOf } from '../shared/list.price.ts';
import { lastPageOf } from '../shared/list.rules.ts';
import { definitionOf, readSlice, type ListQuery, type ListSource } from '../shared/list.ts';
import type { MessageKey } from '../shared/messages.ts';
import { csvFile, csvLines } from './csv.ts';
import type { Reply, RestRequest } from './route.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
const MAX_PAGE = 10_000;
const MAX_EXPORT = 100_000;
/** Points of a row, as in GraphQL: the row, its edge, and its place in the page. */
const ROW = 3;
const EXPORT_CHUNK = 1000;
const RESERVED = new Set(['page', 'limit', 'orderBy', 'orderDir', 'searchTerm', 'next', 'csv', 'columns']);
/** Dates that any request may contain for the usage range; with a condition they are ordinary filters. */
const RANGE = new Set(['start_date', 'end_date']);

/** A column of a table response: its documented name and its value in a row, possibly from a loader. */
export interface DatatableColumn<T> {
  key: string;
  value: (row: T) => unknown;
  /** Title in a CSV file; a column without it is not in the file. */
  title?: MessageKey;
  /** The cell in the file if it differs from the value. */
  cell?: (row: T) => unknown;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns page and limit; an invalid page becomes 1 and an invalid limit the default, as in Laravel paginators; a limit
 * above 500 becomes 500.
 */
function whole(value: unknown, fallback: number, max: number): number {
  const number = Number(text(value));
  return Number.isInteger(number) && number >= 1 ? Math.min(number, max) : fallback;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Filters are `key=value` (equal) or `key[condition]=value`, bare or inside `filters`. An empty value means no filter.
 */
function filtersOf(query: Record<string, unknown>): ListFilter[] {
  const own = Object.entries(query).filter(
    ([key, given]) => !RESERVED.has(key) && key !== 'filters' && !(RANGE.has(key) && typeof given === 'string'),
  );
  const all = [...own, ...Object.entries(isRecord(query.filters) ? query.filters : {})];
  return all.flatMap(([field, given]) =>
    Object.entries(isRecord(given) ? given : { equal: given }).flatMap(([condition, value]): ListFilter[] => {
      if (typeof value !== 'string')
        throw new InvalidInput([{ field: 'filters', code: 'list.filter', message: 'list.filter' }]);
      return value === '' && !condition.startsWith('is_') ? [] : [{ field, condition, value }];
    }),
  );
}

function direction(value: unknown): 'ASC' | 'DESC' {
  const wanted = text(value).toUpperCase() || 'ASC';
  if (wanted !== 'ASC' && wanted !== 'DESC')
    throw new InvalidInput([{ field: 'orderDir', code: 'list.order_by', message: 'list.order_by' }]);
  return wanted;
}

function pageUrl(path: string, query: Record<string, unknown>, page: number, origin: string): string {
  const url = new URL(path, origin);
  for (const [key, value] of Object.entries(query)) {
    if (typeof value === 'string') url.searchParams.set(key, value);
    else
      for (const [sub, inner] of Object.entries((value ?? {}) as Record<string, unknown>))
        url.searchParams.set(`${key}[${sub}]`, text(inner));
  }
  url.searchParams.set('page', String(page));
  return url.href;
}

/** Refuses a table whose rows, conditions, and counts cost more than one request may (shared/list.price.ts). */
function assertAffordable<T extends object>(ctx: Context, source: ListSource<T>, query: ListQuery, limit: number) {
  const { columns } = definitionOf(ctx, source);
  const isComputedColumn = (field: string) => Object.hasOwn(columns, field) && isComputed(columns[field]);
  if (limit * ROW + priceOf(query, isComputedColumn, ['matching', 'all']) > MAX_COST) throw new TooExpensive();
}

/**
 * Returns a documented table: page, limit, orderBy, orderDir, searchTerm, filters; `csv=true` returns all matching rows
 * as a file.
 */
export async function datatable<T extends object>(
  ctx: Context,
  request: RestRequest,
  path: string,
  source: ListSource<T>,
  columns: DatatableColumn<T>[],
): Promise<Reply> {
  const query: ListQuery = {
    search: text(request.query.searchTerm),
    orderBy: text(request.query.orderBy),
    orderDir: direction(request.query.orderDir),
    filters: filtersOf(request.query),
  };
  const page = whole(request.query.page, 1, MAX_PAGE);
  const limit = whole(request.query.limit, DEFAULT_LIMIT, MAX_LIMIT);
  assertAffordable(ctx, source, query, limit);
  if (request.query.csv === 'true')
    return exported(ctx, source, query, columnsWanted(columns, text(request.query.columns)));
  const toRow = async (row: T) =>
    Object.fromEntries(
      await Promise.all(columns.map(async ({ key, value }) => [key, (await value(row)) ?? null] as const)),
    );
  const rows = await readPage(ctx, source, query, limit, (page - 1) * limit);
  const matching = await countMatching(ctx, source, query);
  const all = await countAll(ctx, source, query, async () => matching);
  return {
    body: paginator(await Promise.all(rows.map(toRow)), { page, limit, matching, all }, (number) =>
      pageUrl(path, request.query, number, ctx.app.config.publicUrl),
    ),
  };
}

/**
 * Returns the columns of the file: all with a title, or those named in `columns=serial,pin`, in that order. Refuses an
 * unknown name.
 */
function columnsWanted<T>(columns: DatatableColumn<T>[], names: string): DatatableColumn<T>[] {
  const titled = columns.filter(({ title }) => title !== undefined);
  if (names === '') return titled;
  // A column that this viewer may not export (the PIN) is left out, as in the file with all columns.
  return [...new Set(names.split(','))].flatMap((name) => {
    if (!columns.some(({ key }) => key === name))
      throw new InvalidInput([{ field: 'columns', code: 'list.columns', message: 'list.columns' }]);
    return titled.filter(({ key }) => key === name);
  });
}

/**
 * Returns every matching row as a file. All rows are read before the first byte is sent, so that a failure is an error
 * response and not half a file.
 */
async function exported<T extends object>(
  ctx: Context,
  source: ListSource<T>,
  query: ListQuery,
  columns: DatatableColumn<T>[],
): Promise<Reply> {
  const { isCapped } = await countMatching(ctx, source, query, MAX_EXPORT);
  if (isCapped)
    throw new InvalidInput([
      { field: 'csv', code: 'export.too_many', message: 'export.too_many', values: { max: MAX_EXPORT } },
    ]);
  const chunks: string[] = [];
  let after: string | null = null;
  do {
    const chunk: Cursor<T> = await readSlice(ctx, source, query, { first: EXPORT_CHUNK, after });
    const cells = await Promise.all(
      chunk.items.map((row) => Promise.all(columns.map(({ value, cell = value }) => cell(row)))),
    );
    chunks.push(csvLines(cells));
    ctx.em.clear(); // 100,000 rows are a file as text, but as entities they fill the process's memory
    after = chunk.hasNextPage ? chunk.endCursor : null;
  } while (after !== null);
  return csvFile(
    ctx,
    columns.map(({ title }) => title!),
    chunks,
  );
}

/**
 * The paginator that existing tables read, with the counts of the footer. `total_is_capped`: more rows match than `total`
 * says, and pages follow the last page as long as they have rows.
 */
export function paginator(
  data: unknown[],
  at: { page: number; limit: number; matching: RowCount; all: RowCount },
  url: (page: number) => string,
) {
  const { rows: total, isCapped } = at.matching;
  const lastPage = lastPageOf({ ...at, rows: data.length, total, isCapped });
  const from = data.length > 0 ? (at.page - 1) * at.limit + 1 : null;
  const next = at.page < lastPage ? at.page + 1 : null;
  return {
    current_page: at.page,
    data,
    from,
    to: from === null ? null : from + data.length - 1,
    total,
    total_is_capped: isCapped,
    per_page: at.limit,
    last_page: lastPage,
    first_page_url: url(1),
    last_page_url: url(lastPage),
    path: url(1).split('?')[0],
    next_page_url: next && url(next),
    prev_page_url: at.page > 1 ? url(at.page - 1) : null,
    next_token: null,
    recordsTotal: at.all.rows,
    recordsFiltered: total,
  };
}
