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

/** A receiver may ask to be left alone for so long. */
const MAX_ASKED_MS = 6 * HOUR_MS;
/** The statuses that say when to come back: too many requests, and unavailable for a while. */
const BUSY: readonly number[] = [429, 503];

/**
 * Returns the time before which a receiver asks for no further attempt, at most six hours from now: seconds or a date of
 * HTTP in `Retry-After`. Null for another status, and for what is neither.
 */
export function askedUntil(status: number | null, retryAfter: string | undefined, now: Date): Date | null {
  if (status === null || !BUSY.includes(status) || retryAfter === undefined) return null;
  const text = retryAfter.trim();
  const asked = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1000 : dateOfHttp(text);
  return Number.isNaN(asked) ? null : new Date(Math.min(asked, now.getTime() + MAX_ASKED_MS));
}

/** The date that servers write (RFC 9110, IMF-fixdate); NaN for any other text. */
const dateOfHttp = (text: string): number =>
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : Number.NaN;

/**
 * Returns the time of the next attempt after `attempts` failed ones, which is not before the one that the receiver asked
 * for; null when the delivery is given up.
 */
export function nextTry(startedAt: Date, attempts: number, now: Date, asked: Date | null = null): Date | null {
  const delay = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1]!;
  const next = Math.max(now.getTime() + delay, asked?.getTime() ?? 0);
  return next <= startedAt.getTime() + GIVEN_UP_MS ? new Date(next) : null;
}
