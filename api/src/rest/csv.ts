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

/** Rows of cells as a CSV file: RFC 4180, UTF-8 with a byte order mark, titles in the viewer's language. */
export function csvFile(ctx: Context, titles: MessageKey[], rows: unknown[][]): Reply {
  const date = ctx.today;
  const { locale } = ctx;
  async function* lines() {
    yield `\ufeff${stringify([titles.map((title) => translate(locale, title))], { record_delimiter: 'windows' })}`;
    for (let start = 0; start < rows.length; start += 500) {
      yield stringify(rows.slice(start, start + 500).map((row) => row.map(safeCell)), { record_delimiter: 'windows' });
    }
  }
  return {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="exported_table_${date}.csv"` },
    stream: lines(),
  };
}
