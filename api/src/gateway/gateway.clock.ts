import { addDays } from '../shared/dates.ts';

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

/**
 * Returns the corrected date of a night, moved by the whole days that the device's clock is off. A date cannot show a
 * drift of hours.
 */
export const rightNight = (night: string, driftMs: number): string => addDays(night, Math.round(driftMs / DAY_MS));

/** Whether a night was recorded before the clock changed: the drift would move it beyond the current night (`last`). */
const isOfBefore = (night: string, driftMs: number, last: string): boolean =>
  rightNight(night, driftMs) > last && night <= last;

/**
 * Returns the function that gives the date under which a night of a body is kept. One that was recorded before the clock
 * changed keeps its own date, and so does each that the drift would move to the newest of those or before it: it is older
 * still, and would take the place of another night.
 */
export function keptNights(nights: readonly string[], driftMs: number, last: string): (night: string) => string {
  const newest = nights.filter((night) => isOfBefore(night, driftMs, last)).reduce((a, b) => (a > b ? a : b), '');
  return (night) => {
    const right = rightNight(night, driftMs);
    return isOfBefore(night, driftMs, last) || right <= newest ? night : right;
  };
}
