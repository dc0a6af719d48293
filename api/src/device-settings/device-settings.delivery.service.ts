import type { Context } from '../shared/context.ts';

/** A change is looked after by one piece of work at a time. */
const keyOf = (recordId: number) => `settings:${recordId}`;

interface Waiting {
  patient_id: number;
  history_id: number;
  status: string;
  expires_at: Date | null;
}

/** Puts the work of looking after a submitted change on the queue, in the transaction that submits it. */
export const enqueueDelivery = (ctx: Context, recordId: number, startAfter?: Date): Promise<void> =>
  ctx.enqueue('deliver-settings', { settingsRecordId: recordId }, { key: keyOf(recordId), startAfter });

/**
 * Makes a change whose time is over a failed delivery, and announces it; one that still has time is looked at again then. One that was answered,
 * replaced or deleted stays as it is, and one without an end (written before there was a gateway) waits on.
 */
export async function expireDelivery(ctx: Context, recordId: number): Promise<void> {
  const [record] = await ctx.em.execute<Waiting[]>('select patient_id, history_id, status, expires_at from settings_records where id = ? for update', [recordId]);
  if (record?.status !== 'pending' || !record.expires_at) return;
  if (record.expires_at > ctx.app.now()) return enqueueDelivery(ctx, recordId, record.expires_at);
  await ctx.em.execute(`update settings_records set status = 'failed', failure = 'expired' where id = ?`, [recordId]);
  ctx.publish('settings.status-changed', { patientId: record.patient_id, historyId: record.history_id, recordId });
}

/** Puts work on the queue for every change that is on its way and has none. Answers how many. */
export async function resumeDeliveries(ctx: Context): Promise<number> {
  const lost = await ctx.em.execute<{ id: number }[]>(
    `select s.id from settings_records s where s.status = 'pending' and s.expires_at is not null and not exists (
       select from pgboss.job j where j.name = 'deliver-settings' and j.singleton_key = 'settings:' || s.id and j.state in ('created', 'retry', 'active'))
      order by s.id limit 1000`,
  );
  for (const { id } of lost) await enqueueDelivery(ctx, id);
  return lost.length;
}
