import type { FilterTree, ListColumn } from './list-conditions.ts';
import { refusalOf } from './list-refusals.ts';
import { CONDITIONS, graphqlName } from './list.rules.ts';

/** A filter of GraphQL (list-types.ts): conditions by the names of columns, all of which a row must meet. */
export interface Where {
  and?: readonly Where[] | null;
  or?: readonly Where[] | null;
  not?: Where | null;
  [column: string]: unknown;
}

/** One condition of a filter. `isAlternative`: inside `or` or `not`, where no index serves it alone. */
export interface WhereCondition {
  field: string;
  isAlternative: boolean;
}

/** Returns every condition of a filter with the name of its column in GraphQL. */
export function conditionsIn(where: Where | null | undefined, isAlternative = false): WhereCondition[] {
  return Object.entries(where ?? {}).flatMap(([field, given]): WhereCondition[] => {
    if (given === null || given === undefined) return [];
    if (field === 'and') return (given as Where[]).flatMap((one) => conditionsIn(one, isAlternative));
    if (field === 'or') return (given as Where[]).flatMap((one) => conditionsIn(one, true));
    if (field === 'not') return conditionsIn(given as Where, true);
    return Object.keys(given).map(() => ({ field, isAlternative }));
  });
}

const isAll = (tree: FilterTree) => 'all' in tree;
const isAny = (tree: FilterTree) => 'any' in tree;

/** All of none is every row, any of none no row. */
function all(parts: readonly FilterTree[]): FilterTree {
  const flat = parts.flatMap((part) => (isAll(part) ? part.all : [part]));
  const none = flat.find((part) => isAny(part) && part.any.length === 0);
  return none ?? (flat.length === 1 ? flat[0]! : { all: flat });
}

function any(parts: readonly FilterTree[]): FilterTree {
  const flat = parts.flatMap((part) => (isAny(part) ? part.any : [part]));
  const every = flat.find((part) => isAll(part) && part.all.length === 0);
  return every ?? (flat.length === 1 ? flat[0]! : { any: flat });
}

/** The conditions of the documents by their names in GraphQL. */
const DOCUMENTED: ReadonlyMap<string, string> = new Map(
  Object.values(CONDITIONS).flatMap((names) => names.map((name): [string, string] => [graphqlName(name), name])),
);

/** Returns the conditions on one column. Null is no value: it would show more rows than the client asked for. */
function filtersOn(column: string, { names = {} }: Partial<ListColumn>, given: object, path: string, isNot: boolean) {
  const values = new Map(Object.entries(names).map(([value, name]) => [name, value]));
  return Object.entries(given).flatMap(([name, value]: [string, unknown]): FilterTree[] => {
    if (value === undefined) return [];
    if (value === null) throw refusalOf(`${path}.${name}`, 'list.filter_null');
    const condition = name === 'isNull' && value === false ? 'is_not_null' : DOCUMENTED.get(name)!;
    const text = String(value as string | number | boolean);
    return [{ field: column, condition, value: values.get(text) ?? text, isNot, path: `${path}.${name}` }];
  });
}

/** Each column by its name in GraphQL, with its documented name. */
type Columns = ReadonlyMap<string, readonly [string, Partial<ListColumn>]>;

/** A negation moves to the conditions: not (a and b) is (not a) or (not b). */
function treeOf(columns: Columns, where: Where, path: string, isNot: boolean): FilterTree {
  const parts = Object.entries(where).flatMap(([key, given]): FilterTree[] => {
    const at = `${path}.${key}`;
    if (given === null || given === undefined) return [];
    if (key === 'not') return [treeOf(columns, given as Where, at, !isNot)];
    if (key !== 'and' && key !== 'or') {
      const [name, column] = columns.get(key) ?? [key, {}];
      return filtersOn(name, column, given, at, isNot);
    }
    const inner = (given as Where[]).map((one, nth) => treeOf(columns, one, `${at}.${nth}`, isNot));
    return [(key === 'and') === isNot ? any(inner) : all(inner)];
  });
  return isNot ? any(parts) : all(parts);
}

/** Returns the filters of a list that a filter of GraphQL means. Refuses a condition on null. */
export function filtersOf(columns: Record<string, ListColumn>, where: Where | null | undefined): readonly FilterTree[] {
  if (!where) return [];
  const named: Columns = new Map(
    Object.entries(columns).map(([name, column]) => [graphqlName(name, column.field), [name, column]]),
  );
  const tree = treeOf(named, where, 'where', false);
  return isAll(tree) ? tree.all : [tree];
}
