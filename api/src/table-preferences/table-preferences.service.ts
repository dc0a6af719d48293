import type { Context } from '../shared/context.ts';
import { refuse } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { TablePreferences } from './table-preferences.entity.ts';
import { tablePreferencesRules } from './table-preferences.rules.ts';

/** More tables than the portal will ever have: this stops a user from filling the database with invented names. */
const MAX_TABLES = 100;

/** Returns the viewer's preferences for one table, or for every table they changed, by name. */
export function listTablePreferences({ em, viewer }: Context, table?: string | null): Promise<TablePreferences[]> {
  return em.find(
    TablePreferences,
    { userId: viewer.userId, ...(table == null ? {} : { table }) },
    { orderBy: { table: 'asc' } },
  );
}

/** Replaces the viewer's preferences for one table; an omitted field returns to the default. Throws InvalidInput. */
export async function saveTablePreferences(ctx: Context, raw: unknown): Promise<void> {
  const input = await validate(tablePreferencesRules, raw);
  const kept = await listTablePreferences(ctx);
  if (kept.length >= MAX_TABLES && !kept.some(({ table }) => table === input.table))
    refuse([{ field: 'table', code: 'invalid', message: 'invalid' }]);
  const { orgId, userId } = ctx.viewer;
  await ctx.em
    .createQueryBuilder(TablePreferences)
    .insert({ ...input, orgId, userId, updatedAt: ctx.app.now() })
    .onConflict(['userId', 'table'])
    .merge(['hiddenColumns', 'columnOrder', 'columnWidths', 'pageSize', 'density', 'updatedAt'])
    .execute();
  ctx.em.clear(); // the rows read above are stale now
}
