import type { Context } from '../shared/context.ts';
import { refuse } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { TablePreferences } from './table-preferences.entity.ts';
import { tablePreferencesRules } from './table-preferences.rules.ts';

/** More tables than the portal will ever have: nobody fills the database with names of their own. */
const MAX_TABLES = 100;

/** What the viewer prefers of one table, or of every table they changed, by name. */
export function listTablePreferences({ em, viewer }: Context, table?: string | null): Promise<TablePreferences[]> {
  return em.find(
    TablePreferences,
    { userId: viewer.userId, ...(table == null ? {} : { table }) },
    { orderBy: { table: 'asc' } },
  );
}

/** Keeps what the viewer prefers of one table, whole: what is left out is as the table starts. Throws InvalidInput. */
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
    .merge(['hiddenColumns', 'columnOrder', 'pageSize', 'density', 'updatedAt'])
    .execute();
  ctx.em.clear(); // the rows read above are old now
}
