import { Cursor, type EntityClass, type FilterQuery } from '@mikro-orm/core';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { byIds } from './list-by-ids.ts';
import { valueOf, type ListColumn, type FilterTree } from './list-conditions.ts';
import { refusalOf, refusedOrder } from './list-refusals.ts';
import { filtered } from './list-filters.ts';
import { assertFewConditions, wordsOf } from './list-price.ts';
import { columnRule, type FilterTypes, type NamedColumn } from './list.rules.ts';
import type { RowCondition } from './list-text.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { isCalendarDate } from './text.rules.ts';

/**
 * The columns of a list: the types of its filters (`*.list.rules.ts`, also read by the client) and their database
 * properties.
 */
export function listColumns<F extends FilterTypes>(
  types: F,
  columns: { [K in keyof F]: Omit<ListColumn, keyof NamedColumn> },
): Record<string, ListColumn> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, { ...column, ...columnRule(types[name]!) }]),
  );
}

/**
 * The sortable, filterable and searchable columns of a table. No other column reaches the database. `I`: the table that
 * finds the rows, the list's own unless it has an index.
 */
export interface ListDefinition<T extends object, I extends object = T> {
  entity: EntityClass<T>;
  /**
   * A narrow table with one row for each row of the list, with the same id and under the same row-level security: search,
   * filters, orders and counts read it alone, and the rows of a page are then read by their ids.
   */
  index?: EntityClass<I>;
  /** Documented column name (snake_case, as in REST) to property. */
  columns: Record<string, ListColumn>;
  /** The rows that match one search word; a row must match all words. `within`: the part of the list that is read. */
  search: (
    word: string,
    ctx: Context,
    within?: FilterQuery<object>,
  ) => FilterQuery<I> | RowCondition | Promise<FilterQuery<I>>;
  /** The condition of a part of a list (ListSource). */
  where?: FilterQuery<object>;
  /** Name of the column that orders the list by default. */
  defaultOrder: string;
  maxPage: number;
  /** Name in the table list_counts, for a list that triggers count: its total is then exact however long it is. */
  counter?: 'patients' | 'machines' | 'device_history';
}

/** A list, whatever finds its rows. */
export type AnyList<T extends object> = ListDefinition<T, object>;

/** A registered list, or those of its rows that also meet `within`. */
export type ListSource<T extends object> = AnyList<T> | { list: AnyList<T>; within: FilterQuery<object> };

/** Returns the definition of a source. Throws when the list is not in lists.ts: the contract tests read every list from there. */
export function definitionOf<T extends object>({ app }: Context, source: ListSource<T>): AnyList<T> {
  const list = 'list' in source ? source.list : source;
  if (!app.lists.has(list)) throw new Error(`A list of ${list.entity.name} is not registered in lists.ts.`);
  return 'list' in source ? { ...list, where: source.within } : list;
}

/** Returns the table that finds the rows of a list. */
export const foundIn = ({ entity, index }: AnyList<object>) => (index ?? entity) as EntityClass<{ id: number }>;

export interface ListQuery {
  search?: string | null;
  orderBy?: string | null;
  orderDir?: 'ASC' | 'DESC' | null;
  /** A row must match all of them. */
  filters?: readonly FilterTree[] | null;
  /** The rows with these ids alone: those that a user has selected. */
  ids?: readonly number[];
}

const columnOf = ({ columns }: AnyList<object>, name: string): ListColumn | undefined =>
  Object.hasOwn(columns, name) ? columns[name] : undefined;

/**
 * Returns the rows that match search and filters, as a condition on `foundIn`. Refuses unknown columns and conditions,
 * and too many of them.
 */
export async function whereOf(
  ctx: Context,
  definition: AnyList<object>,
  query: ListQuery,
): Promise<FilterQuery<object>> {
  assertFewConditions(query);
  const list = { table: foundIn(definition), columns: definition.columns, within: definition.where };
  const conditions = await Promise.all((query.filters ?? []).map((filter) => filtered(ctx, list, filter)));
  if (query.ids) conditions.push({ id: { $in: [...query.ids] } });
  const words = wordsOf(query.search);
  conditions.push(...(await Promise.all(words.map((word) => definition.search(word, ctx, definition.where)))));
  if (definition.where) conditions.push(definition.where);
  const where = conditions.length > 0 ? { $and: conditions } : {};
  return (await byIds(ctx, list.table, where)) as FilterQuery<object>;
}

/** One column of an order. `isBig`: its integers may have 64 bits. */
interface Sort {
  property: string;
  type: ListColumn['type'];
  direction: string;
  isBig: boolean;
}

/**
 * Returns the requested order, with the id last so that the order is total. A missing value sorts as smallest, so that
 * one index serves both directions.
 */
export function sortOf({ em }: Context, definition: AnyList<object>, query: ListQuery): Sort[] {
  const column = columnOf(definition, query.orderBy || definition.defaultOrder);
  if (!column?.sortBy)
    throw refusedOrder(Object.entries(definition.columns).flatMap(([name, { sortBy }]) => (sortBy ? [name] : [])));
  const direction = query.orderDir ?? 'ASC';
  const properties = em.getMetadata(foundIn(definition)).properties as Record<
    string,
    { nullable?: boolean; runtimeType: string }
  >;
  const isBig = (name: string) => properties[name]!.runtimeType === 'bigint';
  const nulls = properties[column.sortBy]!.nullable ? (direction === 'ASC' ? ' NULLS FIRST' : ' NULLS LAST') : '';
  const by = column.sortBy;
  const first = { property: by, type: column.type, direction: direction + nulls, isBig: isBig(by) };
  return by === 'id' ? [first] : [first, { property: 'id', type: 'integer', direction, isBig: isBig('id') }];
}

/** One reading of a list: the condition and the order that its check, its counts and its pages share, made once. */
export class ListRead<T extends object> {
  readonly definition: AnyList<T>;
  #where: Promise<FilterQuery<object>> | undefined;
  #sort: Sort[] | undefined;

  /** Throws when the list is not registered. */
  constructor(
    readonly ctx: Context,
    readonly source: ListSource<T>,
    readonly query: ListQuery,
  ) {
    this.definition = definitionOf(ctx, source);
  }

  /** The rows that match search and filters; refuses as `whereOf`. */
  get where(): Promise<FilterQuery<object>> {
    return (this.#where ??= whereOf(this.ctx, this.definition, this.query));
  }

  /** The requested order; refuses an unknown one. */
  get sort(): Sort[] {
    return (this.#sort ??= sortOf(this.ctx, this.definition, this.query));
  }
}

/** Returns an order as the ORM takes it. */
export const orderOf = (sort: { property: string; direction: string }[]) =>
  sort.map(({ property, direction }) => ({ [property]: direction })) as never;

export type Slice = { first: number; after?: string | null } | { last: number; before?: string | null };

/** Returns the row of each id, in the order of the ids; null for an id without one. It is what a loader answers. */
export function rowOfEach<Id, Row>(
  ids: readonly Id[],
  rows: readonly Row[],
  idOf: (row: Row) => NoInfer<Id>,
): (Row | null)[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Returns the rows of the list that `foundIn` has found, in the order of their ids. `options`: of the read. */
export async function rowsById<T extends object>(
  { em }: Context,
  { entity }: AnyList<T>,
  found: readonly { id: number }[],
  options: object = {},
): Promise<T[]> {
  const ids = found.map(({ id }) => id);
  const rows = (await em.find(entity, { id: { $in: ids } } as never, options)) as (T & { id: number })[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Rows after or before a cursor, and the cursors of this slice. */
export type RowSlice<T> = Pick<Cursor<object>, 'startCursor' | 'endCursor' | 'hasNextPage' | 'hasPrevPage'> & {
  items: T[];
  from: (row: T) => string;
};

/** Returns a cursor of the database's library, sealed. */
const sealed = (config: Config, plain: string) => sealCursor(config, Buffer.from(plain, 'base64url').toString('utf8'));

/**
 * Returns the rows after or before a cursor (keyset: the same cost on every page). Refuses a cursor of another list or
 * order.
 */
export async function readSlice<T extends object>(read: ListRead<T>, slice: Slice): Promise<RowSlice<T>> {
  const { ctx, definition, sort } = read;
  const { config } = ctx.app;
  const [field, given] = 'first' in slice ? ['after', slice.after] : ['before', slice.before];
  const values = given == null ? undefined : openCursor(config, given);
  if (given != null && (values === undefined || !isCursor(values, sort))) throw refusalOf(field!, 'list.cursor');
  const cursor = values === undefined ? undefined : Buffer.from(values).toString('base64url');
  const found = (await ctx.em.findByCursor(foundIn(definition), {
    where: (await read.where) as never,
    orderBy: orderOf(sort),
    includeCount: false,
    ...computedOf(read),
    ...('first' in slice ? { first: slice.first, after: cursor } : { last: slice.last, before: cursor }),
  })) as unknown as Cursor<{ id: number }>;
  const { startCursor, endCursor, hasNextPage, hasPrevPage } = found;
  const at = {
    startCursor: startCursor && sealed(config, startCursor),
    endCursor: endCursor && sealed(config, endCursor),
    hasNextPage,
    hasPrevPage,
    from: (row: T) => sealed(config, found.from(row as never)),
  };
  if (!definition.index) return { ...at, items: found.items as unknown as T[] };
  return { ...at, items: await rowsById(ctx, definition, found.items) };
}

/** Returns the cursor of a row of the list in the order of the query: the rows after it follow by `readSlice`. */
export function cursorOf<T extends object>({ ctx, definition, sort }: ListRead<T>, row: T): string {
  const meta = ctx.em.getMetadata(definition.entity as EntityClass<object>);
  const plain = Cursor.for(meta, row, orderOf(sort));
  return sealed(ctx.app.config, plain);
}

/** The computed property of an order as an option of a read: its value is in the cursor of each row. */
export function computedOf<T extends object>({ ctx, definition, sort }: ListRead<T>) {
  const { properties } = ctx.em.getMetadata(foundIn(definition));
  const computed = sort.map(({ property }) => property).filter((name) => properties[name as never]!['formula']);
  return computed.length > 0 ? { populate: computed as never } : {};
}

/** An integer of 64 bits, which the driver reads as text. */
const BIG_ID = /^\d{1,18}$/;
/** An instant as a cursor has it: a date column may hold one. */
const INSTANT = /^(.{10})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const isInstant = (text: string): boolean => {
  const day = INSTANT.exec(text)?.[1];
  return day !== undefined && isCalendarDate(day);
};

/**
 * Whether a decoded cursor fits this order: one value for each property that the database takes as its type, and no query
 * syntax.
 */
function isCursor(text: string, sort: readonly Sort[]): boolean {
  try {
    const values: unknown = JSON.parse(text);
    return (
      Array.isArray(values) &&
      values.length === sort.length &&
      sort.every(({ type, isBig }, index) => {
        const value: unknown = values[index];
        if (value === null) return index < sort.length - 1;
        if (type === 'date' && typeof value === 'string' && isInstant(value)) return true;
        if (isBig && typeof value === 'string') return BIG_ID.test(value);
        return valueOf(type, String(value)) === value;
      })
    );
  } catch {
    return false;
  }
}
