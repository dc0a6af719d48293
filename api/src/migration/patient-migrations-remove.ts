import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { changed, type StepLeft } from './patient-migrations.store.ts';

/** Patients of one transaction. */
const PORTION = 100;

/**
 * Removes the next 100 patients that a migration added, in one transaction; those that later records depend on stay, with
 * the reason. `record` writes the audit line.
 */
export const undoStep = (ctx: Context, id: number, record: () => Promise<void>): Promise<StepLeft> =>
  ctx.run('write', async () => {
    const [locked] = await ctx.em.execute<unknown[]>(
      `select 1 from patient_migrations where id = ? and state = 'undoing' for no key update`,
      [id],
    );
    if (!locked) return 'nothing';
    const rows = await ctx.em.execute<{ id: number }[]>(
      `select id from patient_migration_rows where migration_id = ? and result = 'migrated' order by legacy_id limit ?`,
      [id, PORTION],
    );
    if (rows.length > 0)
      await remove(
        ctx,
        id,
        rows.map((row) => row.id),
      );
    else await write(ctx.em).updateTable('patient_migrations').set({ state: 'undone' }).where('id', '=', id).execute();
    changed(ctx, id);
    await record();
    return rows.length > 0 ? 'more' : 'nothing';
  });

interface Removed {
  row_id: number;
  removed_id: number | null;
  kept_by: string | null;
}

async function remove(ctx: Context, id: number, rowIds: readonly number[]): Promise<void> {
  const rows = await ctx.em.execute<Removed[]>('select * from remove_migrated_patients(?, ?)', [
    id,
    `{${rowIds.join(',')}}`,
  ]);
  await ctx.em.execute(
    `update patient_migration_rows r set result = case when x.kept_by is null then 'undone' else 'kept' end, reason_code = x.kept_by
       from jsonb_to_recordset(?::jsonb) as x (row_id int, kept_by text) where r.id = x.row_id`,
    [JSON.stringify(rows)],
  );
  const kept = rows.filter(({ kept_by: by }) => by !== null).length;
  await write(ctx.em)
    .updateTable('patient_migrations')
    .set((eb) => ({
      undone_count: eb('undone_count', '+', rows.length - kept),
      kept_count: eb('kept_count', '+', kept),
      attempts: 0,
      problem: null,
    }))
    .where('id', '=', id)
    .execute();
  ctx.shows(rows.flatMap(({ removed_id: patient }) => patient ?? []));
  ctx.note({ migration: id, undone: rows.length - kept, kept });
}
