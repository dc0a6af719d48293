import { COMPLIANT_MINUTES, RUN } from './icode-figures.ts';

/** The figures of a code that bind each other. */
export interface CodeFigures {
  /** Days covered. */
  icodePeriod: number;
  compliantDays: number;
  /** Most compliant days in any run of 30; 0 for a code that does not contain it. */
  best30: number;
  /** Average use in minutes per day, rounded to 5. */
  minutes: number;
}

/** Which figures do not fit. compliant_days: those alone; best30 and minutes: with the compliant days. */
export type Misfit = 'compliant_days' | 'best30' | 'minutes';

/** Whole minutes of use, both ends included. */
export interface Use {
  least: number;
  most: number;
}

const DAY_MINUTES = 1440;
/** A code contains its average in steps of 5 minutes, half a step rounded up. */
const ROUNDED = 2.5;

/** Returns the use that nights can have of which `compliant` are compliant. Nights have whole minutes. */
export const useOf = (days: number, compliant: number): Use => ({
  least: compliant * COMPLIANT_MINUTES,
  most: compliant * DAY_MINUTES + (days - compliant) * (COMPLIANT_MINUTES - 1),
});

/** Returns the use of all nights of a code by its average. */
export const useShown = ({ minutes, icodePeriod }: CodeFigures): Use => ({
  least: Math.ceil((minutes - ROUNDED) * icodePeriod),
  most: Math.ceil((minutes + ROUNDED) * icodePeriod) - 1,
});

/** Returns the most compliant days that consecutive days can have of which no 30 have more than `best`. */
export const mostOf = (days: number, best: number): number =>
  Math.floor(days / RUN) * best + Math.min(days % RUN, best);

/** Returns the best 30 of a code, or null for one that does not contain it. */
export const bestRunOf = ({ icodePeriod, best30 }: CodeFigures): number | null =>
  icodePeriod < RUN || best30 === 0 ? null : best30;

/**
 * Returns which figures of one code no nights can have, or null when there are such nights. Pressure, AHI and the others
 * bind nothing: also an average that is rounded to 0 minutes may be of some use.
 */
export function misfitOf(code: CodeFigures): Misfit | null {
  const { icodePeriod, compliantDays, best30 } = code;
  if (compliantDays > icodePeriod) return 'compliant_days';
  // All days of a shorter period are in one run: its code has no best 30, or as many as compliant days.
  const most = icodePeriod < RUN ? best30 : mostOf(icodePeriod, best30);
  if (best30 > 0 && (best30 > Math.min(RUN, compliantDays) || compliantDays > most)) return 'best30';
  const [can, shown] = [useOf(icodePeriod, compliantDays), useShown(code)];
  return can.least > shown.most || can.most < shown.least ? 'minutes' : null;
}
