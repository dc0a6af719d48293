import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { NotFound } from './errors.ts';

/**
 * Returns the one row that matches if the viewer may see it; throws NotFound when it does not exist or is not visible.
 */
export async function findVisible<T extends object>(
  { em }: Context,
  entity: EntityClass<T>,
  where: FilterQuery<NoInfer<T>>,
  options?: { refresh: boolean },
): Promise<T> {
  const row = await em.findOne(entity, where, options);
  if (!row) throw new NotFound();
  return row as T;
}
