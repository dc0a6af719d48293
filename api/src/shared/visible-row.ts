import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { NotFound } from './errors.ts';
import { patientsOf } from './patient-data.ts';

/**
 * Returns the one row that matches if the viewer may see it, and states whose data it is (`Context.shows`). Throws
 * NotFound when it does not exist or is not visible.
 */
export async function findVisible<T extends object>(
  ctx: Context,
  entity: EntityClass<T>,
  where: FilterQuery<NoInfer<T>>,
  options?: { refresh: boolean },
): Promise<T> {
  const row = await ctx.em.findOne(entity, where, options);
  if (!row) throw new NotFound();
  ctx.shows(patientsOf([row]));
  return row as T;
}
