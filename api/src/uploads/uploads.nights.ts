import type { Context } from '../shared/context.ts';
import { lockNights } from '../usage/usage.service.ts';
import type { CardReading } from './cards/card-reading.ts';
import type { Match } from './uploads.match.ts';
import type { OpenUpload } from './uploads.reading.ts';

// Triggers find the patient of each date and overrule what a higher source holds. A night that an earlier card brought
// stays, unless it was the last of that card, which may have been running, and is longer now. Nights of patients that the
// sender does not see are left out.
const STORE = `
  with sent as (
    select n.* from jsonb_to_recordset(?::jsonb) as n (night date, minutes int, sessions int, "obstructiveApneas" int, "centralApneas" int,
           "unclassifiedApneas" int, hypopneas int, reras int, ahi numeric, pressure numeric, p95 numeric)
     where not exists (select from device_history h where h.machine_id = ? and h.start_date <= n.night
                          and coalesce(n.night < h.end_date, true) and h.id not in (select jsonb_array_elements_text(?::jsonb)::int))
  )
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes, sessions, obstructive_apneas, central_apneas,
         unclassified_apneas, hypopneas, reras, ahi, pressure, p95, arrived_at, upload_file_id)
  select ?, ?, night, 'sd', minutes, sessions, "obstructiveApneas", "centralApneas", "unclassifiedApneas", hypopneas, reras, ahi, pressure, p95, ?, ?
    from sent order by night
  on conflict (machine_id, night, source) do update set minutes = excluded.minutes, sessions = excluded.sessions,
         obstructive_apneas = excluded.obstructive_apneas, central_apneas = excluded.central_apneas, unclassified_apneas = excluded.unclassified_apneas,
         hypopneas = excluded.hypopneas, reras = excluded.reras, ahi = excluded.ahi, pressure = excluded.pressure, p95 = excluded.p95,
         arrived_at = excluded.arrived_at, upload_file_id = excluded.upload_file_id
   where excluded.minutes > usage_nights.minutes
     and exists (select from upload_files f where f.id = usage_nights.upload_file_id and f.last_night = usage_nights.night)
  returning patient_id`;

/** Adds the nights of a card and returns how many were new or longer than before; compliance follows. */
export async function addNights(
  ctx: Context,
  upload: OpenUpload,
  { nights, files }: CardReading,
  { machine, historyIds }: Match,
): Promise<number> {
  if (nights.length === 0) return 0;
  // Cards that are read at once are added one after another.
  await lockNights(ctx, machine.id);
  const index = files.findIndex(
    ({ outcome, format }) => outcome !== 'refused' && format !== 'log' && format !== 'g3x-set',
  );
  const file = upload.files[Math.max(0, index)]!;
  const stored = await ctx.em.execute<{ patient_id: number | null }[]>(STORE, [
    JSON.stringify(nights),
    machine.id,
    JSON.stringify(historyIds),
    machine.orgId,
    machine.id,
    upload.createdAt,
    file.id,
  ]);
  const patients = new Set(stored.flatMap(({ patient_id }) => patient_id ?? []));
  for (const patientId of patients) ctx.publish('device-history.changed', { patientId, historyId: 0 });
  return stored.length;
}
