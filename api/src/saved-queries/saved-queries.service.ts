import { refuseOlder, type RowVersion } from '../shared/conflict.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { SavedQuery } from './saved-query.entity.ts';
import { canChangeSavedQuery } from './saved-queries.policy.ts';
import { savedQueryRules } from './saved-queries.rules.ts';

/** Saved queries of a user. */
const MAX_OWN = 100;
/** Saved queries in a list: all of the viewer's own, and those that colleagues share. */
const MAX_LISTED = 200;
const UNIQUE_NAME = 'saved_queries_unique_name';

const refusal = (code: 'saved_query.name_taken' | 'saved_query.too_many') =>
  new InvalidInput([{ field: 'name', code, message: code, values: { max: MAX_OWN } }]);

/** Writes what has changed. Another request may have taken the name in the meantime. */
const store = ({ em }: Context) =>
  em.flush().catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === UNIQUE_NAME ? refusal('saved_query.name_taken') : error;
  });

/** The name of the viewer, as lists of users show it. */
const nameOf = ({ viewer: { facts } }: Context) => `${facts.lastName}, ${facts.firstName}`;

/** Returns the viewer's saved queries by name, and then those that colleagues share; at most 200. */
export async function listSavedQueries({ em, viewer: { userId } }: Context): Promise<SavedQuery[]> {
  const orderBy = { name: 'asc', id: 'asc' } as const;
  const own = await em.find(SavedQuery, { userId }, { orderBy, limit: MAX_OWN });
  const shared = { userId: { $ne: userId }, isShared: true };
  return [...own, ...(await em.find(SavedQuery, shared, { orderBy, limit: MAX_LISTED - own.length }))];
}

/** Returns a saved query of the viewer, or one that is shared with them. Throws NotFound for any other. */
export const savedQuery = (ctx: Context, id: string): Promise<SavedQuery> =>
  findVisible(ctx, SavedQuery, { id: rowId('SavedQuery', id) });

/** Returns the new saved query. Refuses a name that the viewer's queries have, and one more than 100. */
export async function createSavedQuery(ctx: Context, raw: unknown): Promise<SavedQuery> {
  const input = await validate(savedQueryRules, raw);
  const { orgId, userId } = ctx.viewer;
  // Two requests at the same time do not both find room for the last one.
  await ctx.em.execute("select pg_advisory_xact_lock(hashtext('saved_queries'), ?)", [userId]);
  const own = await ctx.em.find(SavedQuery, { userId }, { fields: ['name'] });
  if (own.some(({ name }) => name === input.name)) throw refusal('saved_query.name_taken');
  if (own.length >= MAX_OWN) throw refusal('saved_query.too_many');
  const now = ctx.app.now();
  const row = { ...input, orgId, userId, ownerName: nameOf(ctx), createdAt: now, updatedAt: now };
  const made = ctx.em.create(SavedQuery, row);
  await store(ctx);
  ctx.note({ saved_query: made.id });
  return made;
}

interface SavedQueryUpdate {
  savedQueryId: string;
  version: RowVersion;
  name?: string | null;
  query?: string | null;
  variables?: string | null;
  isShared?: boolean | null;
}

/** Returns a saved query that the viewer may change, locked: of two changes at the same time the second sees the first. */
async function lockOwn(ctx: Context, savedQueryId: string): Promise<SavedQuery> {
  const seen = await savedQuery(ctx, savedQueryId);
  authorize(canChangeSavedQuery(ctx.viewer, seen));
  const { id } = seen;
  await ctx.em.execute('select from saved_queries where id = ? for update', [id]);
  return findVisible(ctx, SavedQuery, { id }, { refresh: true });
}

/**
 * Changes a saved query of the viewer and returns it. Throws Conflict for an older version, Forbidden for a query that a
 * colleague shares.
 */
export async function updateSavedQuery(ctx: Context, update: SavedQueryUpdate): Promise<SavedQuery> {
  const row = await lockOwn(ctx, update.savedQueryId);
  refuseOlder({ version: update.version }, { row, version: row.version, message: 'conflict.saved_query' });
  const input = await validate(savedQueryRules, {
    name: update.name ?? row.name,
    query: update.query ?? row.query,
    variables: update.variables ?? row.variables,
    isShared: update.isShared ?? row.isShared,
  });
  const namesake = await ctx.em.count(SavedQuery, { userId: row.userId, name: input.name, id: { $ne: row.id } });
  if (namesake > 0) throw refusal('saved_query.name_taken');
  ctx.note({ saved_query: row.id });
  const changed = { ...input, ownerName: nameOf(ctx), version: row.version + 1, updatedAt: ctx.app.now() };
  ctx.em.assign(row, changed);
  await store(ctx);
  return row;
}

/** Deletes a saved query of the viewer. Throws Forbidden for a query that a colleague shares. */
export async function deleteSavedQuery(ctx: Context, savedQueryId: string): Promise<void> {
  const row = await lockOwn(ctx, savedQueryId);
  ctx.note({ saved_query: row.id });
  ctx.em.remove(row);
  await ctx.em.flush();
}
