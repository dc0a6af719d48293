/**
 * The documented conditions of table filters (document 001, section 5), by the type of the column, for the server and
 * the client's filters.
 */
export const CONDITIONS = {
  text: ['contain', 'not_contain', 'equal', 'not_equal', 'start_with', 'end_with', 'is_null', 'is_not_null'],
  integer: [
    'equal',
    'not_equal',
    'greater_than',
    'greater_than_equal',
    'less_than',
    'less_than_equal',
    'is_null',
    'is_not_null',
  ],
  date: ['equal', 'not_equal', 'greater_than', 'less_than', 'is_null', 'is_not_null'],
  boolean: ['equal', 'is_null', 'is_not_null'],
  choice: ['equal', 'not_equal'],
} as const;

export type ColumnType = keyof typeof CONDITIONS;
export type Condition = (typeof CONDITIONS)[ColumnType][number];

/** The fields by which a list can be filtered, and their types: one definition for server and client. */
export type FilterTypes = Record<string, ColumnType>;

/** The rows that search and filters match are counted up to this number; beyond it, a count says "more than 10,000". */
export const MAX_COUNT = 10_000;

/** Pages end at this row of a list. Cursors and files have no such end. */
export const MAX_ROW = 50_000;
