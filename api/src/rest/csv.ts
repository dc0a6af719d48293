import { stringify } from 'csv-stringify/sync';
import type { CopiedRows } from '../db/copy-out.ts';
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

/** Returns a cell of a CSV file (RFC 4180): in quotes where it needs them. */
export const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns rows of cells as lines of a CSV file (RFC 4180). */
export const csvLines = (rows: unknown[][]): string =>
  stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** Returns rows of cells as a piece of a CSV file. */
export const csvPiece = (rows: unknown[][]): CopiedRows => ({ bytes: Buffer.from(csvLines(rows)), rows: rows.length });

/** The rows of a file, and what is done when it ends, whole or not: with the number of rows that were handed over. */
export interface FileRows {
  pieces: Iterable<CopiedRows> | AsyncIterable<CopiedRows>;
  ended: (rows: number) => Promise<void>;
}

/** Returns the headers of a file: its type, and its documented name with today's date. */
export const fileHeaders = ({ today }: Context): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="exported_table_${today}.csv"`,
});

/** Streams rows as a file: UTF-8 with a byte order mark, titles in the viewer's language. */
export function csvFile(ctx: Context, titles: MessageKey[], { pieces, ended }: FileRows): Reply {
  const head = Buffer.from(`\ufeff${csvLines([titles.map((title) => translate(ctx.locale, title))])}`);
  async function* file() {
    let sent = 0;
    let isFirst = true;
    try {
      // The titles wait for the first rows: until then a fault is an error response.
      for await (const { bytes, rows } of pieces) {
        sent += rows;
        yield isFirst ? Buffer.concat([head, bytes]) : bytes;
        isFirst = false;
      }
      if (isFirst) yield head;
    } finally {
      await ended(sent);
    }
  }
  return { headers: fileHeaders(ctx), stream: file() };
}
