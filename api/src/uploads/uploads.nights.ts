import type { Context } from '../shared/context.ts';
import type { CardReading } from './cards/card-reading.ts';
import { writtenNights, type Plan } from './uploads.plan.ts';
import type { OpenUpload } from './uploads.reading.ts';

// Triggers find the patient of each date and overrule what a higher source holds. A longer night keeps the time at which it
// first arrived, as one of a device does: results as of a date between the two cards still count it.
const STORE = `
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes, sessions, obstructive_apneas, central_apneas,
         unclassified_apneas, hypopneas, reras, ahi, pressure, p95, arrived_at, upload_file_id)
  select ?, ?, night, 'sd', minutes, sessions, "obstructiveApneas", "centralApneas", "unclassifiedApneas", hypopneas, reras, ahi, pressure, p95, ?, ?
    from jsonb_to_recordset(?::jsonb) as n (night date, minutes int, sessions int, "obstructiveApneas" int, "centralApneas" int,
           "unclassifiedApneas" int, hypopneas int, reras int, ahi numeric, pressure numeric, p95 numeric) order by night
  on conflict (machine_id, night, source) do update set minutes = excluded.minutes, sessions = excluded.sessions,
         obstructive_apneas = excluded.obstructive_apneas, central_apneas = excluded.central_apneas, unclassified_apneas = excluded.unclassified_apneas,
         hypopneas = excluded.hypopneas, reras = excluded.reras, ahi = excluded.ahi, pressure = excluded.pressure, p95 = excluded.p95,
         upload_file_id = excluded.upload_file_id
  returning patient_id`;

/** Adds the nights of a plan, made with the lock of the device, and returns how many there are; compliance follows. */
export async function addNights(
  ctx: Context,
  upload: OpenUpload,
  { nights, files }: Pick<CardReading, 'nights' | 'files'>,
  plan: Plan,
): Promise<number> {
  const written = new Set(writtenNights(plan).map(({ night }) => night));
  if (written.size === 0) return 0;
  const index = files.findIndex(
    ({ outcome, format }) => outcome !== 'refused' && format !== 'log' && format !== 'g3x-set',
  );
  const file = upload.files[Math.max(0, index)]!;
  const stored = await ctx.em.execute<{ patient_id: number | null }[]>(STORE, [
    plan.machine.orgId,
    plan.machine.id,
    upload.createdAt,
    file.id,
    JSON.stringify(nights.filter(({ night }) => written.has(night))),
  ]);
  const patients = new Set(stored.flatMap(({ patient_id }) => patient_id ?? []));
  for (const patientId of patients) ctx.publish('device-history.changed', { patientId, historyId: 0 });
  return stored.length;
}
