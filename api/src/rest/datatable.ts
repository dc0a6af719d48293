import { charge } from '../auth/budget.ts';
import { lookAhead } from '../db/rows/plain-rows.ts';
import { cached } from '../shared/cached.ts';
import type { Context } from '../shared/context.ts';
import { TooExpensive } from '../shared/errors.ts';
import { assertSortable, countAll, countMatching } from '../shared/list-count.ts';
import type { ListColumn } from '../shared/list-conditions.ts';
import { readPage } from '../shared/list-page.ts';
import { isComputed, MAX_COST, priceOf, priceOfFilters } from '../shared/list-price.ts';
import { cursorOf, definitionOf, ListRead, readSlice, type ListSource, type RowSlice } from '../shared/list.ts';
import type { MessageKey } from '../shared/messages.ts';
import { patientsOf } from '../shared/patient-data.ts';
import type { ColumnSql } from './column-sql.ts';
import { columnsWanted, datatableFile } from './datatable.file.ts';
import { pageUrl, placeOf, queryOf, queryText, tokenOf, type Place, type TableQuery } from './datatable-query.ts';
import { authorizeExport, wantsFile } from './export.ts';
import { paginator } from './paginator.ts';
import type { Reply, RestRequest } from './route.ts';

/** Points of a row, as in GraphQL: the row, its edge, and its place in the page. */
export const ROW = 3;

/** A column of a table response: its documented name and its value in a row, possibly from a loader. */
export interface DatatableColumn<T> {
  key: string;
  value: (row: T) => unknown;
  /** The same value in SQL. A file with a column without it is read like a page, and sent when complete. */
  sql?: ColumnSql;
  /** Title in a CSV file; a column without it is not in the file. */
  title?: MessageKey;
  /** What a file shows of the value, if it is not the value. */
  shown?: (value: never) => unknown;
  /** The cell in a file that is not made of the value. */
  cell?: (row: T) => unknown;
}

/**
 * Returns the values of a row under their documented names; null for a missing one. Only values of a loader are awaited:
 * a promise for each of the thousand cells of a page cost more than their rows.
 */
export async function rowToRest<T>(columns: DatatableColumn<T>[], row: T): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const loading: Promise<void>[] = [];
  for (const { key, value } of columns) {
    const found = value(row);
    values[key] = found ?? null;
    if (found instanceof Promise)
      loading.push(
        found.then((loaded: unknown) => {
          values[key] = loaded ?? null;
        }),
      );
  }
  await Promise.all(loading);
  return values;
}

/** Returns the points of a table's rows, conditions, and counts. Refuses more than one request may cost (shared/list-price.ts). */
function priceOfTable(columns: Record<string, ListColumn>, query: TableQuery, limit: number): number {
  const filters = priceOfFilters(
    query.filters,
    ({ field }) => Object.hasOwn(columns, field) && isComputed(columns[field]),
  );
  const price = limit * ROW + priceOf(query.search, filters, ['matching', 'all']);
  if (price > MAX_COST) throw new TooExpensive();
  return price;
}

/** The rows of a page, and the cursor of the last one when more rows follow it as far as the read showed; else null. */
interface ReadRows<T> {
  rows: T[];
  cursor: string | null;
}

async function rowsOf<T extends object>(read: ListRead<T>, { limit, skipped, after }: Place): Promise<ReadRows<T>> {
  if (after !== null) {
    const slice: RowSlice<T> = await readSlice(read, { first: limit, after });
    return { rows: slice.items, cursor: slice.hasNextPage ? slice.endCursor : null };
  }
  const rows = await readPage(read, limit, skipped);
  return { rows, cursor: rows.length === limit ? cursorOf(read, rows.at(-1)!) : null };
}

/** Returns the values of a row whose cells were read with it, as `rowToRest` does. */
function cellsToRest<T>(columns: DatatableColumn<T>[], cells: unknown[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  columns.forEach(({ key, sql }, nth) => {
    const cell = cells[nth] as string | null;
    values[key] = (cell === null ? null : sql!.of ? sql!.of(cell) : cell) ?? null;
  });
  return values;
}

/** Returns SQL of the row `r` for the row of a page, as its reader names it. */
const ofPage = cached(1000, (sql: string) => sql.replaceAll(/\br\./g, 't0.'));

/** Has the page read together with all columns, if each is read with its row; returns the cells of the rows. */
function readTogether<T extends object>(
  { ctx, definition }: ListRead<T>,
  columns: DatatableColumn<T>[],
  joins: string,
) {
  const cells = columns.flatMap(({ sql }) => (sql?.page === undefined ? [] : ofPage(sql.page)));
  if (cells.length < columns.length) return null;
  return lookAhead(ctx.em, definition.entity, { cells, joins: ofPage(joins) }) as WeakMap<T, unknown[]> | null;
}

/**
 * Returns a documented table: page or next, limit, orderBy, orderDir, searchTerm, filters; `csv=true` returns all
 * matching rows as a file, for viewers with the operation's permission. `joins`: the tables of cells in SQL.
 */
export async function datatable<T extends object>(
  ctx: Context,
  request: RestRequest,
  path: string,
  source: ListSource<T>,
  columns: DatatableColumn<T>[],
  joins = '',
): Promise<Reply> {
  if (wantsFile(request)) authorizeExport(ctx, request);
  const names = definitionOf(ctx, source).columns;
  const query = queryOf(request.query, (name) => Object.hasOwn(names, name) || columns.some(({ key }) => key === name));
  const read = new ListRead(ctx, source, query);
  const place = placeOf(request.query);
  const price = priceOfTable(names, query, place.limit);
  await charge(ctx, wantsFile(request) ? MAX_COST : price);
  await assertSortable(read);
  if (wantsFile(request))
    return datatableFile(request, read, columnsWanted(columns, queryText(request.query.columns)), joins);
  const together = place.after === null ? readTogether(read, columns, joins) : null;
  const [{ rows, cursor }, matching] = await Promise.all([rowsOf(read, place), countMatching(read)]);
  ctx.shows(patientsOf(rows));
  const all = await countAll(read, async () => matching);
  const end = place.skipped + rows.length;
  const isLast = cursor === null || (end >= matching.rows && !matching.isCapped);
  const address = new URL(path, request.origin);
  return {
    body: paginator(
      await Promise.all(
        rows.map((row) => {
          const cells = together?.get(row);
          return cells ? cellsToRest(columns, cells) : rowToRest(columns, row);
        }),
      ),
      { ...place, matching, all, next: isLast ? null : tokenOf(end, cursor) },
      (to) => pageUrl(address, request.query, to),
    ),
  };
}
