import { dateOf } from './card-dates.ts';
import type { CardNight } from './card-reading.types.ts';
import type { AddWarning } from './card-warnings.ts';

/** Longest time of use in a night, in seconds. */
export const LONGEST = 86_400;
/** Most nights that a card can hold, about eleven years. */
export const MOST_NIGHTS = 4000;
/** Pressures in cmH2O that a device can deliver. */
export const isPressure = (value: number): boolean => value >= 3 && value <= 35;

/** Events of a night; null for kinds that the generation does not record. */
export interface EventCounts {
  obstructive: number;
  central: number;
  unclassified: number | null;
  hypopneas: number;
  reras: number | null;
}

/** A night while it is put together. */
export interface NightDraft {
  day: number;
  seconds: number;
  sessions: number | null;
  events: EventCounts | null;
  pressure: number | null;
  p95: number | null;
  running: boolean;
  /** The file that gave the minutes. */
  file: string;
}

/** Rounds to the decimal that is stored: a figure that is rounded twice can be a step too high. */
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Returns the night as the reading answers it. Its minutes are full ones: 3 hours and 59.5 minutes are not 4 hours. */
export function toNight({ day, seconds, sessions, events, pressure, p95, running }: NightDraft): CardNight {
  const minutes = Math.floor(seconds / 60);
  const breaths = events && events.obstructive + events.central + (events.unclassified ?? 0) + events.hypopneas;
  return {
    night: dateOf(day),
    minutes,
    sessions,
    obstructiveApneas: events?.obstructive ?? null,
    centralApneas: events?.central ?? null,
    unclassifiedApneas: events?.unclassified ?? null,
    hypopneas: events?.hypopneas ?? null,
    reras: events?.reras ?? null,
    ahi: breaths === null || minutes === 0 ? null : oneDecimal((breaths * 3600) / seconds),
    pressure,
    p95,
    running,
  };
}

/** Returns one draft for each night, ascending: the longer one of two with the same night. */
export function mergeNights(drafts: readonly NightDraft[], add: AddWarning): NightDraft[] {
  const merged = new Map<number, NightDraft>();
  for (const draft of drafts) {
    const known = merged.get(draft.day);
    if (known && known.seconds !== draft.seconds) add('night.twice', { file: draft.file, night: dateOf(draft.day) });
    const isFuller = known?.seconds === draft.seconds && known.events === null;
    if (!known || known.seconds < draft.seconds || isFuller) merged.set(draft.day, draft);
  }
  return [...merged.values()].sort((one, other) => one.day - other.day);
}

/**
 * Returns the indexes of the longest part of the days that strictly rises. A card writes its nights in order, so the
 * others have a damaged date.
 */
export function risingOf(days: readonly number[]): Set<number> {
  const [tails, before]: [number[], number[]] = [[], []];
  days.forEach((day, index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (days[tails[middle]!]! < day) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = index;
  });
  const rising = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index !== -1; index = before[index]!) rising.add(index);
  return rising;
}

/** Returns the pressure at or below which 95 % of the time was spent; `seconds` is the time at each pressure x100. */
export function p95Of(seconds: Uint32Array): number | null {
  const { total } = sumsOf(seconds);
  if (total === 0) return null;
  let [sum, pressure] = [0, -1];
  while (sum < total * 0.95) sum += seconds[(pressure += 1)]!;
  return pressure / 100;
}

/** Returns the average pressure, one decimal; `seconds` is the time at each pressure x100. */
export function averageOf(seconds: Uint32Array): number | null {
  const { total, weighted } = sumsOf(seconds);
  return total === 0 ? null : oneDecimal(weighted / total / 100);
}

function sumsOf(seconds: Uint32Array): { total: number; weighted: number } {
  let [total, weighted] = [0, 0];
  for (let pressure = 0; pressure < seconds.length; pressure += 1) {
    total += seconds[pressure]!;
    weighted += seconds[pressure]! * pressure;
  }
  return { total, weighted };
}
