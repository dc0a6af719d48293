import type { EntityManager } from '@mikro-orm/postgresql';
import type { Change } from '../changes/change.types.ts';
import { changesAfter, ChangesExpired } from '../changes/changes.reads.ts';
import type { WebhookEvent } from './webhooks.rules.ts';

/** Where an endpoint is in the changes of its organization. */
export interface Place {
  /** What was read is before it. */
  position: string;
  /** There is nothing to read before a line of this transaction or a later one. */
  nothingBefore: string;
}

/** Changes that an endpoint has chosen, where it is then, and whether more may follow at once. */
export interface ReadChanges extends Place {
  changes: Change[];
  hasMore: boolean;
}

/**
 * SQL: whether there may be changes that the endpoint `e` has not read. The transactions of a restored database begin
 * anywhere: a place behind all of them is none.
 */
export const MAY_HAVE_CHANGES = `exists (select from changes c where c.org_id = e.org_id and c.xid >= case
  when e.nothing_before <= pg_snapshot_xmax(pg_current_snapshot()) then e.nothing_before else '0' end)`;

/** Asked before the changes are read: what commits in between is found by the next look. */
async function oldestOpen(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ xid: string }[]>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid');
  return row!.xid;
}

/** Returns the place behind the newest change of an organization. */
export async function endOfChanges(em: EntityManager, orgId: number): Promise<Place> {
  const nothingBefore = await oldestOpen(em);
  const { position } = await changesAfter(em, { orgId, after: null, limit: 1 });
  return { position, nothingBefore };
}

/**
 * Returns at most `limit` changes behind a position, of the events that an endpoint has chosen. When the changes there are
 * kept no longer, or the database was restored, it goes on at the present end.
 */
export async function readChanges(
  em: EntityManager,
  asked: { orgId: number; after: string; events: readonly WebhookEvent[]; limit: number },
): Promise<ReadChanges> {
  const nothingBefore = await oldestOpen(em);
  try {
    const { rows: changes, position, hasMore } = await changesAfter(em, asked);
    return { changes, position, hasMore, nothingBefore };
  } catch (error) {
    if (!(error instanceof ChangesExpired)) throw error;
    return { changes: [], hasMore: false, ...(await endOfChanges(em, asked.orgId)) };
  }
}
