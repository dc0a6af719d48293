import type { EntityClass } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { conditionOf, sqlOf, type ListColumn, type ListFilter } from './list-conditions.ts';

/** The condition that matches the rows which a negated one leaves out. */
const POSITIVE: Record<string, string> = { not_contain: 'contain', not_equal: 'equal', is_null: 'is_not_null' };

/**
 * Returns a filter by the name of a row of a small table, such as the provider, as a condition on the ids of the rows
 * that have such a name. The ids are read first and stand in the text: the database knows from its statistics how many
 * rows each one has, and reads the few of a rare one from an index.
 */
export async function lookedUp({ em, timezone }: Context, column: ListColumn, filter: ListFilter): Promise<unknown> {
  const { entity, key, text = 'name', isLarge } = column.lookup!;
  // The table that has the key: that of the list, or the one at the path before the relation.
  const path = column.property.split('.').slice(0, -2);
  const on = (condition: (alias: string) => string) =>
    path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), sqlOf(condition));
  const condition = POSITIVE[filter.condition] ?? filter.condition;
  const isNegated = (condition !== filter.condition) !== Boolean(filter.isNot);
  const { type, code } = column;
  const name = conditionOf({ property: text, type, code }, { ...filter, condition, isNot: false }, timezone);
  const having = em
    .createQueryBuilder(entity as EntityClass<{ id: number }>)
    .select('id')
    .where(name as never);
  if (isLarge) {
    const within = { [column.property]: { $in: having } };
    return isNegated ? { $not: within } : within;
  }
  const found = await having.execute<{ id: number }[]>();
  const ids = found.map(({ id }) => id).sort((a, b) => a - b);
  return isNegated
    ? on((row) => [`${row}.${key} is null`, ...between(`${row}.${key}`, ids)].join(' or '))
    : on((row) => (ids.length > 0 ? `${row}.${key} in (${ids.join()})` : 'false'));
}

/** The values other than these, as ranges: an index finds a range, and not what differs from a value. */
function between(key: string, ids: readonly number[]): string[] {
  if (ids.length === 0) return ['true'];
  const gaps = ids.flatMap((id, nth) => {
    const before = ids[nth - 1];
    if (before === undefined) return [`${key} < ${id}`];
    return before + 1 < id ? [`${key} > ${before} and ${key} < ${id}`] : [];
  });
  return [...gaps, `${key} > ${ids.at(-1)}`];
}
