import { raw } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { refusalOf } from './list-refusals.ts';
import { MAX_COUNT, MAX_ROW } from './list.rules.ts';
import { computedOf, foundIn, ListRead, type AnyList, type ListDefinition, type ListQuery } from './list.ts';

/** A number of rows. `isCapped`: there are more, and they were not counted. */
export interface RowCount {
  rows: number;
  isCapped: boolean;
}

/** Whether search, filters or a selection leave rows out. */
const isNarrowed = ({ search, filters, ids }: ListQuery) =>
  Boolean(search?.trim()) || (filters ?? []).length > 0 || ids !== undefined;

/**
 * Returns the number of matching rows. It is exact for a whole list that triggers count; every other count stops after
 * `most` rows.
 */
export async function countMatching<T extends object>(read: ListRead<T>, most = MAX_COUNT): Promise<RowCount> {
  const { ctx, source, definition, query } = read;
  if (definition.counter && !('list' in source) && !isNarrowed(query))
    return { rows: await keptCount(ctx, definition.counter), isCapped: false };
  const where = await read.where;
  const narrow = narrowIdsOf(definition, query);
  const found = narrow
    ? `${narrow} limit ${most + 1}`
    : ctx.em
        .createQueryBuilder(foundIn(definition))
        .select(raw('1'))
        .where(where as never)
        .limit(most + 1)
        .getFormattedQuery();
  const [count] = await ctx.em.execute<[{ rows: number }]>(`select count(*)::int as rows from (${found}) found`);
  return { rows: Math.min(count.rows, most), isCapped: count.rows > most };
}

/** Returns SQL of the ids of the matching rows from a narrower table, where one filter alone decides and has one. */
export function narrowIdsOf(
  { columns, where }: AnyList<object>,
  { search, filters, ids }: ListQuery,
): string | undefined {
  const [filter, ...others] = filters ?? [];
  if (!filter || !('field' in filter) || others.length > 0 || search?.trim() || where || ids) return undefined;
  const { field, condition, value, isNot } = filter;
  return condition === 'equal' && !isNot ? columns[field]?.idsOf?.(value ?? '') : undefined;
}

/** Returns the sum of the changes that triggers noted for the viewer's rows. */
async function keptCount(
  { em, principal }: Context,
  list: NonNullable<ListDefinition<object>['counter']>,
): Promise<number> {
  // Row-level security leaves the rows of the viewer's organization and locations. Organization 0: all of them.
  const staff = principal.kind === 'token' ? principal.staff : principal;
  const orgId = staff.kind === 'org' ? staff.orgId : staff.kind === 'support' ? (staff.actingOrgId ?? 0) : 0;
  const [count] = await em.execute<[{ rows: number }]>(
    'select coalesce(sum(rows), 0)::int as rows from list_counts where list = ? and org_id = ?',
    [list, orgId],
  );
  return count.rows;
}

/**
 * Returns the number of rows before search and filters. `matching` is the number after them, and is reused when nothing
 * narrows the list.
 */
export const countAll = <T extends object>(
  { ctx, source, query }: ListRead<T>,
  matching: () => Promise<RowCount>,
): Promise<RowCount> => (isNarrowed(query) ? countMatching(new ListRead(ctx, source, {})) : matching());

/**
 * Refuses an order by a computed value of more than 50,000 rows: the database computes and sorts all of them for each
 * page.
 */
export async function assertSortable<T extends object>(read: ListRead<T>): Promise<void> {
  if (!('populate' in computedOf(read))) return;
  const { rows, isCapped } = await countMatching(read, MAX_ROW);
  if (isCapped || rows > MAX_ROW) throw refusalOf('orderBy', 'list.order_by_many', { max: MAX_ROW });
}
