/** An ascending list of the values that a field can hold; the code contains the index. */
export type Ladder = readonly number[];

/**
 * Returns the values from `first` to `last` inclusive, in steps of `step`, computed in tenths so that no sum drifts.
 */
const tenths = (first: number, last: number, step: number) =>
  Array.from({ length: (last - first) / step + 1 }, (_, index) => (first + index * step) / 10);

/** cmH2O: 4 to 20 by 0.5, to 30 by 1. */
export const PRESSURE: Ladder = [...tenths(40, 200, 5), ...tenths(210, 300, 10)];

/** Events per hour: to 9.9 by 0.1, to 19.5 by 0.5, to 39 by 1, to 80 by 5; the last step means "80 or more". */
export const AHI: Ladder = [
  ...tenths(0, 99, 1),
  ...tenths(100, 195, 5),
  ...tenths(200, 390, 10),
  ...tenths(400, 800, 50),
];

/** Snores per hour: to 9.5 by 0.5, to 29 by 1, to 60 by 5; the last step means "60 or more". */
export const SNI: Ladder = [...tenths(0, 95, 5), ...tenths(100, 290, 10), ...tenths(300, 600, 50)];

/** Percent of the time: to 10 by 1, then in coarser steps. */
export const HIGH_LEAK: Ladder = [...tenths(0, 100, 10), 15, 20, 25, 30, 40, 50, 60, 70, 80, 100];

// Larger than the rounding error of one subtraction, far smaller than any step.
const ROUNDING_NOISE = 1e-9;

/** Returns the index of the nearest step; halfway between two steps, the lower one. */
export function nearestStep(ladder: Ladder, value: number): number {
  const above = ladder.findIndex((step) => step >= value);
  if (above === 0) return 0;
  if (above === -1) return ladder.length - 1;
  const up = ladder[above]! - value;
  const down = value - ladder[above - 1]!;
  return up < down - ROUNDING_NOISE ? above : above - 1;
}
