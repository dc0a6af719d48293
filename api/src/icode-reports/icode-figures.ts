import type { ICodeFigures } from './icode.codec.ts';

/** One night as a device recorded it. */
export interface Night {
  /** Date of the evening. */
  night: string;
  minutes: number;
  /** Average of the night, cmH2O. */
  pressure: number | null;
  /** 95th percentile of the night, cmH2O. */
  p95: number | null;
  /** Events per hour. */
  ahi: number | null;
  /** Average of the night, L/min. */
  leak: number | null;
}

/** Periods for which a device shows a code, in days. */
export const PRINTED_PERIODS = [1, 7, 30, 60, 90, 182, 365] as const;

/** Minutes of use that make a day compliant, in every code. */
export const COMPLIANT_MINUTES = 240;
/** Days of a run, of which best 30 is the best one. */
export const RUN = 30;
const HIGH_LEAK = 24; // L/min, the limit that comparable devices and OSCAR use
const DAY = 86_400_000;

/**
 * Returns a device's figures for a period of `period` days when its code is read on `collected`. The last night counted
 * ended that morning. Nights without a row are nights without use; a run of 30 needs a period of 30. Averages of a
 * night's figures are weighted by its hours. A night has averages but no distribution, so two figures are
 * approximations: the 95th percentile is also averaged, and high leak is the share of the hours in nights of high
 * average leak. The snoring index is 0, because nights do not contain it. `nights` has each date at most once, in any
 * order.
 */
export function iCodeFiguresOf(nights: readonly Night[], period: number, collected: string): ICodeFigures {
  const age = ({ night }: Night) => (Date.parse(collected) - Date.parse(night)) / DAY;
  const counted = nights.filter((night) => age(night) >= 1 && age(night) <= period);
  const compliant = new Set(counted.filter(({ minutes }) => minutes >= COMPLIANT_MINUTES).map(age));
  const withPressure = counted.filter(({ pressure, p95 }) => pressure !== null && p95 !== null);
  const pressure = weighted(withPressure, (night) => night.pressure, 4, 30);
  const p95 = weighted(withPressure, (night) => night.p95, 4, 30);
  return {
    period,
    compliantDays: compliant.size,
    best30: bestRun(compliant, period),
    minutes: counted.reduce((sum, { minutes }) => sum + minutes, 0) / period,
    pressure,
    p95: pressure === null || p95 === null ? null : Math.max(pressure, p95),
    ahi: weighted(counted, ({ ahi }) => ahi, 0, Infinity) ?? 0,
    sni: 0,
    leak: weighted(counted, ({ leak }) => (leak === null ? null : Number(leak > HIGH_LEAK) * 100), 0, 100) ?? 0,
  };
}

function bestRun(compliantAges: ReadonlySet<number>, period: number): number {
  let best = 0;
  let run = 0;
  for (let age = 1; age <= period; age += 1) {
    run += Number(compliantAges.has(age)) - Number(compliantAges.has(age - RUN));
    if (age >= RUN) best = Math.max(best, run);
  }
  return best;
}

/**
 * Returns the average weighted by minutes, limited to the device's measuring range; null when no used night has the
 * figure.
 */
function weighted(
  nights: readonly Night[],
  figure: (night: Night) => number | null,
  lowest: number,
  highest: number,
): number | null {
  let sum = 0;
  let minutes = 0;
  for (const night of nights) {
    const value = figure(night);
    if (value === null) continue;
    sum += value * night.minutes;
    minutes += night.minutes;
  }
  return minutes === 0 ? null : Math.min(Math.max(sum / minutes, lowest), highest);
}
