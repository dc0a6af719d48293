import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse, type GraphQLSchema } from 'graphql';
import { authorizeOperation } from '../auth/authorize.ts';
import { take } from '../auth/counters.ts';
import { filesOfLists } from '../auth/limits.ts';
import { ownSchema } from '../graphql/own-schema.ts';
import { variablesIn } from '../graphql/price.service.ts';
import { connection, newestFirst, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { Forbidden, InvalidInput, NotFound } from '../shared/errors.ts';
import { bulkDocument, readsPatients } from './bulk-query-document.ts';
import { pageSizeOf } from './bulk-query-price.ts';
import { BulkQuery, type BulkState } from './bulk-query.entity.ts';
import { bulkQueriesList } from './bulk-queries.list.ts';
import { assertMaySave, isOwn, seesLocationsOf, type BulkRights } from './bulk-queries.policy.ts';
import { discardFile } from './bulk-queries-sweep.ts';
import { cancelStored, placeOf, storeQuery } from './bulk-queries.store.ts';

const refusal = (code: 'bulk.running' | 'bulk.not_whole', values = {}) =>
  new InvalidInput([{ field: '', code, message: code, values }]);

/**
 * Starts the job that writes the whole result of a query into a file. Refuses a document that is no query of one list, with
 * the place of each problem, variables that do not fit, and a second query while one of the same key goes on. Forbidden
 * for a user who may not read the list, or not save it as a file; TooMany after as many files as a user may save in an hour.
 * Returns the id of the bulk query.
 */
export async function startBulkQuery(
  ctx: Context,
  schema: GraphQLSchema,
  { query, variables: text }: { query: string; variables?: string | null },
): Promise<number> {
  const { app, viewer } = ctx;
  const variables = variablesIn(text ?? null);
  const bulk = bulkDocument(schema, query);
  authorizeOperation(ctx, `Query.${bulk.list}`);
  assertMaySave(viewer, bulk);
  const pageSize = pageSizeOf(schema, bulk, variables, { viewer, pointsPerHour: app.config.tokenPointsPerHour });
  const fileKey = `bulk/${viewer.orgId}/${randomUUID()}`;
  const id = await storeQuery(ctx, { query, variables, list: bulk.list, pageSize, fileKey });
  if (id === null) throw refusal('bulk.running');
  await take(ctx, filesOfLists(ctx));
  ctx.note({ bulkQuery: id, list: bulk.list });
  await ctx.enqueue('run-bulk-query', { bulkQueryId: id }, { key: String(id) });
  return id;
}

/** What a token, or support staff that acts in an organization, sees of the user's own queries (`isOwn`). */
const ownPart = ({ viewer: { facts, actingOrgId } }: Context) => ({
  actingOrgId,
  ...(facts.token && { actor: facts.token.actor, keyId: facts.token.id }),
});

/** Returns a bulk query of the viewer. Throws NotFound for any other. */
export async function bulkQuery(ctx: Context, id: number): Promise<BulkQuery> {
  const found = await ctx.em.findOne(BulkQuery, { id });
  if (!found || !isOwn(ctx.viewer, { ...found, locationIds: null })) throw new NotFound();
  return found;
}

/** Returns a page of the viewer's bulk queries, the newest first. */
export const listBulkQueries = (ctx: Context, args: ListArgs): Promise<ConnectionShape<BulkQuery>> =>
  connection(ctx, { list: bulkQueriesList, within: ownPart(ctx) }, newestFirst(args));

/** Ends a bulk query of the viewer and removes its file. One that has ended stays as it is. */
export async function cancelBulkQuery(ctx: Context, id: number): Promise<void> {
  await bulkQuery(ctx, id);
  const key = await cancelStored(ctx, id);
  ctx.note({ bulkQuery: id });
  if (key !== null) ctx.afterCommit(() => discardFile(ctx.app, key));
}

/** Returns the state of now: a whole file whose time is over is no longer sent, also before the sweep has removed it. */
export const stateOf = ({ app }: Context, { state, expiresAt }: Pick<BulkQuery, 'state' | 'expiresAt'>): BulkState =>
  state === 'completed' && expiresAt! <= app.now() ? 'expired' : state;

/** The file of a query. */
export interface BulkFile {
  id: number;
  list: string;
  objectCount: number;
  pieces: () => AsyncGenerator<Buffer>;
}

type FileRow = BulkRights & {
  list: string;
  query: string;
  objectCount: number;
  parts: number;
  firstParts: number[];
  fileKey: string;
};

const FILE = `
  select actor, key_id as "keyId", acting_org_id as "actingOrgId", location_ids as "locationIds", list, query, parts,
         object_count as "objectCount", first_parts as "firstParts", file_key as "fileKey"
    from bulk_queries where id = ?`;

/**
 * Returns the file of a query of the viewer, piece by piece. NotFound for any other query; Forbidden for a user who may no
 * longer read the list with the same locations, or save it as a file; refuses a query without a whole file.
 */
export async function fileOf(ctx: Context, id: number): Promise<BulkFile> {
  const found = await bulkQuery(ctx, id);
  const [row] = await ctx.em.execute<[FileRow]>(FILE, [id]);
  const { list, query, objectCount, parts, firstParts, fileKey } = row;
  authorizeOperation(ctx, `Query.${list}`);
  assertMaySave(ctx.viewer, { list, hasPatients: readsPatients(ownSchema(), parse(query)) });
  if (!seesLocationsOf(ctx.viewer, row)) throw new Forbidden();
  const state = stateOf(ctx, found);
  if (state !== 'completed') throw refusal('bulk.not_whole', { state: state.toUpperCase() });
  const { files } = ctx.app;
  async function* pieces() {
    for (let part = 0; part < parts; part += 1)
      yield await files.read(fileKey, [placeOf(firstParts, part)], ([path]) => readFile(path!)).catch(missing);
  }
  return { id, list, objectCount, pieces };
}

/** The store has not what the row says: the database is one of a backup, which has no such files. */
function missing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new NotFound() : error;
}
