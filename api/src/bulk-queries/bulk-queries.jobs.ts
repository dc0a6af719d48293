import { ownSchema } from '../graphql/own-schema.ts';
import type { Job } from '../queue/job.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import { bulkDocument, type BulkDocument } from './bulk-query-document.ts';
import { nextPage } from './bulk-query-page.ts';
import { priceOfPage } from './bulk-query-price.ts';
import { discardFile, resumeLost, removeEndedFiles } from './bulk-queries-sweep.ts';
import { failQuery, releaseQuery, takeQuery, type TakenQuery } from './bulk-queries.store.ts';

const RETRIES = 5;
/** Pages of one run: then other queries have their turn. */
const PAGES = 100;
const FIVE_MINUTES_MS = 300_000;

/** Writes the pages of a query after its last one, and goes on later when there are more. */
export const runBulkQueryJob: Job<'run-bulk-query'> = {
  name: 'run-bulk-query',
  retries: RETRIES,
  timeoutSeconds: 600,
  takenInPairs: true,
  run: async (ctx, { bulkQueryId }) => {
    const taken = await ctx.run('write', () => takeQuery(ctx, bulkQueryId));
    if (!taken) return;
    try {
      await runPages(ctx, taken);
    } catch (error) {
      if (taken.attempts > RETRIES) await fail(ctx, taken, 'INTERNAL_SERVER_ERROR');
      throw error;
    }
  },
};

/** Enqueues jobs for queries that have lost theirs, and removes files that are kept no longer, at start and every 5 minutes. */
export const sweepBulkQueriesJob: Job<'sweep-bulk-queries'> = {
  name: 'sweep-bulk-queries',
  retries: 5,
  timeoutSeconds: 600,
  atStart: { data: {}, key: 'start' },
  everyMs: FIVE_MINUTES_MS,
  run: async (ctx) => {
    await ctx.run('write', () => resumeLost(ctx));
    await removeEndedFiles(ctx);
  },
};

async function fail(ctx: Context, taken: TakenQuery, code: string): Promise<void> {
  await ctx.run('write', () => failQuery(ctx, taken.id, code));
  await discardFile(ctx.app, taken.fileKey);
}

/** The document was valid when it was sent; a later version of the portal may refuse it. */
function documentOf({ query }: TakenQuery): BulkDocument | null {
  try {
    return bulkDocument(ownSchema(), query);
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
}

async function runPages(ctx: Context, begun: TakenQuery): Promise<void> {
  const bulk = documentOf(begun);
  if (!bulk) return fail(ctx, begun, 'GRAPHQL_VALIDATION_FAILED');
  const points = priceOfPage(ownSchema(), bulk, begun.variables, begun.pageSize);
  let taken = begun;
  for (let page = 0; page < PAGES; page += 1) {
    const outcome = await nextPage(ctx.app, taken, bulk, { points, requestId: ctx.request.id });
    if (outcome.is === 'failed') return fail(ctx, taken, outcome.code);
    if (outcome.is === 'lost') return endLost(ctx, taken);
    if (outcome.is === 'wait') return goOn(ctx, taken, new Date(ctx.app.now().getTime() + outcome.seconds * 1000));
    if (outcome.isLast) return;
    taken = outcome.taken;
  }
  await goOn(ctx, taken, null);
}

/** A query that was canceled keeps no piece that was written since; what another run has written is its own. */
async function endLost(ctx: Context, { id, fileKey }: TakenQuery): Promise<void> {
  const without = `select from bulk_queries where id = ? and state in ('canceled', 'failed')`;
  const [ended] = await ctx.run('read', () => ctx.em.execute<object[]>(without, [id]));
  if (ended) await discardFile(ctx.app, fileKey);
}

async function goOn(ctx: Context, taken: TakenQuery, at: Date | null): Promise<void> {
  const isOwn = await ctx.run('write', async () => {
    if (!(await releaseQuery(ctx, taken, at))) return false;
    const later = { key: String(taken.id), ...(at && { startAfter: at }) };
    await ctx.enqueue('run-bulk-query', { bulkQueryId: taken.id }, later);
    return true;
  });
  if (!isOwn) await endLost(ctx, taken);
}
