import { columnOfHeader, USER_COLUMNS, REQUIRED, type Column } from './users-import-columns.ts';
import { csvTable } from './users-import-csv.ts';
import {
  MAX_USERS,
  shown,
  tooManyRows,
  unreadable,
  type Cell,
  type FileOfUsers,
  type FileRow,
  type Line,
  type RowError,
} from './users-import-table.ts';
import { xlsxTable } from './users-import-xlsx.ts';
import { typedCode, typedText } from '../shared/text.rules.ts';

const EMPTY = Object.fromEntries(Object.keys(USER_COLUMNS).map((column) => [column, ''])) as Record<Column, string>;

/** What a spreadsheet runs as a formula (rest/csv.ts). */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;
const INTERNATIONAL_PHONE = /^\s*\+[\d\s().-]+$/;

/** Whether a cell is or begins a formula. A phone number may begin with +. */
export const isFormula = ({ text, isFormula: isComputed }: Cell, column: Column): boolean =>
  isComputed === true || (FORMULA.test(text) && !(column === 'phone' && INTERNATIONAL_PHONE.test(text)));

/** Returns the columns of the first row; errors of that row for unknown, repeated and missing ones. */
function columnsOf({ cells }: Line): { columns: (Column | null)[]; errors: RowError[] } {
  const errors: RowError[] = [];
  const seen = new Set<Column>();
  const columns = cells.map(({ text }) => {
    if (text.trim() === '') return null;
    const column = columnOfHeader(text);
    if (!column) errors.push({ attribute: shown(text), message: 'user_import.unknown_column' });
    else if (seen.has(column)) errors.push({ attribute: column, message: 'user_import.repeated_column' });
    if (column) seen.add(column);
    return column ?? null;
  });
  for (const column of REQUIRED)
    if (!seen.has(column)) errors.push({ attribute: column, message: 'user_import.missing_column' });
  return { columns, errors };
}

function rowOf({ row, cells }: Line, columns: readonly (Column | null)[]): FileRow {
  const read: FileRow = { row, cells: { ...EMPTY }, errors: [] };
  let isWider = false;
  cells.forEach((cell, index) => {
    const column = columns[index];
    if (cell.text.trim() === '' && !cell.isFormula) return;
    if (!column) {
      // The first alone: an error for each of hundreds in each row would fill the memory of the node.
      if (!isWider) read.errors.push({ attribute: String(index + 1), message: 'user_import.cell_without_column' });
      isWider = true;
    } else if (isFormula(cell, column)) read.errors.push({ attribute: column, message: 'user_import.formula' });
    else read.cells[column] = column === 'email' ? typedCode(cell.text) : typedText(cell.text).trim();
  });
  return read;
}

/** A file is known by its first bytes; its name and type are what the client says. */
const startsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

function tableOf(bytes: Buffer): Promise<Line[]> | Line[] {
  if (bytes.length === 0) throw unreadable('user_import.empty');
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return xlsxTable(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw unreadable('user_import.old_workbook');
  return csvTable(bytes);
}

/** Returns the rows of a file of users. Throws Unreadable for a file that is no table, is empty or has more than 5,000 rows. */
export async function readFile(bytes: Buffer): Promise<FileOfUsers> {
  const [header, ...lines] = await tableOf(bytes);
  if (header?.row !== 1) throw unreadable('user_import.empty');
  if (lines.length > MAX_USERS) throw tooManyRows();
  const { columns, errors } = columnsOf(header);
  if (errors.length > 0) return { rows: [], errors };
  if (lines.length === 0) throw unreadable('user_import.no_rows');
  return { rows: lines.map((line) => rowOf(line, columns)), errors };
}
