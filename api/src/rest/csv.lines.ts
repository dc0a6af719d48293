import type { CopiedRows, Lines } from '../db/wire/copy-out.ts';
import { timeIn } from '../shared/dates.ts';
import { quoted, safeCell } from './csv.ts';

/**
 * A cell that the database writes: SQL of the row `r` of the table that finds the rows of the list, and of tables that are joined. A cell with
 * text of users is guarded, and `shown` makes the cell of one that only the portal can write.
 */
export interface CopiedCell {
  sql: string;
  guarded?: true;
  shown?: (text: string) => string | null;
  /** The database writes a time of UTC, and the file has it in the time zone of the organization. */
  time?: true;
}

/** A cell of digits, of a date or of a closed set, which no spreadsheet runs as a formula. */
export const copied = (sql: string): CopiedCell => ({ sql });
/** A cell of text that users write. */
export const copiedText = (sql: string): CopiedCell => ({ sql, guarded: true });
/** A time as all answers write it. */
export const copiedTime = (sql: string): CopiedCell => ({
  sql: `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  time: true,
});

const [QUOTE, COMMA] = [0x22, 0x2c];
const END = Buffer.from('\r\n');

/** First bytes of texts that no rule of `safeCell` concerns: letters and digits of ASCII, and Latin, Greek and Cyrillic ones. */
const HARMLESS = new Uint8Array(256);
for (const [from, to] of [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc3, 0xdf],
] as const)
  HARMLESS.fill(1, from, to + 1);

/** Returns the index behind the cell that begins at `at`. */
function endOf(row: Buffer, at: number, end: number): number {
  let next = at;
  if (row[next] !== QUOTE) {
    while (next < end && row[next] !== COMMA) next += 1;
    return next;
  }
  for (next += 1; ; next += 2) {
    while (row[next] !== QUOTE) next += 1;
    if (row[next + 1] !== QUOTE) return next + 1;
  }
}

function textOf(row: Buffer, from: number, to: number): string {
  if (row[from] !== QUOTE) return row.toString('utf8', from, to);
  return row.toString('utf8', from + 1, to - 1).replaceAll('""', '"');
}

/** Returns the cell as the file has it, where that differs from how the database wrote it; else null. */
function changed(
  { guarded, shown, time }: CopiedCell,
  row: Buffer,
  [from, to]: readonly [number, number],
  timezone: string,
): string | null {
  if (from === to) return null;
  if (time) return timeIn(timezone, new Date(row.toString('latin1', from, to)));
  if (!(guarded ?? shown)) return null;
  if (!shown && HARMLESS[row[row[from] === QUOTE ? from + 1 : from]!]) return null;
  const text = textOf(row, from, to);
  const cell = quoted(safeCell(shown ? shown(text) : text, timezone));
  return cell === row.toString('utf8', from, to) ? null : cell;
}

/**
 * Gathers rows that PostgreSQL writes as CSV as lines of a file: with CR LF, nothing for an empty text, and an apostrophe
 * in front of a formula, and the times of a time zone. They equal `csvLines` of the same values.
 */
export function copiedLines(cells: readonly CopiedCell[], timezone: string): Lines {
  let bytes = Buffer.allocUnsafe(65_536);
  let [size, rows] = [0, 0];
  const room = (more: number) => {
    if (size + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, size + more));
    bytes.copy(larger, 0, 0, size);
    bytes = larger;
  };
  const put = (part: Buffer, from: number, to: number) => {
    room(to - from);
    size += part.copy(bytes, size, from, to);
  };
  return {
    get size() {
      return size;
    },
    add(row) {
      const end = row.length - 1;
      let [at, kept] = [0, 0];
      for (const cell of cells) {
        const from = at;
        at = endOf(row, at, end);
        const text = changed(cell, row, [from, at], timezone);
        if (text !== null) {
          put(row, kept, from);
          const other = Buffer.from(text);
          put(other, 0, other.length);
          kept = at;
        }
        at += 1;
      }
      put(row, kept, end);
      put(END, 0, 2);
      rows += 1;
    },
    take(): CopiedRows {
      const taken = { bytes: bytes.subarray(0, size), rows };
      bytes = Buffer.allocUnsafe(65_536);
      [size, rows] = [0, 0];
      return taken;
    },
  };
}
