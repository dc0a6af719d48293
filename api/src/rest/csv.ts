import { stringify } from 'csv-stringify/sync';
import type { CopiedRows } from '../db/wire/copy-out.ts';
import type { Context } from '../shared/context.ts';
import { timeIn } from '../shared/dates.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import type { Reply } from './route.ts';

/**
 * Returns a cell as text; a time is one of the time zone, which its title names (decisions/139). Prefixes an apostrophe to
 * a cell that a spreadsheet would run as a formula, also behind spaces and in full-width characters.
 */
export function safeCell(value: unknown, timezone: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return timeIn(timezone, value);
  const text = String(value);
  return /^\s*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
}

/** Returns a cell of a CSV file (RFC 4180): in quotes where it needs them. */
export const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns rows of cells as lines of a CSV file (RFC 4180), with the times of a time zone. */
export const csvLines = (rows: unknown[][], timezone: string): string =>
  stringify(
    rows.map((row) => row.map((cell) => safeCell(cell, timezone))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** Returns rows of cells as a piece of a CSV file, with the times of the organization's time zone. */
export const csvPiece = ({ timezone }: Context, rows: unknown[][]): CopiedRows => ({
  bytes: Buffer.from(csvLines(rows, timezone)),
  rows: rows.length,
});

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

/**
 * Streams rows as a file: UTF-8 with a byte order mark, titles in the viewer's language. The title of a column of times
 * names their zone: its text has {{zone}}.
 */
export function csvFile(ctx: Context, titles: MessageKey[], { pieces, ended }: FileRows): Reply {
  const zone = ctx.timezone;
  const head = Buffer.from(`\ufeff${csvLines([titles.map((title) => translate(ctx.locale, title, { zone }))], zone)}`);
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
