export interface StepRange {
  min: number;
  max: number;
  step: number;
}

/**
 * Parses a typed number with a point or a comma, as people type it: "8", "8.5", "8,5". Null when it is empty or not a
 * number.
 */
export function parseDecimal(text: string): number | null {
  const trimmed = text.trim();
  return /^-?\d+(?:[.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
}

const decimalsOf = (step: number) => String(step).split('.')[1]?.length ?? 0;

/** Formats a number for a field, with as many decimals as its step: in steps of 0.5, 8 is 8.0. */
export function decimalText(value: number, step: number): string {
  return value.toFixed(Math.max(decimalsOf(step), decimalsOf(value)));
}

/**
 * Returns the next value on the steps of a range, counted from its minimum: 8.3 goes up to 8.5 and down to 8.0. Never
 * leaves the range; from an empty value it returns the minimum.
 */
export function stepFrom(value: number | null, direction: 1 | -1, { min, max, step }: StepRange): number {
  if (value === null) return min;
  const position = (value - min) / step;
  const nearest = Math.round(position);
  const isOnStep = Math.abs(position - nearest) < 1e-6;
  const next = isOnStep ? nearest + direction : direction > 0 ? Math.ceil(position) : Math.floor(position);
  const bounded = Math.min(Math.max(min + next * step, min), max);
  return Number(bounded.toFixed(Math.max(decimalsOf(step), decimalsOf(min), decimalsOf(max))));
}
