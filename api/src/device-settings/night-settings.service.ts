import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import { devicesOfPatients } from '../device-history/device-history.service.ts';
import { timezoneOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { SettingsRecord } from './settings-record.entity.ts';

/** Settings of a device in a night. `since`: the time from which the portal knows of them. */
export interface HeldSettings {
  history: DeviceHistory;
  since: Date;
  record: SettingsRecord;
}

/** The night of a date, from noon to noon in a zone, on one device. */
interface NightOfDevice {
  history: DeviceHistory;
  date: string;
  timezone: string;
}

/**
 * A change that the device applied holds from its answer, what the device reported from the first report: every later
 * report of the same settings moves `collected_at` (reported() of settings-delivery-states.ts).
 */
const SINCE = `case when s.is_edit then coalesce(s.answered_at, s.collected_at) else least(s.collected_at, s.created_at) end`;

const heldSql = (nights: number) => `
  select h.nth, h.since, s.*
    from (values ${Array(nights).fill('(?::int, ?::int, ?::timestamp at time zone ?, ?::timestamp at time zone ?)').join(', ')}) as n (nth, history_id, begins, ends)
    cross join lateral (
      select n.nth, k.id, k.since, lead(k.since) over (order by k.since, k.id) as until
        from (select s.id, ${SINCE} as since from settings_records s
               where s.history_id = n.history_id and (s.collected_at is not null or s.status = 'defaults')) k
    ) h
    join settings_records s on s.id = h.id
   where h.since < n.ends and (h.until is null or h.until > n.begins)
   order by h.nth, h.since, h.id`;

/** Returns the settings of each device in each night, oldest first, in the order of the nights. For `ctx.loader`. */
async function heldInNights({ em }: Context, nights: readonly NightOfDevice[]): Promise<HeldSettings[][]> {
  const rows = await em.execute<(Record<string, unknown> & { nth: number; since: string })[]>(
    heldSql(nights.length),
    nights.flatMap(({ history, date, timezone }, nth) => [
      nth,
      history.id,
      `${date} 12:00`,
      timezone,
      `${addDays(date, 1)} 12:00`,
      timezone,
    ]),
  );
  const ofNight = Map.groupBy(rows, ({ nth }) => nth);
  return nights.map(({ history }, nth) =>
    (ofNight.get(nth) ?? []).map((row) => ({
      history,
      since: new Date(row.since),
      record: em.map(SettingsRecord, row),
    })),
  );
}

/** Whether a night is of an assignment: one that ended on a date has no night of that date. */
const hasNight = ({ startDate, endDate }: DeviceHistory, date: string): boolean =>
  startDate <= date && (endDate === null || date < endDate);

/**
 * Returns the settings of a patient's devices in the night of a date, as the devices had reported them by its end: those
 * in force when it began, and those reported until it ended. The night lasts from noon to noon in the zone of the
 * patient's provider. A device that had reported none by then has none here.
 */
export async function settingsOfNight(ctx: Context, patient: Patient, date: string): Promise<HeldSettings[]> {
  const timezone = await timezoneOfPatient(ctx, patient);
  const devices = await ctx.loader(devicesOfPatients).load(patient.id);
  const held = await Promise.all(
    devices
      .filter((history) => hasNight(history, date))
      .map((history) => ctx.loader(heldInNights).load({ history, date, timezone })),
  );
  return held.flat();
}
