import { GraphQLError, type GraphQLSchema } from 'graphql';
import { pointsOf } from '../graphql/limits.ts';
import { InvalidInput } from '../shared/errors.ts';
import { MAX_COST } from '../shared/list-price.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { BulkDocument } from './bulk-query-document.ts';

/** Rows of a page, at most: the largest number that every list takes. A document with many fields has smaller pages. */
export const PAGE_SIZES = [100, 50, 20, 10, 5, 2, 1];
const LONGEST_PROBLEM = 300;

/** Returns the variables of one page. */
export const variablesOfPage = (
  { first, after }: BulkDocument,
  variables: Record<string, unknown>,
  size: number,
  cursor: string | null,
): Record<string, unknown> => ({ ...variables, [first]: size, [after]: cursor });

/** Returns the points of a page: those of the same query, as if a client had sent it. */
export const priceOfPage = (
  schema: GraphQLSchema,
  bulk: BulkDocument,
  variables: Record<string, unknown>,
  size: number,
): number => pointsOf(schema, bulk.document, undefined, variablesOfPage(bulk, variables, size, null));

/**
 * Returns the rows of a page that one operation, and the points of an hour of a token, can pay. Throws InvalidInput for
 * variables that do not fit, and for a document of which one row costs too much.
 */
export function pageSizeOf(
  schema: GraphQLSchema,
  bulk: BulkDocument,
  variables: Record<string, unknown>,
  { viewer, pointsPerHour }: { viewer: Viewer; pointsPerHour: number },
): number {
  const limit = viewer.actor === 'session' ? MAX_COST : Math.min(MAX_COST, pointsPerHour);
  try {
    const price = (size: number) => priceOfPage(schema, bulk, variables, size);
    const size = PAGE_SIZES.find((one) => price(one) <= limit);
    if (size !== undefined) return size;
    throw new InvalidInput([
      {
        field: 'query',
        code: 'bulk.too_expensive',
        message: 'bulk.too_expensive',
        values: { points: price(1), limit },
      },
    ]);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const problem = error.message.slice(0, LONGEST_PROBLEM);
    const field = error.extensions.code === 'BAD_USER_INPUT' ? 'variables' : 'query';
    throw new InvalidInput([{ field, code: 'bulk.variables', message: 'bulk.variables', values: { problem } }]);
  }
}
