/**
 * The value of a column in SQL: of the row `r` of the table that finds the rows of the list, and of tables that are
 * joined. A file is written from it. It has the same value as the column's `value`, for every viewer who sees the row.
 */
export interface ColumnSql {
  sql: string;
  /** Text that users write: the file guards it against formulas. */
  guarded?: true;
  /** The database writes a time of UTC, and the file has it in the time zone of the organization. */
  time?: true;
  /** Returns the value that a cell means, where only the portal knows it. */
  of?: (cell: string) => unknown;
  /**
   * SQL of the value in a page. A page is one statement when each of its columns has it, and is read row by row otherwise:
   * never for a column with a mask or a policy.
   */
  page?: string;
}

/** A cell of digits, of a date or of a closed set, which no spreadsheet runs as a formula. */
export const plainCell = (sql: string): ColumnSql => ({ sql });
/** A cell of text that users write. */
export const textCell = (sql: string): ColumnSql => ({ sql, guarded: true });
/** A time as all answers write it. */
export const timeCell = (sql: string): ColumnSql => ({
  sql: `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  time: true,
});
/** A cell whose value the portal makes, or of which a file shows something else. */
export const codedCell = (sql: string, of: (cell: string) => unknown = (cell) => cell): ColumnSql => ({ sql, of });
/** The same column, read with the rows of a page too; `page`: its SQL there, if it differs. */
export const inPages = (column: ColumnSql, page = column.sql): ColumnSql => ({ ...column, page });
