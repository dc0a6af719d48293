import { InvalidInput } from '../shared/errors.ts';
import type { MessageKey, MessageValues } from '../shared/messages.ts';

/** Rows of users in one file (reference/security.md, U-11). */
export const MAX_ROWS = 5000;
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

/** The file cannot be read as a table of users. */
export const unreadable = (message: MessageKey, values?: MessageValues): InvalidInput =>
  new InvalidInput([{ field: 'file', code: message, message, values }]);

export const tooManyRows = (): InvalidInput => unreadable('user_import.too_many_rows', { max: MAX_ROWS });
