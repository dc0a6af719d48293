import type { ComplianceRule } from './compliance-rule.ts';

/** Returns the first day (from 0) on which a window contains enough marked days; undefined when no window does. */
export function firstFull({ window }: ComplianceRule, marked: readonly boolean[], wanted: number): number | undefined {
  let days = 0;
  for (let day = 0; day < marked.length; day += 1) {
    if (marked[day]) days += 1;
    if (day >= window && marked[day - window]) days -= 1;
    if (days >= wanted) return day;
  }
  return undefined;
}

/** Returns the last marked day on which a window that contains enough marked days ends; undefined when none does. */
export function lastFull({ window }: ComplianceRule, marked: readonly boolean[], wanted: number): number | undefined {
  let days = 0;
  let last: number | undefined;
  for (let day = 0; day < marked.length; day += 1) {
    if (marked[day]) days += 1;
    if (day >= window && marked[day - window]) days -= 1;
    if (days >= wanted && marked[day]) last = day;
  }
  return last;
}

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
