import { LATE_DAYS, nightState } from '../compliance/compliance-ledger.ts';
import type { ComplianceRule } from '../compliance/compliance-rule.ts';
import type { PressureKind } from '../machines/machines-pressure.ts';
import { addDays, daysBetween } from '../shared/dates.ts';

/** A row that counts: valid, and overruled by no other one. */
export interface CountedNight {
  usageDate: string;
  minutes: number;
  ahi: number | null;
  pressure: number | null;
  leak: number | null;
  /** Null when the viewer may not see the device. */
  pressureKind: PressureKind | null;
}

/** The mean of a figure over the hours of use, and of how many nights it is. */
export interface PeriodMean {
  mean: number;
  nights: number;
}

/** The figures of a patient's nights between two dates, both included. A night without data is in no mean. */
export interface PeriodFigures {
  /** Nights that have come, with or without data. */
  nights: number;
  used: number;
  unused: number;
  missing: number;
  expected: number;
  faulty: number;
  compliant: number;
  /** Of the nights that were used; null without one. */
  meanMinutes: number | null;
  medianMinutes: number | null;
  ahi: PeriodMean | null;
  leak: PeriodMean | null;
  /** Null also when the period has both kinds of pressure. */
  pressure: PeriodMean | null;
  pressureKinds: PressureKind[];
}

type Figure = 'ahi' | 'pressure' | 'leak';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the mean of a figure, weighted by the minutes of use: all events over all hours. */
function meanOf(rows: readonly CountedNight[], figure: Figure): PeriodMean | null {
  const known = rows.filter((row) => row[figure] !== null && row.minutes > 0);
  if (known.length === 0) return null;
  return {
    mean: sum(known.map((row) => row[figure]! * row.minutes)) / sum(known.map(({ minutes }) => minutes)),
    nights: new Set(known.map(({ usageDate }) => usageDate)).size,
  };
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Returns the figures of a period. `rows`: those that count, which add up for each date. `today`: nights after it have
 * not come and count as nothing; those of the last days may still arrive. How a night counts is the rule's
 * (compliance-ledger.ts). A faulty night, of more than 24 hours, is in no mean.
 */
export function figuresOf(
  rule: ComplianceRule,
  { from, to }: { from: string; to: string },
  rows: readonly CountedNight[],
  today: string,
): PeriodFigures {
  const last = to < today ? to : today;
  const past = rows.filter(({ usageDate }) => usageDate >= from && usageDate <= last);
  const minutesOf = new Map(
    [...Map.groupBy(past, ({ usageDate }) => usageDate)].map(([date, all]) => [
      date,
      sum(all.map(({ minutes }) => minutes)),
    ]),
  );
  const states = new Map([...minutesOf].map(([date, minutes]) => [date, nightState(rule, minutes)]));
  const count = (state: string) => [...states.values()].filter((each) => each === state).length;

  const sound = past.filter(({ usageDate }) => states.get(usageDate) !== 'fault');
  const used = [...minutesOf].filter(([date, minutes]) => minutes > 0 && states.get(date) !== 'fault');
  const usedMinutes = used.map(([, minutes]) => minutes);

  const nights = Math.max(0, daysBetween(from, last) + 1);
  const without = Array.from({ length: nights }, (_, day) => addDays(from, day)).filter((date) => !states.has(date));
  const expected = without.filter((date) => date >= addDays(today, -LATE_DAYS)).length;

  const withPressure = sound.filter(({ pressure, minutes }) => pressure !== null && minutes > 0);
  const pressureKinds = [...new Set(withPressure.map(({ pressureKind }) => pressureKind ?? 'pressure'))].sort();
  return {
    nights,
    used: used.length,
    unused: count('unused'),
    missing: without.length - expected,
    expected,
    faulty: count('fault'),
    compliant: count('compliant'),
    meanMinutes: used.length > 0 ? sum(usedMinutes) / used.length : null,
    medianMinutes: medianOf(usedMinutes),
    ahi: meanOf(sound, 'ahi'),
    leak: meanOf(sound, 'leak'),
    pressure: pressureKinds.length > 1 ? null : meanOf(sound, 'pressure'),
    pressureKinds,
  };
}
