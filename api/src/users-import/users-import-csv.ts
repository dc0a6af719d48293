import { parse } from 'csv-parse/sync';
import { MAX_COLUMNS, MAX_LINES, tooManyRows, unreadable, type Line } from './users-import-table.ts';

/** Characters of one line: a file without line ends is no table. */
const MAX_LINE = 65_536;
const [LF, CR] = [0x0a, 0x0d];
const DELIMITERS = [',', ';', '\t'];
/** Cells of a file. One of commas alone would have millions, and the node would answer no one while they are read. */
const MAX_CELLS = MAX_LINES * MAX_COLUMNS;

function hasTooManyCells(text: string, delimiter: string): boolean {
  let cells = 0;
  for (let at = text.indexOf(delimiter); at >= 0 && cells <= MAX_CELLS; at = text.indexOf(delimiter, at + 1))
    cells += 1;
  return cells > MAX_CELLS;
}

/** Whether a line of the text is longer than a row may be: the library would read all of it before it says so. */
function hasLongLine(text: string): boolean {
  let length = 0;
  for (let at = 0; at < text.length && length <= MAX_LINE; at += 1) {
    const code = text.charCodeAt(at);
    length = code === LF || code === CR ? 0 : length + 1;
  }
  return length > MAX_LINE;
}

/** Returns the text of a file: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, else Windows-1252. */
export function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the delimiter that the first line contains most, outside quotes; a comma when it contains none. */
export function delimiterOf(text: string): string {
  const first = text
    .slice(0, MAX_LINE)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/, 1)[0]!;
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0]!;
}

/** The first line that names the delimiter to a spreadsheet. It is no row, and counts as none. */
const NAMED_DELIMITER = /^\ufeff?"?sep=([,;\t])"?(?:\r?\n|\r)/i;

/** Returns the lines of a CSV file with commas, semicolons or tabs; refuses what is none. */
export function csvTable(bytes: Uint8Array): Line[] {
  const whole = decoded(bytes);
  const [line = '', named] = NAMED_DELIMITER.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const delimiter = named ?? delimiterOf(text);
  if (text.includes('\0') || hasLongLine(text) || hasTooManyCells(text, delimiter))
    throw unreadable('user_import.not_a_table');
  let records: string[][];
  try {
    records = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_LINE,
      to: MAX_LINES + 1,
    });
  } catch {
    throw unreadable('user_import.not_a_table');
  }
  if (records.length > MAX_LINES) throw tooManyRows();
  return records
    .map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => ({ text: cell })) }))
    .filter(({ cells }) => cells.some((cell) => cell.text.trim() !== ''));
}
