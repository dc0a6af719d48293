import { raw } from '@mikro-orm/core';
import type { CopiedRows } from '../db/wire/copy-out.ts';
import { InvalidInput } from '../shared/errors.ts';
import { countMatching } from '../shared/list-count.ts';
import { foundIn, orderOf, readSlice, type ListRead, type RowSlice } from '../shared/list.ts';
import type { ColumnSql } from './column-sql.ts';
import { copiedLines, type FileColumn } from './csv-lines.ts';
import { csvPiece } from './csv.ts';
import type { DatatableColumn } from './datatable.ts';
import { assertFilesLeft, exportFile } from './export.ts';
import type { Reply, RestRequest } from './route.ts';

const MAX_EXPORT = 100_000;
const EXPORT_CHUNK = 1000;

/**
 * Returns the columns of the file: all with a title, or those named in `columns=serial,pin`, in that order. Refuses an
 * unknown name.
 */
export function columnsWanted<T>(columns: DatatableColumn<T>[], names: string): DatatableColumn<T>[] {
  const titled = columns.filter(({ title }) => title !== undefined);
  if (names === '') return titled;
  // A column that this viewer may not export (the PIN) is left out, as in the file with all columns.
  return [...new Set(names.split(','))].flatMap((name) => {
    if (!columns.some(({ key }) => key === name))
      throw new InvalidInput([{ field: 'columns', code: 'list.columns', message: 'list.columns' }]);
    return titled.filter(({ key }) => key === name);
  });
}

/** Returns the statement of the cells of every matching row, in the order of the query. `joins`: tables of the cells. */
async function statementOf<T extends object>(
  { ctx, definition, sort, where }: ListRead<T>,
  cells: readonly ColumnSql[],
  joins: string,
): Promise<string> {
  const { tableName } = ctx.em.getMetadata().get(foundIn(definition));
  const found = ctx.em
    .createQueryBuilder(foundIn(definition), 'r')
    .select(raw('1'))
    .where((await where) as never)
    .orderBy(orderOf(sort))
    .getFormattedQuery();
  const from = ` from "${tableName}" as "r"`;
  if (!found.startsWith(`select 1${from}`)) throw new Error(`Not a statement of a file: ${found.slice(0, 100)}`);
  const rest = found.slice(`select 1${from}`.length);
  return `select ${cells.map(({ sql }) => sql).join(', ')}${from} ${joins}${rest}`;
}

/** Returns the cell of a row in a file. */
async function cellOf<T>({ value, cell, shown }: DatatableColumn<T>, row: T): Promise<unknown> {
  if (cell) return cell(row);
  return shown ? shown((await value(row)) as never) : value(row);
}

/** Returns the rows as the library reads them, all of them before the file begins. */
async function readPieces<T extends object>(read: ListRead<T>, columns: DatatableColumn<T>[]): Promise<CopiedRows[]> {
  const { ctx } = read;
  const pieces: CopiedRows[] = [];
  let after: string | null = null;
  do {
    const chunk: RowSlice<T> = await readSlice(read, { first: EXPORT_CHUNK, after });
    const cells = await Promise.all(
      chunk.items.map((row) => Promise.all(columns.map((column) => cellOf(column, row)))),
    );
    pieces.push(csvPiece(ctx, cells));
    ctx.em.clear(); // 100,000 rows are a file as text, but as entities they fill the process's memory
    after = chunk.hasNextPage ? chunk.endCursor : null;
  } while (after !== null);
  return pieces;
}

/**
 * Returns every matching row as a file, which the database writes while it is sent when each of its columns is in SQL.
 */
export async function datatableFile<T extends object>(
  request: RestRequest,
  read: ListRead<T>,
  columns: DatatableColumn<T>[],
  joins: string,
): Promise<Reply> {
  const { ctx } = read;
  await assertFilesLeft(ctx, request);
  const matching = await countMatching(read, MAX_EXPORT);
  if (matching.isCapped || matching.rows > MAX_EXPORT)
    throw new InvalidInput([
      { field: 'csv', code: 'export.too_many', message: 'export.too_many', values: { max: MAX_EXPORT } },
    ]);
  const titles = columns.map(({ title }) => title!);
  const selection = { ...read.query, columns: columns.map(({ key }) => key) };
  const copied = columns.flatMap(({ sql, shown }): FileColumn[] => (sql ? [{ sql, shown }] : []));
  if (!ctx.app.db.copiesFiles || copied.length < columns.length || columns.length === 0) {
    const pieces = await readPieces(read, columns);
    const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0);
    return exportFile(ctx, request, { titles, pieces, rows, selection });
  }
  const statement = await statementOf(
    read,
    copied.map(({ sql }) => sql),
    joins,
  );
  const pieces = ctx.copyOut(statement, copiedLines(copied, ctx.timezone), request.gone);
  return exportFile(ctx, request, { titles, pieces, rows: matching.rows, selection });
}
