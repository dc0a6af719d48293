import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { Patient } from './patient.entity.ts';

/** Whether row-level security shows the patient to the viewer. */
export const seesPatient = async ({ em }: Context, id: number): Promise<boolean> =>
  (await em.count(Patient, { id })) > 0;

/**
 * Subscribes to the patients of a page of a list: yields the id of each whose devices, settings, nights or compliance
 * changed. Patients that the viewer may not see are left out; without any other it throws NotFound.
 */
export async function patientsEvents(ctx: Context, patientIds: readonly number[]): Promise<AsyncIterable<number>> {
  const visible = await ctx.run('read', () =>
    ctx.em.execute<{ id: number }[]>('select id from patients where id = any (?)', [`{${patientIds.join(',')}}`]),
  );
  if (visible.length === 0) throw new NotFound();
  return ctx.app.pubsub.subscribeAny(
    ['device-history.changed', 'settings.status-changed'],
    visible.map(({ id }) => id),
  );
}
