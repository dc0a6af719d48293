const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed attempt the next one follows: as the specification of Standard Webhooks suggests. */
const DELAYS_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
] as const;

/** A delivery is given up this long after its first attempt. */
const GIVEN_UP_MS = 72 * HOUR_MS;

/** Returns the time of the next attempt after `attempts` failed ones; null when the delivery is given up. */
export function nextTry(startedAt: Date, attempts: number, now: Date): Date | null {
  const delay = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1]!;
  const next = new Date(now.getTime() + delay);
  return next.getTime() <= startedAt.getTime() + GIVEN_UP_MS ? next : null;
}
