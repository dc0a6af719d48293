import { addDays } from '../shared/dates.ts';

const DAY_MS = 86_400_000;
const HALF_DAY_MS = DAY_MS / 2;
const MINUTE_MS = 60_000;

/** Our clock minus the device's, in milliseconds: what has to be added to an instant by its clock. `deviceTime` is ISO text with an offset. */
export const driftOf = (deviceTime: string, now: Date): number => now.getTime() - Date.parse(deviceTime);

/**
 * When something happened that a device dates by its own clock: as long ago as its clock says, whatever that clock is set to. Never in the future;
 * without a clock, now.
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
 * The evening's date of the night that runs where the device is: noon to noon by its own offset and our clock. No night after it has begun, so no
 * device can have one.
 */
export const runningNight = (deviceTime: string, now: Date): string =>
  new Date(now.getTime() + offsetMs(deviceTime) - HALF_DAY_MS).toISOString().slice(0, 10);

/** The date of a night by the right calendar: moved by the whole days that the device's clock is off. Hours cannot be seen in a date. */
export const rightNight = (night: string, driftMs: number): string => addDays(night, Math.round(driftMs / DAY_MS));
