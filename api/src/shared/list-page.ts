import { refusalOf } from './list-refusals.ts';
import { countMatching } from './list-count.ts';
import { MAX_ROW } from './list.rules.ts';
import { computedOf, foundIn, orderOf, rowsById, type ListRead } from './list.ts';

/** A page that begins after this row reads the ids of the skipped rows alone. */
const DEEP = 1000;

/** Returns rows `offset` to `offset + limit`, in order. Refuses a page that ends after row 50,000 of a longer list. */
export async function readPage<T extends object>(read: ListRead<T>, limit: number, offset: number): Promise<T[]> {
  const { ctx, definition } = read;
  const where = (await read.where) as never;
  const [orderBy, computed] = [orderOf(read.sort), computedOf(read)];
  if (offset < DEEP && !definition.index)
    return ctx.em.find(definition.entity, where, { orderBy, limit, offset, ...computed }) as Promise<T[]>;
  if (offset + limit > MAX_ROW) {
    const { rows, isCapped } = await countMatching(read);
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
