import { raw, type EntityClass } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { isShort } from './list-conditions.ts';
import { isRecord } from './record.ts';

/**
 * The tables that `ids_with_text` searches. Lists of others have few rows of one organization, or, as machines, other
 * statements.
 */
const SEARCHED_BY_IDS = new Set(['patients', 'device_index', 'mobile_users']);

/**
 * Returns a condition in which each search of `searchText` is the ids that it finds, where the database would search row by
 * row because its ILIKE is not leak-proof (db/leakproof.ts). Row-level security then decides about those rows alone. No
 * row-level security stops the index of support staff.
 */
export async function byIds(ctx: Context, table: EntityClass<object>, condition: unknown): Promise<unknown> {
  const staff = ctx.principal.kind === 'token' ? ctx.principal.staff : ctx.principal;
  const isFree = staff.kind === 'support' && staff.actingOrgId === null;
  if (!ctx.app.db.searchesByIds || isFree) return condition;
  const { tableName } = ctx.em.getMetadata().get(table);
  return SEARCHED_BY_IDS.has(tableName) ? replaced(ctx, tableName, condition) : condition;
}

async function replaced(ctx: Context, table: string, condition: unknown): Promise<unknown> {
  if (!isRecord(condition)) return condition;
  const pattern = patternOf(condition);
  if (pattern !== null) return found(ctx, table, pattern);
  const parts = Reflect.ownKeys(condition).map(async (key) => {
    const value = condition[key as string];
    const all = (key === '$and' || key === '$or') && Array.isArray(value);
    return [key, all ? await Promise.all(value.map((one) => replaced(ctx, table, one))) : value] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}

/** The pattern of a condition that is nothing but a search of the searched text, long enough for its index. */
function patternOf(condition: Record<string, unknown>): string | null {
  const [key, ...others] = Reflect.ownKeys(condition);
  if (key !== 'searchText' || others.length > 0 || !isRecord(condition.searchText)) return null;
  const { $ilike: pattern } = condition.searchText;
  return typeof pattern === 'string' && !isShort(pattern.slice(1, -1)) ? pattern : null;
}

async function found({ em }: Context, table: string, pattern: string): Promise<unknown> {
  const [{ ids }] = await em.execute<[{ ids: number[] | null }]>('select ids_with_text(?, ?) as ids', [table, pattern]);
  if (ids) return { [raw((alias) => `${alias}.id = any(?::int[])`, [`{${ids.join()}}`])]: [] };
  // More than 10,000 rows: a page finds its own soon in the order of the list. PostgreSQL expects half of the rows to meet
  // this condition, and so few to meet a bare ILIKE that it would read and sort all of them.
  return { [raw((alias) => `coalesce(${alias}.search_text ilike ?, false)`, [pattern])]: [] };
}
