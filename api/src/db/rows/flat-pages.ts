import { columnsOf, thinFill, type Cells, type Fill, type Meta, type Property } from './plain-shapes.ts';

/** One value of an answer, and the columns that it is made of. A required value that is null throws NotInPage. */
export type Part = { key: string } & (
  | { constant: unknown }
  /** The column at the end of a path of relations to one row. */
  | { path: readonly string[]; value: (cell: unknown) => unknown }
  | { relation: string; isRequired: boolean; parts: Part[] }
  /** The rows of a class that refer to this one by a property, in this order of their columns. */
  | { list: () => object; by: string; order: string; parts: Part[] }
);

/** What a page asks the library. */
export interface Library {
  parseDate: (text: string) => Date;
  metaOf: (entity: object) => Meta;
}

/** The page holds a value that the statement does not know: it is read row by row. */
export class NotInPage extends Error {}

type Read = (cells: Cells) => unknown;
interface Table {
  meta: Meta;
  alias: string;
  joined: Map<string, Table>;
}

/** A page of a table as one statement, and its rows as they are in the answer. */
export interface FlatPage {
  /** Whether each row of the page is one row with its joins, so that the limit may follow them: the planner then joins the rows of the page alone. */
  isOneRowEach: boolean;
  /** Its columns, each with the name of its cell. */
  columns: string;
  /** The columns of the table itself that it is read from, without its joins. */
  read: string;
  /** Sets the table's own properties of a row. */
  fills: Fill[];
  joins: string[];
  /** The order of a row's list, behind the order of the rows. */
  order: string;
  /** Returns each row's cells and its answer. */
  fold: (rows: Cells[]) => { cells: Cells; answer: unknown }[];
}

const propertyOf = (meta: Meta, name: string) => meta.properties[name as never] as Property;

/** Returns what of a page's statement and rows is the same for all values. `cellOf`: the cell of a property of the table itself. */
function textOf(meta: Meta, columns: readonly string[], own: string[], cellOf: (property: string) => string) {
  const properties = own.map((name) => propertyOf(meta, name));
  // Not all columns: a login has no grant for those that only another reads, which are lazy.
  const read = [...new Set([...columnsOf(meta), ...properties])].map(({ fieldNames: [column] }) => `t0."${column}"`);
  return {
    columns: columns.map((column, nth) => `${column} as c${nth}`).join(', '),
    read: read.join(', '),
    fills: properties.map((property) => thinFill(property, cellOf(property.name))),
  };
}

const pages = new WeakMap<Part[], Map<string, FlatPage>>();

/** Returns the page of these parts, made once for a document. `own`: properties of the table itself that the caller reads too. */
export function flatPage(meta: Meta, parts: Part[], own: string[], library: Library): FlatPage {
  const known = pages.get(parts) ?? new Map<string, FlatPage>();
  pages.set(parts, known);
  const key = own.join();
  let page = known.get(key);
  if (!page) known.set(key, (page = makePage(meta, parts, own, library)));
  return page;
}

function makePage(meta: Meta, parts: Part[], own: string[], { parseDate, metaOf }: Library): FlatPage {
  const columns: string[] = [];
  const joins: string[] = [];
  let tables = 0;
  let order = '';
  let list: { key: string; id: string; read: Read } | undefined;

  const cell = ({ alias, meta: of }: Table, property: string): string => {
    const text = `${alias}."${propertyOf(of, property).fieldNames[0]}"`;
    const at = columns.indexOf(text);
    return `c${at < 0 ? columns.push(text) - 1 : at}`;
  };
  const table = (of: Meta, alias: string): Table => ({ meta: of, alias, joined: new Map() });
  const join = (from: Table, name: string): Table => {
    let to = from.joined.get(name);
    if (!to) {
      const { targetMeta, fieldNames } = propertyOf(from.meta, name);
      to = table(targetMeta!, `t${(tables += 1)}`);
      joins.push(
        `left join "${targetMeta!.tableName}" ${to.alias} on ${to.alias}."id" = ${from.alias}."${fieldNames[0]}"`,
      );
      from.joined.set(name, to);
    }
    return to;
  };
  const readOf = (at: Table, part: Part): Read => {
    if ('constant' in part) return () => part.constant;
    if ('path' in part) {
      const end = part.path.slice(0, -1).reduce(join, at);
      const name = part.path.at(-1)!;
      const from = cell(end, name);
      const isTime = propertyOf(end.meta, name).columnTypes[0]!.startsWith('timestamptz');
      if (!isTime) return (cells) => part.value(cells[from]);
      return (cells) => part.value(cells[from] === null ? null : parseDate(cells[from] as string));
    }
    if ('relation' in part) {
      const to = join(at, part.relation);
      const id = cell(to, 'id');
      const read = readAll(to, part.parts);
      return (cells) => {
        if (cells[id] !== null) return read(cells);
        if (part.isRequired) throw new NotInPage();
        return null;
      };
    }
    if (list) throw new NotInPage();
    const meta = metaOf(part.list());
    const to = table(meta, `t${(tables += 1)}`);
    const [key] = propertyOf(meta, part.by).fieldNames;
    joins.push(`left join "${meta.tableName}" ${to.alias} on ${to.alias}."${key}" = ${at.alias}."id"`);
    order = part.order
      .split(', ')
      .map((one) => `, ${to.alias}.${one}`)
      .join('');
    list = { key: part.key, id: cell(to, 'id'), read: () => undefined };
    list.read = readAll(to, part.parts);
    return () => [];
  };
  const readAll = (at: Table, all: Part[]): Read => {
    const reads = all.map((part) => [part.key, readOf(at, part)] as const);
    return (cells) => {
      const answer: Cells = {};
      for (const [key, read] of reads) answer[key] = read(cells);
      return answer;
    };
  };

  const root = table(meta, 't0');
  const id = cell(root, 'id');
  for (const name of own) cell(root, name);
  const read = readAll(root, parts);
  const fold = (rows: Cells[]) => {
    const found: { cells: Cells; answer: unknown }[] = [];
    for (const cells of rows) {
      if (found.at(-1)?.cells[id] !== cells[id]) found.push({ cells, answer: read(cells) });
      if (list && cells[list.id] !== null)
        (found.at(-1)!.answer as Record<string, unknown[]>)[list.key]!.push(list.read(cells));
    }
    return found;
  };
  return { isOneRowEach: false, ...textOf(meta, columns, own, (property) => cell(root, property)), joins, order, fold };
}

/** Cells that are read with the rows `t0` of a page, as SQL of `t0` and of tables that `joins` adds, at most one row for each of its rows. */
export interface ReadCells {
  cells: readonly string[];
  joins: string;
}

/** Returns the page of a table with these cells: the answer of a row is their values. */
export function cellsPage(meta: Meta, { cells, joins }: ReadCells, own: string[]): FlatPage {
  const columns = own.map((name) => `t0."${propertyOf(meta, name).fieldNames[0]}"`);
  const first = columns.length;
  return {
    isOneRowEach: true,
    ...textOf(meta, [...columns, ...cells], own, (name) => `c${own.indexOf(name)}`),
    joins: [joins],
    order: '',
    fold: (rows) => rows.map((row) => ({ cells: row, answer: cells.map((_, nth) => row[`c${first + nth}`]) })),
  };
}
