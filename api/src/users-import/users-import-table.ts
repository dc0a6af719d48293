import type { MessageKey, MessageValues } from '../shared/messages.ts';
import type { Column } from './users-import-columns.ts';

// What the thread that reads a file and the portal both know. The thread loads these files without tsx: only syntax that
// Node erases, and no module of the portal besides text.rules.ts.

/** Rows of users in one file (reference/security.md, U-11). */
export const MAX_USERS = 5000;
/** Lines of a file, with those that are empty. */
export const MAX_LINES = 10_000;
/** Columns of a file; cells to the right of them are refused by their row. */
export const MAX_COLUMNS = 40;

export interface Cell {
  text: string;
  /** The cell of a spreadsheet is computed. */
  isFormula?: true;
}

/** One line of a table that is not empty. `row`: its number in the spreadsheet, the first being 1. */
export interface Line {
  row: number;
  cells: Cell[];
}

/** One error of a row. `attribute`: the column, or the header of an unknown one. */
export interface RowError {
  attribute: string;
  message: MessageKey;
  values?: MessageValues;
}

/** The cells of a row by their columns; missing ones are empty. `errors`: cells that cannot be read. */
export interface FileRow {
  row: number;
  cells: Record<Column, string>;
  errors: RowError[];
}

/** The rows of a file of users. `errors` are those of its first row, in which case there are no rows. */
export interface FileOfUsers {
  rows: FileRow[];
  errors: RowError[];
}

/** The file cannot be read as a table of users: what the user reads. */
export class Unreadable extends Error {
  readonly key: MessageKey;
  readonly values: MessageValues | undefined;

  constructor(key: MessageKey, values?: MessageValues) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

export const unreadable = (key: MessageKey, values?: MessageValues): Unreadable => new Unreadable(key, values);

export const tooManyRows = (): Unreadable => unreadable('user_import.too_many_rows', { max: MAX_USERS });

/** Longest text of a header or name in an error. */
const SHOWN = 60;
/** Returns the beginning of a text for an error, without half of a character at its end. */
export const shown = (text: string): string => text.trim().slice(0, SHOWN).toWellFormed();
