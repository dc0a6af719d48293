import { raw } from '@mikro-orm/core';
import type { Context } from '../shared/context.ts';
import { definitionOf, whereOf, type ListQuery } from '../shared/list.ts';
import { UserAccount } from './user-account.entity.ts';
import { userListOf } from './users.service.ts';
import { statusSql, USER_STATES, type UserState } from './users.status.ts';

/** The number of users with one status. */
export interface StatusCount {
  status: UserState;
  count: number;
}

/**
 * Returns the number of users with each status, in the documented order, among those that match search and filters. A
 * filter by status is left out: the counts are those of the lists that the chips lead to. One statement.
 */
export async function countByStatus(
  ctx: Context,
  { search, filters }: ListQuery,
  orgId?: string | null,
): Promise<StatusCount[]> {
  const definition = definitionOf(ctx, await userListOf(ctx, orgId));
  const others = filters?.filter(({ field }) => field !== 'active');
  const found = ctx.em
    .createQueryBuilder(UserAccount, 'u')
    .select(raw(`${statusSql('u')} as status`))
    .where((await whereOf(ctx, definition, { search, filters: others })) as never)
    .getFormattedQuery();
  const rows = await ctx.em.execute<StatusCount[]>(
    `select status, count(*)::int as count from (${found}) found group by status`,
  );
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return USER_STATES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
}
