import type { Context } from './context.ts';
import { refusalOf } from './list.conditions.ts';
import { countMatching } from './list.count.ts';
import { MAX_ROW } from './list.rules.ts';
import {
  computedOf,
  definitionOf,
  foundIn,
  orderOf,
  rowsById,
  sortOf,
  whereOf,
  type ListQuery,
  type ListSource,
} from './list.ts';

/** A page that begins after this row reads the ids of the skipped rows alone. */
const DEEP = 1000;

/** Returns rows `offset` to `offset + limit`, in order. Refuses a page that ends after row 50,000 of a longer list. */
export async function readPage<T extends object>(
  ctx: Context,
  source: ListSource<T>,
  query: ListQuery,
  limit: number,
  offset: number,
): Promise<T[]> {
  const definition = definitionOf(ctx, source);
  const where = (await whereOf(ctx, definition, query)) as never;
  const sort = sortOf(ctx, definition, query);
  const [orderBy, computed] = [orderOf(sort), computedOf(ctx, definition, sort)];
  if (offset < DEEP && !definition.index)
    return ctx.em.find(definition.entity, where, { orderBy, limit, offset, ...computed }) as Promise<T[]>;
  if (offset + limit > MAX_ROW) {
    const { rows, isCapped } = await countMatching(ctx, source, query);
    if (isCapped || rows > offset) throw refusalOf('page', 'list.depth', { max: MAX_ROW });
    return [];
  }
  const found = await ctx.em
    .createQueryBuilder(foundIn(definition))
    .select('id')
    .where(where)
    .orderBy(orderBy)
    .limit(limit, offset)
    .execute<{ id: number }[]>();
  return rowsById(ctx, definition, found, computed);
}
