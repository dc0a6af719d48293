import type { Context } from './context.ts';

/**
 * Returns the results of a loader, in the order of the keys; throws when they cannot be read. The library's `loadMany`
 * returns errors among the results, where a lost connection looks like a row that the viewer may not see.
 */
export const loadAll = <K, V>(
  ctx: Context,
  batch: (ctx: Context, keys: readonly K[]) => Promise<V[]>,
  keys: readonly K[],
): Promise<V[]> => Promise.all(keys.map((key) => ctx.loader(batch).load(key)));
