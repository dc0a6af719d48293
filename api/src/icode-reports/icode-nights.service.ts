import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { lockNights } from '../usage/usage.service.ts';
import { withoutContradictions, type ComparedCode } from './icode-contradictions.ts';

/** A device, and a patient for which codes of it were entered. */
export interface CodesKey {
  machineId: number;
  patientId: number;
}

const CODES = `
  select id, collected::text, icode_period as "icodePeriod", compliant_days as "compliantDays", best30, minutes
    from icode_reports where machine_id = ? and patient_id = ? order by created_at desc, id desc`;

// No other night of a code is ever in another state.
const JUDGE = `
  update usage_nights n set state = c.state
    from jsonb_to_recordset(?::jsonb) as c (night date, state int)
   where n.machine_id = ? and n.source = 'qr' and n.night = c.night and coalesce(n.patient_id, ?) = ? and n.state <> c.state
  returning n.patient_id`;

/**
 * Sets which nights of one-day codes of a device and a patient count: not those of a code that is in a contradiction with
 * itself or another code (decisions/132). Compliance follows by the triggers of the nights. Returns the number of nights
 * that it changed; repeating it changes nothing.
 */
export async function judgeCodes(ctx: Context, { machineId, patientId }: CodesKey): Promise<number> {
  // The codes are read after the nights of any other transaction were committed.
  await lockNights(ctx, machineId);
  const codes = await ctx.em.execute<ComparedCode[]>(CODES, [machineId, patientId]);
  const sure = new Set(withoutContradictions(codes));
  const states = new Map<string, number>();
  for (const code of codes.filter(({ icodePeriod }) => icodePeriod === 1)) {
    const night = addDays(code.collected, -1);
    states.set(night, Math.min(states.get(night) ?? 1, Number(sure.has(code))));
  }
  if (states.size === 0) return 0;
  const nights = [...states].map(([night, state]) => ({ night, state }));
  const changed = await ctx.em.execute<unknown[]>(JUDGE, [JSON.stringify(nights), machineId, patientId, patientId]);
  if (changed.length > 0) ctx.publish('device-history.changed', { patientId, historyId: 0 });
  return changed.length;
}

/** Returns the next devices and patients with one-day codes, in their order. */
export const codesAfter = (ctx: Context, { machineId, patientId }: CodesKey, limit: number): Promise<CodesKey[]> =>
  ctx.em.execute<CodesKey[]>(
    `select distinct machine_id as "machineId", patient_id as "patientId" from icode_reports
      where icode_period = 1 and patient_id is not null and (machine_id, patient_id) > (?, ?) order by 1, 2 limit ?`,
    [machineId, patientId, limit],
  );
