import type { FilterQuery } from '@mikro-orm/core';
import type { FhirResource } from 'fhir/r4';
import { charge } from '../auth/budget.ts';
import { ROW } from '../rest/datatable.ts';
import type { ConnectionShape, ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { TooExpensive } from '../shared/errors.ts';
import { CONDITION, MAX_COST, priceOf, priceOfFilters } from '../shared/list-price.ts';
import { conditionsIn } from '../shared/list-where.ts';
import type { Page, Place } from './fhir-bundle.ts';
import type { Search } from './fhir-search.ts';

/** Reads a page of a list: that of the GraphQL twin. `among`: of a search by a time that the list has no filter for. */
export type ReadList<Row> = (
  ctx: Context,
  args: ListArgs,
  { among }: { among?: FilterQuery<object> },
) => Promise<ConnectionShape<Row>>;

/** Takes the points of a search: as those of a list in GraphQL. */
export async function chargeSearch(ctx: Context, { where, within, count }: Search): Promise<void> {
  const filters = priceOfFilters(conditionsIn(where), ({ isAlternative }) => isAlternative);
  const price = count * ROW + priceOf(null, filters + (within ? CONDITION : 0), count === 0 ? ['matching'] : []);
  if (price > MAX_COST) throw new TooExpensive();
  await charge(ctx, price);
}

/** Returns the number of rows of a search that asks for nothing else; undefined when there are too many to count them. */
export async function countOf({ counts }: ConnectionShape<unknown>): Promise<number | undefined> {
  const { rows, isCapped } = await counts.matching();
  return isCapped ? undefined : rows;
}

/**
 * Returns a page of a search whose entries are the rows of a list, by id. `isCounted`: triggers count the whole list, so that
 * its total is exact and costs nothing.
 */
export function listed<Row>(
  read: ReadList<Row>,
  resourceOf: (ctx: Context, row: Row) => Promise<FhirResource>,
  { isCounted }: { isCounted: boolean },
) {
  return async (ctx: Context, search: Search, { after }: Place): Promise<Page> => {
    await chargeSearch(ctx, search);
    const { where, within, count } = search;
    const args = { where, first: Math.max(count, 1), after, orderBy: { field: 'id' } };
    const connection = await read(ctx, args, { among: within });
    // Of no patient when the page is empty; each row adds its own.
    ctx.shows([]);
    if (count === 0) return { resources: [], next: null, total: await countOf(connection) };
    const { edges, pageInfo } = connection;
    const resources = await Promise.all(edges.map(({ node }) => resourceOf(ctx, node)));
    const isWhole = after === null && !pageInfo.hasNextPage;
    return {
      resources,
      next: pageInfo.hasNextPage ? { after: pageInfo.endCursor, skipped: 0 } : null,
      total: isWhole ? edges.length : isCounted && !where && !within ? await countOf(connection) : undefined,
    };
  };
}
