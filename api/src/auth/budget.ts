import type { Context } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';
import { takePoints } from './refill.ts';

const HOUR_SECONDS = 3600;
/** Points that a node takes of a token at once, so that not every request writes a row: a hundredth of an hour's. */
const PARTS = 100;
/** What a node has taken and not spent is given up after the time in which as many points come back. */
const LEASE_MS = (HOUR_SECONDS / PARTS) * 1000;
/** After a refusal the database is asked again no sooner. */
const PAUSE_MS = 1000;
const MAX_KEPT = 10_000;

/** What a node may still spend of a token without asking the database. */
interface Lease {
  points: number;
  /** Points that no node had taken when the database was asked. */
  untaken: number;
  /** Times in milliseconds of this node's clock. */
  endsAt: number;
  askAgainAt: number;
}

/** The leases of a node, by token. */
export class Budgets {
  readonly #leases = new Map<string, Lease>();

  /** Returns the lease of a token; undefined when it has none. */
  of(key: string, now: number): Lease | undefined {
    const lease = this.#leases.get(key);
    if (lease && lease.endsAt > now) return lease;
    this.#leases.delete(key);
    return undefined;
  }

  /** Keeps a lease. Another one goes when there are too many: its points stay taken. */
  keep(key: string, lease: Lease): void {
    this.#leases.set(key, lease);
    if (this.#leases.size > MAX_KEPT) this.#leases.delete(this.#leases.keys().next().value!);
  }
}

/**
 * Takes the points of an operation from those of the request's token, whichever node serves it; throws TooMany, until
 * enough have come back, when they are not left. A token has the points of an hour at once, and spent ones come back
 * steadily. Requests with a session have no such budget. The points of an API key are those of all of its access tokens
 * together.
 */
export async function charge(ctx: Context, points: number): Promise<void> {
  const token = ctx.signedIn?.facts.token;
  if (!token) return;
  const { budgets } = ctx.app.admission;
  const limit = ctx.app.config.tokenPointsPerHour;
  const msOfOne = (HOUR_SECONDS * 1000) / limit;
  const key = `points:${token.actor}:${token.id}`;
  let lease = budgets.of(key, Date.now());
  if (!lease || (lease.points < points && lease.askAgainAt <= Date.now())) {
    // What is held may be spent by a parallel request until the answer comes.
    const wanted = Math.max(Math.ceil(limit / PARTS), points);
    const { taken, left } = await takePoints(ctx, key, { capacity: limit, seconds: HOUR_SECONDS }, wanted);
    const now = Date.now();
    const held = budgets.of(key, now)?.points ?? 0;
    lease = {
      points: held + taken,
      untaken: left,
      endsAt: now + LEASE_MS,
      askAgainAt: taken < wanted ? now + PAUSE_MS : now,
    };
    budgets.keep(key, lease);
  }
  const missing = points - lease.points;
  if (missing <= 0) lease.points -= points;
  const remaining = lease.points + lease.untaken;
  ctx.budget = { limit, remaining, resetsAt: Math.ceil((Date.now() + (limit - remaining) * msOfOne) / 1000) };
  if (missing > 0) throw new TooMany(Math.max(1, Math.ceil((missing * msOfOne) / 1000)));
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
