import type { Context } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';
import { spend } from './refill.ts';

/** All points of a token come back within it. */
export const HOUR_SECONDS = 3600;

/**
 * Takes the points of an operation from those of the request's token, whichever node serves it; throws TooMany, until
 * enough have come back, when they are not left: then the request has cost nothing. A token has the points of an hour at
 * once, and spent ones come back steadily. Requests with a session have no such budget. The points of an API key are
 * those of all of its access tokens together.
 */
export async function charge(ctx: Context, points: number): Promise<void> {
  const token = ctx.signedIn?.facts.token;
  if (!token || (points === 0 && ctx.budget)) return;
  const limit = ctx.app.config.tokenPointsPerHour;
  const key = `points:${token.actor}:${token.id}`;
  const before = ctx.budget?.spent ?? 0;
  const refill = { capacity: limit, seconds: HOUR_SECONDS };
  const { left, fullAt, wait } = await spend(ctx.app, key, refill, points, before);
  ctx.budget = { limit, remaining: left, resetsAt: fullAt, spent: wait > 0 ? 0 : before + points };
  if (wait > 0) throw new TooMany(wait);
}

/** Returns the X-RateLimit headers of an answer to a token; none for any other. */
export function budgetHeaders(ctx: Context | undefined): Record<string, string> {
  if (!ctx?.budget) return {};
  const { limit, remaining, resetsAt } = ctx.budget;
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetsAt),
  };
}
