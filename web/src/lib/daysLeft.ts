const DAY_MS = 86_400_000;

/** Returns the days until a moment, each started one counted; 0 when it is past. */
export const daysLeft = (instant: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY_MS));
