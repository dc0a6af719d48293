import { raw } from '@mikro-orm/core';
import { queryOf, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { sqlOf } from '../shared/list-conditions.ts';
import { MAX_COUNT } from '../shared/list.rules.ts';
import { definitionOf, whereOf } from '../shared/list.ts';
import { UserAccount } from './user-account.entity.ts';
import { USER_STATUSES } from './users.list.rules.ts';
import { userListOf } from './users.service.ts';
import { IN_STATUS, USER_STATES, type UserState } from './users-status.ts';

/** The number of users with one status, counted up to 10,000. `countIsCapped`: there are more. */
export interface StatusCount {
  status: UserState;
  count: number;
  countIsCapped: boolean;
}

/**
 * Returns the number of users with each status, in the documented order, among those that match search and filter. A
 * filter by status is left out: the counts are those of the lists that the chips lead to. One statement.
 */
export async function countByStatus(
  ctx: Context,
  { search, where: given }: Pick<ListArgs, 'search' | 'where'>,
  orgId?: string | null,
): Promise<StatusCount[]> {
  const definition = definitionOf(ctx, await userListOf(ctx, orgId));
  const { status: _left, ...others } = given ?? {};
  const where = await whereOf(ctx, definition, queryOf(definition, { search, where: others }));
  const counted = USER_STATUSES.map((status) => {
    const found = ctx.em
      .createQueryBuilder(UserAccount, 'u')
      .select(raw('1'))
      .where({ $and: [where, sqlOf(IN_STATUS[status])] } as never)
      .limit(MAX_COUNT + 1)
      .getFormattedQuery();
    return `select ${status} as status, count(*)::int as count from (${found}) found`;
  });
  const rows = await ctx.em.execute<{ status: number; count: number }[]>(counted.join(' union all '));
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return USER_STATES.map((status, number) => {
    const count = counts.get(number) ?? 0;
    return { status, count: Math.min(count, MAX_COUNT), countIsCapped: count > MAX_COUNT };
  });
}
