import { graphqlChoice, graphqlName, orderName } from '#rules/shared/list';
import type { FilterField } from './tableFilters.ts';
import type { TableFilter, TableSort } from './useTableState.ts';

/** Returns a text as the type of its field; what is none stays a text, which the API refuses. */
function valueOf({ type, names }: FilterField, text: string): unknown {
  if (type === 'choice') return graphqlChoice(text, names);
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return /^(1|true)$/i.test(text) || (/^(0|false)$/i.test(text) ? false : text);
  return text;
}

/** Returns a filter as GraphQL has it: `{ lastName: { contain: 'ann' } }`. The API refuses a field that the list does not have. */
function conditionOf(fields: readonly FilterField[], { field, condition, value = '' }: TableFilter) {
  const known = fields.find((one) => one.field === field) ?? { field, label: field, type: 'text' as const };
  const isEmpty = condition === 'is_null' || condition === 'is_not_null';
  const compared = isEmpty ? { isNull: condition === 'is_null' } : { [graphqlName(condition)]: valueOf(known, value) };
  return { name: graphqlName(field, known.name), compared };
}

/** Returns the filters of a table as `where` of its list: a row must match all of them. Null without filters. */
export function whereOf(fields: readonly FilterField[], filters: readonly TableFilter[]): never {
  const where: Record<string, object> = {};
  const others: object[] = [];
  for (const filter of filters) {
    const { name, compared } = conditionOf(fields, filter);
    const [condition] = Object.keys(compared);
    const given = where[name] ?? {};
    // The same condition twice is no single object.
    if (Object.hasOwn(given, condition!)) others.push({ [name]: compared });
    else where[name] = { ...given, ...compared };
  }
  const found = others.length > 0 ? { ...where, and: others } : where;
  // Each list has a type of its own; its rules, from which both sides are made, decide what is in it.
  return (filters.length > 0 ? found : null) as never;
}

/** Returns the order of a table as `orderBy` of its list; null for the order of the list. */
export const orderByOf = (sort: TableSort | null): never =>
  (sort && { field: orderName(sort.column), direction: sort.direction }) as never;
