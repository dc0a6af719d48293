import type { CopiedRows, Lines } from '../db/wire/copy-out.ts';
import { timeIn } from '../shared/dates.ts';
import type { ColumnSql } from './column-sql.ts';
import { quoted, safeCell } from './csv.ts';

/** A column of a file that the database writes; `shown`: what the file has of a value. */
export interface FileColumn {
  sql: ColumnSql;
  shown?: (value: never) => unknown;
}

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
  { sql: { guarded, of, time }, shown }: FileColumn,
  row: Buffer,
  [from, to]: readonly [number, number],
  timezone: string,
): string | null {
  if (from === to) return null;
  if (time) return timeIn(timezone, new Date(row.toString('latin1', from, to)));
  if (!(guarded ?? of)) return null;
  if (!of && HARMLESS[row[row[from] === QUOTE ? from + 1 : from]!]) return null;
  const text = textOf(row, from, to);
  const value = of ? of(text) : text;
  const cell = quoted(safeCell(of && shown ? shown(value as never) : value, timezone));
  return cell === row.toString('utf8', from, to) ? null : cell;
}

/**
 * Gathers rows that PostgreSQL writes as CSV as lines of a file: with CR LF, nothing for an empty text, and an apostrophe
 * in front of a formula, and the times of a time zone. They equal `csvLines` of the same values.
 */
export function copiedLines(columns: readonly FileColumn[], timezone: string): Lines {
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
      for (const column of columns) {
        const from = at;
        at = endOf(row, at, end);
        const text = changed(column, row, [from, at], timezone);
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
