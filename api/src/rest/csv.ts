import { stringify } from 'csv-stringify/sync';
import type { Context } from '../shared/context.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import type { Reply } from './route.ts';

/**
 * Prefixes an apostrophe to a cell that a spreadsheet would run as a formula, also behind spaces and in full-width
 * characters.
 */
export function safeCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : String(value);
  return /^\s*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
}

/** Returns rows of cells as lines of a CSV file (RFC 4180). */
export const csvLines = (rows: unknown[][]): string =>
  stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** Streams `csvLines` as a file in pieces: UTF-8 with a byte order mark, titles in the viewer's language. */
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
