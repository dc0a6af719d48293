import { recomputeLater } from '../compliance/compliance.service.ts';
import { findOwnAssignment } from '../device-settings/settings-delivery.service.ts';
import type { Context } from '../shared/context.ts';
import { validate } from '../shared/validate.ts';
import { driftOf, rightNight, runningNight } from './gateway.clock.ts';
import { nightsRules, type NightReport } from './gateway.rules.ts';

/** Result of a night: `date` is the corrected date. refused: the night has not begun, or no patient had the device. */
export interface NightOutcome {
  night: string;
  date: string;
  result: 'stored' | 'unchanged' | 'refused';
  reason: 'future' | 'not_assigned' | null;
}

// A night belongs to the assignment of its date, so it stays with that patient when the device moves to the next one.
// Triggers find whose night it is and overrule data from a card or a code. Rows are written in the order of the nights,
// so that concurrent requests of a device wait instead of deadlocking.
const STORE = `
  with sent as (
    select n.*, h.patient_id, h.machine_org_id, h.machine_id
      from jsonb_to_recordset(?::jsonb) as n (night date, minutes int, ahi numeric, pressure numeric, p95 numeric, leak numeric)
      join device_history h on h.machine_id = ctx_machine() and h.start_date <= n.night and (h.end_date is null or n.night < h.end_date)
  ), stored as (
    insert into usage_nights (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, leak)
    select machine_org_id, machine_id, night, 'wireless', minutes, ahi, pressure, p95, leak from sent order by night
    on conflict (machine_id, night, source) do update set minutes = excluded.minutes, ahi = excluded.ahi, pressure = excluded.pressure, p95 = excluded.p95, leak = excluded.leak
     where usage_nights.patient_id = excluded.patient_id and (usage_nights.minutes, usage_nights.ahi, usage_nights.pressure, usage_nights.p95, usage_nights.leak)
           is distinct from (excluded.minutes, excluded.ahi, excluded.pressure, excluded.p95, excluded.leak)
    returning night
  )
  select s.night::text, s.patient_id, s.night in (select night from stored) as changed from sent s`;

/**
 * Stores the nights of the calling device, each once; the last night is updated while it grows. Dates by a wrong clock
 * are corrected. Nothing is recorded for a device without a current patient.
 */
export async function recordNights(ctx: Context, raw: unknown): Promise<NightOutcome[]> {
  const { deviceTime, nights } = await validate(nightsRules, raw);
  const now = ctx.app.now();
  const [drift, last] = [driftOf(deviceTime, now), runningNight(deviceTime, now)];
  const dated = nights.map((each) => ({ ...each, date: rightNight(each.night, drift) }));
  // A night sent twice in one body: the later one counts.
  const byDate = new Map<string, NightReport>(
    dated.filter(({ date }) => date <= last).map((each) => [each.date, each]),
  );
  const kept =
    byDate.size > 0 && (await findOwnAssignment(ctx)) ? await store(ctx, byDate) : new Map<string, boolean>();
  return dated.map(({ night, date }) => {
    const changed = kept.get(date);
    const reason = date > last ? 'future' : changed === undefined ? 'not_assigned' : null;
    return { night, date, result: reason ? 'refused' : changed ? 'stored' : 'unchanged', reason };
  });
}

/**
 * Returns, for each date on which a patient had the device, whether it changed; dates without a patient are missing.
 * Changes are recalculated.
 */
async function store(ctx: Context, byDate: Map<string, NightReport>): Promise<Map<string, boolean>> {
  const rows = [...byDate].map(([night, { minutes, ahi, pressure, p95, leak }]) => ({
    night,
    minutes,
    ahi,
    pressure,
    p95,
    leak,
  }));
  const kept = await ctx.em.execute<{ night: string; patient_id: number; changed: boolean }[]>(STORE, [
    JSON.stringify(rows),
  ]);
  for (const patientId of new Set(kept.filter(({ changed }) => changed).map((row) => row.patient_id))) {
    await recomputeLater(ctx, patientId);
  }
  return new Map(kept.map(({ night, changed }) => [night, changed]));
}
