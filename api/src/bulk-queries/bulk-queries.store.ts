import { sql } from 'kysely';
import { NOW, write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import type { BulkRights } from './bulk-queries.policy.ts';

/** States in which a job goes on. */
const GOING_ON = ['created', 'running', 'waiting'];
/** Days for which a whole file is kept. */
const KEPT = sql<string>`now() + interval '7 days'`;

/** What a run knows of its query. */
export interface TakenQuery extends BulkRights {
  id: number;
  userId: number;
  scopes: string[] | null;
  query: string;
  variables: Record<string, unknown>;
  list: string;
  pageSize: number;
  cursor: string | null;
  parts: number;
  firstParts: number[];
  attempts: number;
  fileKey: string;
  createdAt: Date;
}

const TAKEN = [
  'id',
  'user_id as userId',
  'actor',
  'key_id as keyId',
  'scopes',
  'acting_org_id as actingOrgId',
  'location_ids as locationIds',
  'query',
  'variables',
  'list',
  'page_size as pageSize',
  'cursor',
  'parts',
  'first_parts as firstParts',
  'attempts',
  'file_key as fileKey',
  'created_at as createdAt',
] as const;

/** Parts of one file, of one run that took it over, at most. */
const PARTS = 1_000_000;

/**
 * Returns the name of a piece in the store. Each run that takes a query over from a lost one has names of its own, so
 * that what the lost one still writes is no piece of the file.
 */
export const placeOf = (firstParts: readonly number[], part: number): number =>
  firstParts.findLastIndex((first) => first <= part) * PARTS + part;

/** Stores a query of the viewer; returns its id, or null while another one of the same key goes on. */
export async function storeQuery(
  { em, viewer }: Context,
  started: { query: string; variables: object; list: string; pageSize: number; fileKey: string },
): Promise<number | null> {
  const { token, locationIds } = viewer.facts;
  const row = await write(em)
    .insertInto('bulk_queries')
    .values({
      org_id: viewer.orgId,
      user_id: viewer.userId,
      key_id: token?.id ?? null,
      scopes: token?.scopes ?? null,
      acting_org_id: viewer.actingOrgId,
      location_ids: locationIds,
      query: started.query,
      variables: JSON.stringify(started.variables),
      list: started.list,
      page_size: started.pageSize,
      file_key: started.fileKey,
    })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Ends a query of the viewer that goes on; returns the key of its file, or null when it had ended. */
export async function cancelStored({ em }: Context, id: number): Promise<string | null> {
  const row = await write(em)
    .updateTable('bulk_queries')
    .set({ state: 'canceled', ended_at: NOW, updated_at: NOW })
    .where('id', '=', id)
    .where('state', 'in', GOING_ON)
    .returning('file_key as fileKey')
    .executeTakeFirst();
  return row?.fileKey ?? null;
}

/**
 * Takes a query for a run; null when it has ended. One that was held by a lost run gets names of its own for its next
 * pieces; what that run still does is not kept.
 */
export async function takeQuery({ em }: Context, id: number): Promise<TakenQuery | null> {
  const row = await write(em)
    .updateTable('bulk_queries')
    .set({
      state: 'running',
      is_held: true,
      attempts: sql<number>`attempts + 1`,
      first_parts: sql<number[]>`case when is_held then first_parts || parts else first_parts end`,
      resumes_at: null,
      updated_at: NOW,
    })
    .where('id', '=', id)
    .where('state', 'in', GOING_ON)
    .returning(TAKEN)
    .executeTakeFirst();
  return row ? ({ ...row, createdAt: new Date(row.createdAt) } as TakenQuery) : null;
}

/** What one page adds. */
export interface PageResult {
  rows: number;
  bytes: number;
  points: number;
  /** After its last row; null for the last page. */
  next: string | null;
}

/**
 * Keeps a page, when the query still goes on and this run still has it: the next one begins after it, on whichever node.
 * Returns whether it was kept.
 */
export async function keepPage({ em }: Context, taken: TakenQuery, page: PageResult): Promise<boolean> {
  const isLast = page.next === null;
  const row = await write(em)
    .updateTable('bulk_queries')
    .set({
      parts: taken.parts + (page.rows > 0 ? 1 : 0),
      cursor: page.next,
      object_count: sql<number>`object_count + ${page.rows}`,
      file_size: sql<string>`file_size + ${page.bytes}`,
      points_spent: sql<string>`points_spent + ${page.points}`,
      attempts: 0,
      updated_at: NOW,
      ...(isLast && { state: 'completed', ended_at: NOW, expires_at: KEPT }),
    })
    .where('id', '=', taken.id)
    .where('state', '=', 'running')
    .where('parts', '=', taken.parts)
    .where(sql<number>`cardinality(first_parts)`, '=', taken.firstParts.length)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets another run go on from `resumesAt`, or at once; returns whether the query still goes on with this run. */
export async function releaseQuery({ em }: Context, taken: TakenQuery, resumesAt: Date | null): Promise<boolean> {
  const row = await write(em)
    .updateTable('bulk_queries')
    .set({
      state: resumesAt ? 'waiting' : 'running',
      is_held: false,
      attempts: 0,
      resumes_at: resumesAt,
      updated_at: NOW,
    })
    .where('id', '=', taken.id)
    .where('state', '=', 'running')
    .where(sql<number>`cardinality(first_parts)`, '=', taken.firstParts.length)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a query that goes on with an error. */
export async function failQuery({ em }: Context, id: number, code: string): Promise<void> {
  await write(em)
    .updateTable('bulk_queries')
    .set({ state: 'failed', failure: code, ended_at: NOW, updated_at: NOW })
    .where('id', '=', id)
    .where('state', 'in', GOING_ON)
    .execute();
}
