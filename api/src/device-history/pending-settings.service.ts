import type { Context } from '../shared/context.ts';

/** Makes the pending settings of an ended assignment void, in the transaction that ends it: no session of the device will fetch them any more. */
export async function voidPendingSettings({ em }: Context, historyId: number): Promise<void> {
  await em.execute(`update settings_records set status = 'void', failure = 'device-ended' where history_id = ? and status = 'pending'`, [historyId]);
}
