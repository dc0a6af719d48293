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

/** A column that GraphQL names otherwise than the documents. */
export interface NamedColumn {
  type: ColumnType;
  /** Its name in GraphQL, if it is not the documented one in camel case. */
  field?: string;
  /** The name of each documented value of a `choice`, if it is not the value itself. */
  names?: Readonly<Record<string, string>>;
}

/** The fields by which a list can be filtered, and their types: one definition for server and client. */
export type FilterTypes = Readonly<Record<string, ColumnType | NamedColumn>>;

/** Returns the type of a column with what its rules name otherwise in GraphQL. */
export const columnRule = (rule: ColumnType | NamedColumn): NamedColumn =>
  typeof rule === 'string' ? { type: rule } : rule;

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Documented names that GraphQL has otherwise on every type. */
const NAMES: Record<string, string> = { id: 'databaseId', created: 'createdAt' };

/** Returns the name of a documented column or condition in GraphQL: `last_name` is `lastName`; an integer id `databaseId`. */
export const graphqlName = (name: string, field?: string): string => field ?? NAMES[name] ?? camelCase(name);

/** Returns the value by which GraphQL orders by a documented column: `last_name` is `LAST_NAME`, an integer id `DATABASE_ID`. */
export const orderName = (name: string): string =>
  graphqlName(name)
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();

/** Returns a documented value of a `choice` as GraphQL has it: in upper case, unless it is no name, as `org.ep.admin`. */
export function graphqlChoice(value: string, names?: NamedColumn['names']): string {
  const name = names?.[value] ?? value;
  return /^\w+$/.test(name) ? name.toUpperCase() : name;
}

/** The rows that search and filters match are counted up to this number; beyond it, a count says "more than 10,000". */
export const MAX_COUNT = 10_000;

/** Pages end at this row of a list. Cursors and files have no such end. */
export const MAX_ROW = 50_000;

/** A numbered page: `rows` on it, `total` rows of the list; `isCapped`: there are more. */
export interface CountedPage {
  page: number;
  limit: number;
  rows: number;
  total: number;
  isCapped: boolean;
}

/** Returns the last page that is known to have rows and may be opened. A capped list has a next page after a full one. */
export function lastPageOf({ page, limit, rows, total, isCapped }: CountedPage): number {
  const counted = Math.ceil((total + Number(isCapped)) / limit);
  const seen = isCapped && rows > 0 ? page + Number(rows === limit) : 1;
  return Math.max(1, Math.min(Math.max(counted, seen), Math.floor(MAX_ROW / limit)));
}
