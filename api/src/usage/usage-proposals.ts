import { addDays, daysBetween } from '../shared/dates.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** From half a night on, another date is nearer (decisions/074). */
const TOLERANCE_SECONDS = 12 * HOUR_SECONDS;

/** A contact with a device: our time, and our clock minus the device's. */
export interface ClockContact {
  at: Date;
  driftSeconds: number;
}

/** A night that a device sent. */
export interface SentNight {
  /** Recorded date. */
  night: string;
  /** Date that counts. */
  usageDate: string;
  /** Date by the device's own clock; null when it is not known. */
  deviceDate: string | null;
  arrivedAt: Date;
  driftSeconds: number | null;
}

/** Nights whose device had another clock when it recorded them than when it sent them. */
export interface DateProposal {
  from: string;
  to: string;
  /** Days to move them; negative for a clock that was ahead. */
  days: number;
  /** Number of nights from `from` to `to`: all of them would move. */
  nights: number;
  /** The last contact with the old clock and the first with the new one. */
  before: ClockContact;
  after: ClockContact;
}

type Candidate = SentNight & { days: number };

const wholeDays = (seconds: number) => Math.sign(seconds) * Math.round(Math.abs(seconds) / DAY_SECONDS);
const differ = (one: number, other: number) => Math.abs(one - other) >= TOLERANCE_SECONDS;
/** The night that runs at a time, by UTC. */
const nightAt = (time: Date) => new Date(time.getTime() - 12 * HOUR_SECONDS * 1000).toISOString().slice(0, 10);

/** Returns the nights that the old clock may have recorded, with the days by which they are off. */
function candidatesOf(before: ClockContact, after: ClockContact, nights: readonly SentNight[]): Candidate[] {
  const [first, last] = [nightAt(before.at), nightAt(after.at)];
  let found = nights.flatMap((night): Candidate[] => {
    const { deviceDate, driftSeconds, arrivedAt, usageDate } = night;
    if (deviceDate === null || driftSeconds === null || usageDate !== night.night) return [];
    if (arrivedAt < after.at || differ(driftSeconds, after.driftSeconds)) return [];
    // One that arrived later, with a date from the first contact on, was recorded after the change.
    const isOfFirst = arrivedAt.getTime() - after.at.getTime() < HOUR_SECONDS * 1000;
    if (night.night >= last && !isOfFirst) return [];
    const days = wholeDays(before.driftSeconds) - daysBetween(deviceDate, night.night);
    const right = addDays(night.night, days);
    return days !== 0 && right >= first && right <= last ? [{ ...night, days }] : [];
  });
  // A date that another night has is taken: that one was recorded on it.
  for (let size = -1; size !== found.length;) {
    size = found.length;
    const moving = new Set(found.map(({ night }) => night));
    const taken = new Set(nights.filter(({ night }) => !moving.has(night)).map(({ usageDate }) => usageDate));
    found = found.filter(({ night, days }) => !taken.has(addDays(night, days)));
  }
  return found;
}

/**
 * Returns the nights in runs of dates: the date change utility shifts every night of a range, so no other night may have
 * a date from the first to the last of a run. A night that shares its date with another one is in no run.
 */
function runsOf(group: readonly Candidate[], nights: readonly SentNight[]): string[][] {
  const own = new Set(group.map(({ night }) => night));
  const others = nights.map(({ usageDate }) => usageDate);
  const rowsOn = Map.groupBy(others, (date) => date);
  const between = others.filter((date) => !own.has(date) || rowsOn.get(date)!.length > 1);
  const runs: string[][] = [];
  for (const date of [...own].filter((one) => rowsOn.get(one)!.length === 1).sort()) {
    const last = runs.at(-1);
    if (last && !between.some((other) => last.at(-1)! < other && other < date)) last.push(date);
    else runs.push([date]);
  }
  return runs;
}

/**
 * Returns the corrections that a device's clock suggests, oldest first: between two contacts in a row its drift changed
 * by half a day or more, so nights that it recorded before and sent after the change were dated by the wrong drift.
 * Pure. `contacts` are those with this device in any order; `nights` all that it sent, so that a taken date is known.
 */
export function proposeDates(contacts: readonly ClockContact[], nights: readonly SentNight[]): DateProposal[] {
  const inOrder = contacts.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return inOrder.slice(1).flatMap((after, index) => {
    const before = inOrder[index]!;
    if (!differ(before.driftSeconds, after.driftSeconds)) return [];
    return [...Map.groupBy(candidatesOf(before, after, nights), ({ days }) => days)].flatMap(([days, group]) =>
      runsOf(group, nights).map((dates) => {
        return { from: dates[0]!, to: dates.at(-1)!, days, nights: dates.length, before, after };
      }),
    );
  });
}
