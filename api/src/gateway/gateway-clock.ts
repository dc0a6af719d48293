import { addDays, daysBetween } from '../shared/dates.ts';

const DAY_MS = 86_400_000;
const HALF_DAY_MS = DAY_MS / 2;
const MINUTE_MS = 60_000;

/**
 * Returns the server's clock minus the device's in milliseconds, to be added to device times. `deviceTime` is ISO text
 * with an offset.
 */
export const driftOf = (deviceTime: string, now: Date): number => now.getTime() - Date.parse(deviceTime);

/**
 * Returns the server time of an event that a device dates by its own clock: as long ago as that clock says, however
 * wrong it is. Never in the future; without a device time, now.
 */
export function instantOf(happened: string | undefined, deviceTime: string | undefined, now: Date): Date {
  if (!happened || !deviceTime) return now;
  const age = Math.max(0, Date.parse(deviceTime) - Date.parse(happened));
  return new Date(Math.max(0, now.getTime() - age));
}

function offsetMs(deviceTime: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(deviceTime) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS : 0;
}

/**
 * Returns the evening's date of the current night at the device's location: noon to noon by its own offset and the
 * server's clock. Later nights have not begun, so no device can report one.
 */
export const runningNight = (deviceTime: string, now: Date): string =>
  new Date(now.getTime() + offsetMs(deviceTime) - HALF_DAY_MS).toISOString().slice(0, 10);

/** Returns the whole days that a device's clock is off. */
export const daysOf = (driftMs: number): number => Math.round(driftMs / DAY_MS);

/**
 * Returns the corrected date of a night, moved by the whole days that the device's clock is off. A date cannot show a
 * drift of hours.
 */
export const rightNight = (night: string, driftMs: number): string => addDays(night, daysOf(driftMs));

/** A night of a body: its date by the device's clock, and what is known of it besides. */
export interface DeviceNight {
  night: string;
  /** The date of the stored night that it repeats; null for a night that is not stored. */
  storedOn: string | null;
  /** Whether its corrected date has a night of another record. */
  taken: boolean;
}

/**
 * Returns the date under which each night of a body is kept: the corrected one, except for a night of before the clock
 * changed. A repeat keeps its date, and one that the drift would move beyond the current night (`last`), or to the date of
 * another record, its own. Each that the drift would move to the newest of them or before it is older still, and moves by
 * the days of that one: it would take the place of another night.
 */
export function keptNights(nights: readonly DeviceNight[], driftMs: number, last: string): string[] {
  const rightOf = (night: string) => rightNight(night, driftMs);
  const known = nights.map(
    ({ night, storedOn }) => storedOn ?? (rightOf(night) > last && night <= last ? night : null),
  );
  const before = nights.flatMap(({ night }, index) => {
    const date = known[index];
    return date && date !== rightOf(night) ? [{ date, days: daysBetween(night, date) }] : [];
  });
  const newest = before.reduce((a, b) => (b.date > a.date ? b : a), { date: '', days: 0 });
  return nights.map(({ night, taken }, index) => {
    const [right, moved] = [rightOf(night), addDays(night, newest.days)];
    if (known[index]) return known[index];
    if (right <= newest.date && moved <= newest.date) return moved;
    return taken && night <= last ? night : right;
  });
}
