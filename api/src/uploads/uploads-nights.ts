import type { Context } from '../shared/context.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import { cardOf, completedNights, writtenNights, type UploadPlan } from './uploads-plan.ts';
import type { OpenUpload } from './open-upload.ts';

// Triggers find the patient of each date and overrule what a higher source holds. A longer night keeps the time at which it
// first arrived, as one of a device does: results as of a date between the two cards still count it. A night arrives when
// it is written, and not when its card did, which may wait for a review: until then no result counts it.
const STORE = `
  insert into usage_nights (machine_org_id, machine_id, night, usage_date, source, minutes, sessions, obstructive_apneas, central_apneas,
         unclassified_apneas, hypopneas, reras, ahi, pressure, p95, arrived_at, upload_file_id)
  select ?, ?, night, date, 'sd', minutes, sessions, "obstructiveApneas", "centralApneas", "unclassifiedApneas", hypopneas, reras, ahi, pressure, p95,
         now(), ?
    from jsonb_to_recordset(?::jsonb) as n (night date, date date, minutes int, sessions int, "obstructiveApneas" int, "centralApneas" int,
           "unclassifiedApneas" int, hypopneas int, reras int, ahi numeric, pressure numeric, p95 numeric) order by night
  on conflict (machine_id, night, source) do update set minutes = excluded.minutes, sessions = excluded.sessions,
         obstructive_apneas = excluded.obstructive_apneas, central_apneas = excluded.central_apneas, unclassified_apneas = excluded.unclassified_apneas,
         hypopneas = excluded.hypopneas, reras = excluded.reras, ahi = excluded.ahi, pressure = excluded.pressure, p95 = excluded.p95,
         upload_file_id = excluded.upload_file_id
  returning id, patient_id as "patientId", usage_date <> night as "isMoved"`;

// A stored figure stays, and so does the file that brought the night; but doubtful events are replaced as a whole, and the
// night then has its figures from this file. The plan was made with the lock of the device.
const COMPLETE = `
  update usage_nights n set sessions = coalesce(n.sessions, c.sessions), p95 = coalesce(n.p95, c.p95),
         obstructive_apneas = case when c.replaces then c."obstructiveApneas" else coalesce(n.obstructive_apneas, c."obstructiveApneas") end,
         central_apneas = case when c.replaces then c."centralApneas" else coalesce(n.central_apneas, c."centralApneas") end,
         unclassified_apneas = case when c.replaces then c."unclassifiedApneas" else coalesce(n.unclassified_apneas, c."unclassifiedApneas") end,
         hypopneas = case when c.replaces then c.hypopneas else coalesce(n.hypopneas, c.hypopneas) end,
         reras = case when c.replaces then c.reras else coalesce(n.reras, c.reras) end,
         ahi = case when c.replaces then c.ahi else coalesce(n.ahi, c.ahi) end,
         pressure = case when c.replaces then coalesce(c.pressure, n.pressure) else coalesce(n.pressure, c.pressure) end,
         upload_file_id = case when c.replaces then ? else n.upload_file_id end
    from jsonb_to_recordset(?::jsonb) as c (night date, sessions int, "obstructiveApneas" int, "centralApneas" int, "unclassifiedApneas" int,
           hypopneas int, reras int, ahi numeric, pressure numeric, p95 numeric, replaces boolean)
   where n.machine_id = ? and n.night = c.night and n.source = 'sd'
  returning n.patient_id as "patientId"`;

/**
 * Adds the nights of a plan, made with the lock of the device, fills the figures of those that it completes, and returns
 * how many there are of each; compliance follows. Nights that it moves are lines of the date change log.
 */
export async function addNights(
  ctx: Context,
  upload: OpenUpload,
  reading: CardReading,
  plan: UploadPlan,
): Promise<{ added: number; completed: number }> {
  const added = await storeNights(ctx, upload, reading, plan);
  const onCard = new Map(cardOf(reading).nights.map((night) => [night.night, night]));
  const filled = completedNights(plan).map(({ night, figures, isReplacement }) =>
    isReplacement ? { ...onCard.get(night), replaces: true } : { night, ...figures, replaces: false },
  );
  const completed =
    filled.length === 0
      ? []
      : await ctx.em.execute<{ patientId: number | null }[]>(COMPLETE, [
          fileOfNights(upload, reading),
          JSON.stringify(filled),
          plan.machine.id,
        ]);
  const patients = new Set([...added, ...completed].flatMap(({ patientId }) => patientId ?? []));
  for (const patientId of patients) ctx.publish('device-history.changed', { patientId, historyId: 0 });
  return { added: added.length, completed: completed.length };
}

/** Returns the id of the file that nights of a reading name: the first one with usage. */
function fileOfNights(upload: OpenUpload, reading: CardReading): number {
  const index = reading.files.findIndex(
    ({ outcome, format }) => outcome !== 'refused' && format !== 'log' && format !== 'g3x-set',
  );
  return upload.files[Math.max(0, index)]!.id;
}

interface StoredNight {
  id: string;
  patientId: number | null;
  isMoved: boolean;
}

async function storeNights(
  ctx: Context,
  upload: OpenUpload,
  reading: CardReading,
  plan: UploadPlan,
): Promise<StoredNight[]> {
  const dates = new Map(writtenNights(plan).map(({ night, date }) => [night, date]));
  if (dates.size === 0) return [];
  const rows = cardOf(reading).nights.flatMap((night) =>
    dates.has(night.night) ? [{ ...night, date: dates.get(night.night) }] : [],
  );
  const { machine } = plan;
  const stored = await ctx.em.execute<StoredNight[]>(STORE, [
    machine.orgId,
    machine.id,
    fileOfNights(upload, reading),
    JSON.stringify(rows),
  ]);
  const moved = stored.flatMap(({ id, isMoved }) => (isMoved ? [id] : []));
  if (moved.length > 0) await ctx.em.execute('select log_moved_nights(?, ?::bigint[])', [upload.userId, `{${moved}}`]);
  return stored;
}
