import { dateOf, dayOf } from '../../lib/nightRange.ts';

/** Pixels of a label such as 11/22/2026 with some space. */
const LABEL_WIDTH = 80;
const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12];
const DAYS_A_MONTH = 30.4;

/** A Monday: weekly marks begin there. */
const MONDAY = dayOf('1970-01-05');

function monthStarts(first: number, last: number, step: number): number[] {
  const marks: number[] = [];
  let [year, month] = dateOf(first).split('-').map(Number) as [number, number];
  month = Math.floor((month - 1) / step) * step + 1;
  for (;;) {
    const day = dayOf(`${year}-${String(month).padStart(2, '0')}-01`);
    if (day > last) return marks;
    if (day >= first) marks.push(day);
    month += step;
    if (month > 12) [year, month] = [year + 1, 1];
  }
}

/**
 * Returns the days that get a label on an axis of `width` pixels: every day, every Monday, the first of months, as many
 * as fit. They stay the same days while the axis moves.
 */
export function dayTicks(min: number, max: number, width: number): number[] {
  const [first, last] = [Math.ceil(min), Math.floor(max)];
  const most = Math.max(2, Math.floor(width / LABEL_WIDTH));
  const days = last - first + 1;
  const step = DAY_STEPS.find((each) => days / each <= most);
  if (step === undefined) {
    const months = MONTH_STEPS.find((each) => days / (each * DAYS_A_MONTH) <= most) ?? 12;
    return monthStarts(first, last, months);
  }
  const marks: number[] = [];
  const offset = (((first - MONDAY) % step) + step) % step;
  for (let day = offset === 0 ? first : first + step - offset; day <= last; day += step) marks.push(day);
  return marks;
}

const NICE = [1, 2, 4, 5, 10, 20, 25, 50, 100];

/** Returns the labels of an upward axis from 0 that shows `most`: at most four round numbers. */
export function valueTicks(most: number): number[] {
  const step = NICE.find((each) => most / each <= 3) ?? Math.ceil(most / 3);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step);
}
