import type { Context } from '../shared/context.ts';
import { InvalidInput, TooExpensive } from '../shared/errors.ts';
import { assertSortable, countAll, countMatching } from '../shared/list.count.ts';
import { readPage } from '../shared/list.page.ts';
import { isComputed, MAX_COST, priceOf } from '../shared/list.price.ts';
import { cursorOf, definitionOf, readSlice, type ListQuery, type ListSource, type RowSlice } from '../shared/list.ts';
import type { MessageKey } from '../shared/messages.ts';
import { patientsOf } from '../shared/patient-data.ts';
import { csvLines } from './csv.ts';
import { pageUrl, placeOf, queryOf, text, tokenOf, type Place } from './datatable.query.ts';
import { authorizeExport, exportFile, wantsFile } from './export.ts';
import { paginator } from './paginator.ts';
import type { Reply, RestRequest } from './route.ts';

const MAX_EXPORT = 100_000;
/** Points of a row, as in GraphQL: the row, its edge, and its place in the page. */
const ROW = 3;
const EXPORT_CHUNK = 1000;

/** A column of a table response: its documented name and its value in a row, possibly from a loader. */
export interface DatatableColumn<T> {
  key: string;
  value: (row: T) => unknown;
  /** Title in a CSV file; a column without it is not in the file. */
  title?: MessageKey;
  /** The cell in the file if it differs from the value. */
  cell?: (row: T) => unknown;
}

/** Returns the values of a row under their documented names; null for a missing one. */
export const rowToRest = async <T>(columns: DatatableColumn<T>[], row: T): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(columns.map(async ({ key, value }) => [key, (await value(row)) ?? null] as const)),
  );

/** Refuses a table whose rows, conditions, and counts cost more than one request may (shared/list.price.ts). */
function assertAffordable<T extends object>(ctx: Context, source: ListSource<T>, query: ListQuery, limit: number) {
  const { columns } = definitionOf(ctx, source);
  const isComputedColumn = (field: string) => Object.hasOwn(columns, field) && isComputed(columns[field]);
  if (limit * ROW + priceOf(query, isComputedColumn, ['matching', 'all']) > MAX_COST) throw new TooExpensive();
}

/** The rows of a page, and the cursor of the last one when more rows follow it as far as the read showed; else null. */
interface ReadRows<T> {
  rows: T[];
  cursor: string | null;
}

async function rowsOf<T extends object>(
  ctx: Context,
  source: ListSource<T>,
  query: ListQuery,
  { limit, skipped, after }: Place,
): Promise<ReadRows<T>> {
  if (after !== null) {
    const slice: RowSlice<T> = await readSlice(ctx, source, query, { first: limit, after });
    return { rows: slice.items, cursor: slice.hasNextPage ? slice.endCursor : null };
  }
  const rows = await readPage(ctx, source, query, limit, skipped);
  return { rows, cursor: rows.length === limit ? cursorOf(ctx, source, query, rows.at(-1)!) : null };
}

/**
 * Returns a documented table: page or next, limit, orderBy, orderDir, searchTerm, filters; `csv=true` returns all
 * matching rows as a file, for viewers with the operation's permission.
 */
export async function datatable<T extends object>(
  ctx: Context,
  request: RestRequest,
  path: string,
  source: ListSource<T>,
  columns: DatatableColumn<T>[],
): Promise<Reply> {
  if (wantsFile(request)) authorizeExport(ctx, request);
  const definition = definitionOf(ctx, source);
  const query = queryOf(
    request.query,
    (name) => Object.hasOwn(definition.columns, name) || columns.some(({ key }) => key === name),
  );
  const place = placeOf(request.query);
  assertAffordable(ctx, source, query, place.limit);
  await assertSortable(ctx, source, query);
  if (wantsFile(request))
    return exported(ctx, request, source, query, columnsWanted(columns, text(request.query.columns)));
  const { rows, cursor } = await rowsOf(ctx, source, query, place);
  ctx.shows(patientsOf(rows));
  const matching = await countMatching(ctx, source, query);
  const all = await countAll(ctx, source, query, async () => matching);
  const end = place.skipped + rows.length;
  const isLast = cursor === null || (end >= matching.rows && !matching.isCapped);
  const address = new URL(path, request.origin);
  return {
    body: paginator(
      await Promise.all(rows.map((row) => rowToRest(columns, row))),
      { ...place, matching, all, next: isLast ? null : tokenOf(end, cursor) },
      (to) => pageUrl(address, request.query, to),
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
  request: RestRequest,
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
  let rows = 0;
  let after: string | null = null;
  do {
    const chunk: RowSlice<T> = await readSlice(ctx, source, query, { first: EXPORT_CHUNK, after });
    const cells = await Promise.all(
      chunk.items.map((row) => Promise.all(columns.map(({ value, cell = value }) => cell(row)))),
    );
    chunks.push(csvLines(cells));
    rows += cells.length;
    ctx.em.clear(); // 100,000 rows are a file as text, but as entities they fill the process's memory
    after = chunk.hasNextPage ? chunk.endCursor : null;
  } while (after !== null);
  return exportFile(ctx, request, {
    titles: columns.map(({ title }) => title!),
    pieces: chunks,
    rows,
    selection: { ...query, columns: columns.map(({ key }) => key) },
  });
}
