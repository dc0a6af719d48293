const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns whether a token has expired at `now` (milliseconds), ends within a week, or is valid for longer. */
export function lifeOf(expiresAt: string, now: number): 'expired' | 'ending' | 'valid' {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return 'expired';
  return left <= WEEK_MS ? 'ending' : 'valid';
}
