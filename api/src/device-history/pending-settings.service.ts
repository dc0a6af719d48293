import type { Context } from '../shared/context.ts';
import type { DeviceHistory } from './device-history.entity.ts';

/**
 * Makes the pending settings of an ended assignment void and announces it, in the transaction that ends it: no session of the device will
 * fetch them any more. The assignment's row was written before, so whoever submits settings meanwhile waits and then finds it ended.
 */
export async function voidPendingSettings(ctx: Context, history: DeviceHistory): Promise<void> {
  const voided = await ctx.em.execute<{ id: number }[]>(
    `update settings_records set status = 'void', failure = 'device-ended' where history_id = ? and status = 'pending' returning id`,
    [history.id],
  );
  for (const { id } of voided)
    ctx.publish('settings.status-changed', { patientId: history.patient.id, historyId: history.id, recordId: id });
}
