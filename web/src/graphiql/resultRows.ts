/** The rows of a result, as texts: what a table and a CSV file show. */
export interface ResultRows {
  columns: string[];
  rows: string[][];
}

type Cells = Map<string, string>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The parts of a connection that say nothing of a row: their fields are columns of the row itself. */
const WRAPPERS = new Set(['edges', 'node', 'nodes']);
const nameIn = (path: string, key: string): string => (WRAPPERS.has(key) ? path : path === '' ? key : `${path}.${key}`);

/** Two parts of one object, row by row: each row of one with each of the other. */
const joined = (left: Cells[], right: Cells[]): Cells[] =>
  left.flatMap((one) => right.map((other) => new Map([...one, ...other])));

/**
 * Returns the rows of a value. A list has the rows of its entries, or one without cells when it is empty; the fields of
 * an object that are no lists stand in each of its rows. Several lists of one object do not
 * multiply: they have rows of their own, one below the other.
 */
function rowsIn(path: string, value: unknown): Cells[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [new Map()];
    if (value.every((entry) => !isObject(entry) && !Array.isArray(entry)))
      return [new Map([[path, value.map(textOf).join(', ')]])];
    return value.flatMap((entry) => rowsIn(path, entry));
  }
  if (!isObject(value)) return [new Map([[path, textOf(value)]])];
  let own: Cells[] = [new Map()];
  const lists: Cells[][] = [];
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__typename' || key === 'pageInfo' || key === 'cursor') continue;
    const rows = rowsIn(nameIn(path, key), inner);
    if (rows.length === 1) own = joined(own, rows);
    else if (rows.length > 1) lists.push(rows);
  }
  return lists.length === 0 ? own : lists.flatMap((rows) => joined(own, rows));
}

/**
 * Returns the rows of a GraphQL result: a row for each entry of its lists, at any level, and a column for each field, in
 * the order in which they appear. `patients.edges.node.lastName` is the column `patients.lastName`; names begin below
 * what all of them share.
 */
export function resultRows(data: unknown): ResultRows {
  const found = isObject(data) ? rowsIn('', data) : [];
  const names = [...new Set(found.flatMap((cells) => [...cells.keys()]))];
  const shared = sharedPath(names);
  return {
    columns: names.map((name) => name.slice(shared.length)),
    rows: found.filter(({ size }) => size > 0).map((cells) => names.map((name) => cells.get(name) ?? '')),
  };
}

/** The levels with which all names begin, with a point at the end; never a whole name. */
function sharedPath(names: readonly string[]): string {
  const levels = names.map((name) => name.split('.').slice(0, -1));
  const [first] = levels;
  if (!first) return '';
  let depth = 0;
  while (depth < first.length && levels.every((one) => one[depth] === first[depth])) depth += 1;
  return first
    .slice(0, depth)
    .map((level) => `${level}.`)
    .join('');
}
