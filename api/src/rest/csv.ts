import { stringify } from 'csv-stringify/sync';
import type { Context } from '../shared/context.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import type { Reply } from './route.ts';

/** A cell that a spreadsheet would run as a formula is text: it gets a leading apostrophe, also behind spaces and in full width. */
export function safeCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : String(value);
  return /^\s*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
}

/** Rows of cells as lines of a CSV file (RFC 4180). */
export const csvLines = (rows: unknown[][]): string =>
  stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows' },
  );

/** Lines of `csvLines`, in pieces, as a file: UTF-8 with a byte order mark, titles in the viewer's language. It is sent piece by piece. */
export function csvFile(ctx: Context, titles: MessageKey[], pieces: Iterable<string>): Reply {
  const date = ctx.today;
  const { locale } = ctx;
  async function* file() {
    yield `\ufeff${csvLines([titles.map((title) => translate(locale, title))])}`;
    yield* pieces;
  }
  return {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="exported_table_${date}.csv"`,
    },
    stream: file(),
  };
}
