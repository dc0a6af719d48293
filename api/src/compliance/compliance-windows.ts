import type { ComplianceRule } from './compliance-rule.ts';

/** Returns, for each day, the number of marked days in the window that ends on it. */
function daysInWindows({ window }: ComplianceRule, marked: readonly boolean[]): number[] {
  let days = 0;
  return marked.map((isMarked, day) => (days += Number(isMarked) - Number(marked[day - window] ?? false)));
}

const dayAt = (index: number): number | undefined => (index < 0 ? undefined : index);

/** Returns the first day (from 0) on which a window contains enough marked days; undefined when no window does. */
export const firstFull = (rule: ComplianceRule, marked: readonly boolean[], wanted: number): number | undefined =>
  dayAt(daysInWindows(rule, marked).findIndex((days) => days >= wanted));

/** Returns the last marked day on which a window that contains enough marked days ends; undefined when none does. */
export const lastFull = (rule: ComplianceRule, marked: readonly boolean[], wanted: number): number | undefined =>
  dayAt(daysInWindows(rule, marked).findLastIndex((days, day) => days >= wanted && marked[day]));

/** Returns how many days before each one are marked, and how many are in all. */
export function countsBefore(marked: readonly boolean[]): number[] {
  const counts = [0];
  for (let day = 0; day < marked.length; day += 1) counts.push(counts[day]! + Number(marked[day]));
  return counts;
}

/** Returns the number of marked days among `length` days from a day on. */
export function count(marked: readonly boolean[], from: number, length: number): number {
  let total = 0;
  for (let day = from; day < from + length; day += 1) total += Number(marked[day]);
  return total;
}

/** Returns the window with the most marked days, the earliest of equal ones, and their number. */
export function bestWindow(
  { period, window }: ComplianceRule,
  marked: readonly boolean[],
): { start: number; days: number } {
  let days = count(marked, 0, window);
  let best = { start: 0, days };
  for (let start = 1; start + window <= period; start += 1) {
    days += Number(marked[start + window - 1]) - Number(marked[start - 1]);
    if (days > best.days) best = { start, days };
  }
  return best;
}
