import type { Context } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';
import { countPoints } from './counters.ts';

const HOUR_SECONDS = 3600;
/** Points that a node takes of a token's hour at once, so that not every request writes a row: a hundredth of them. */
const PARTS = 100;
const MAX_KEPT = 10_000;

/** What a node may still spend of a token's hour without asking the database. */
interface Lease {
  points: number;
  /** Points of the hour that no node has taken. */
  untaken: number;
  /** When the hour ends, in milliseconds of this node's clock. */
  endsAt: number;
}

/** The leases of a node, by token. */
export class Budgets {
  readonly #leases = new Map<string, Lease>();

  /** Returns the lease of a token; undefined when it has none in this hour. */
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
 * Takes the points of an operation from the hour of the request's token, whichever node serves it; throws TooMany, until
 * the end of the hour, when they are not left. Requests with a session have no such budget. The points of an API key are
 * those of all of its access tokens together.
 */
export async function charge(ctx: Context, points: number): Promise<void> {
  const token = ctx.signedIn?.facts.token;
  if (!token) return;
  const { budgets } = ctx.app.admission;
  const limit = ctx.app.config.tokenPointsPerHour;
  const key = `points:${token.actor}:${token.id}`;
  let lease = budgets.of(key, Date.now());
  if (!lease || (lease.points < points && lease.untaken > 0)) {
    const wanted = Math.max(Math.ceil(limit / PARTS), points - (lease?.points ?? 0));
    const { before, secondsLeft } = await countPoints(ctx, key, HOUR_SECONDS, wanted);
    const granted = Math.max(0, Math.min(wanted, limit - before));
    // A parallel request may have taken a lease in between, or spent this one.
    const current = budgets.of(key, Date.now());
    lease = {
      points: (before === 0 ? 0 : (current?.points ?? 0)) + granted,
      untaken: Math.max(0, limit - before - wanted),
      endsAt: Date.now() + secondsLeft * 1000,
    };
    budgets.keep(key, lease);
  }
  const enough = lease.points >= points;
  if (enough) lease.points -= points;
  ctx.budget = { limit, remaining: lease.points + lease.untaken, resetsAt: Math.ceil(lease.endsAt / 1000) };
  if (!enough) throw new TooMany(Math.max(1, Math.ceil((lease.endsAt - Date.now()) / 1000)));
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
