import { execute, type ExecutionResult } from 'graphql';
import { charge } from '../auth/budget.ts';
import { recordJobRead } from '../auth/authorize.ts';
import { retryAfter, publicError } from '../graphql/errors.ts';
import { FAULTS } from '../graphql/operation.ts';
import { ownSchema } from '../graphql/own-schema.ts';
import { Context, type App } from '../shared/context.ts';
import { Forbidden } from '../shared/errors.ts';
import type { BulkDocument } from './bulk-query-document.ts';
import { variablesOfPage } from './bulk-query-price.ts';
import { viewerOf } from './bulk-query-viewer.ts';
import { assertMaySave, seesLocationsOf } from './bulk-queries.policy.ts';
import { keepPage, placeOf, type TakenQuery } from './bulk-queries.store.ts';

/** What became of a page. wait: seconds until enough points have come back; lost: the query was ended, or another run has it. */
export type PageOutcome =
  | { is: 'kept'; taken: TakenQuery; isLast: boolean }
  | { is: 'wait'; seconds: number }
  | { is: 'failed'; code: string }
  | { is: 'lost' };

interface Page {
  edges: { node: unknown }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Runs the query of one page as any query runs, in a transaction of the viewer; throws its first error. */
async function read(ctx: Context, bulk: BulkDocument, taken: TakenQuery): Promise<Page> {
  await ctx.open('read');
  try {
    const variableValues = variablesOfPage(bulk, taken.variables, taken.pageSize, taken.cursor);
    const asked = { schema: ownSchema(), document: bulk.document, contextValue: ctx, variableValues };
    const { data, errors }: ExecutionResult = await execute(asked);
    if (errors?.[0]) throw errors[0];
    return data![bulk.list] as Page;
  } finally {
    await ctx.close();
  }
}

/** The patients that the fields of the page have stated (graphql/shown-rows.ts). */
const patientsShown = ({ readings }: Context): number[] => [
  ...new Set([...readings.values()].flatMap(({ patients }) => [...patients])),
];

/**
 * Reads the page after the last one with the rights of now, stores its lines, and keeps it together with the audit line of
 * its patients. Nothing larger than a page is in memory. Throws what another try may mend.
 */
export async function nextPage(
  app: App,
  taken: TakenQuery,
  bulk: BulkDocument,
  { points, requestId }: { points: number; requestId: string },
): Promise<PageOutcome> {
  const viewer = await viewerOf(app, taken);
  if (!viewer) return { is: 'failed', code: 'UNAUTHENTICATED' };
  const ctx = Context.ofUser(app, viewer, requestId);
  try {
    if (!seesLocationsOf(viewer, taken)) throw new Forbidden();
    assertMaySave(viewer, bulk);
    await charge(ctx, points);
    const { edges, pageInfo } = await read(ctx, bulk, taken);
    const patients = patientsShown(ctx);
    const bytes = Buffer.from(edges.map(({ node }) => `${JSON.stringify(node)}\n`).join(''));
    if (edges.length > 0) await app.files.put(taken.fileKey, placeOf(taken.firstParts, taken.parts), bytes);
    const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    const isKept = await ctx.run('write', async () => {
      const page = { rows: edges.length, bytes: bytes.length, points, next };
      if (!(await keepPage(ctx, taken, page))) return false;
      const properties = { bulkQuery: taken.id, list: taken.list, rows: edges.length };
      await recordJobRead(ctx, 'Job.run-bulk-query', patients, properties);
      return true;
    });
    if (!isKept) return { is: 'lost' };
    const parts = taken.parts + (edges.length > 0 ? 1 : 0);
    return { is: 'kept', taken: { ...taken, parts, cursor: next }, isLast: next === null };
  } catch (error) {
    return outcomeOf(ctx, error);
  } finally {
    await ctx.close();
  }
}

/** Returns why a page is not read; throws a fault. */
function outcomeOf(ctx: Context, error: unknown): PageOutcome {
  const seconds = retryAfter(error);
  if (seconds !== undefined) return { is: 'wait', seconds };
  const { message } = error as Error;
  const { code } = publicError({ message }, error, ctx).extensions as { code: string };
  if (FAULTS.has(code)) throw error;
  return { is: 'failed', code };
}
