import type { FilterQuery } from '@mikro-orm/core';
import type { Context } from '../shared/context.ts';

/** Of a list that is not within one user. */
const EVERY_USER = 0;

/**
 * SQL of the names in the lines `l` that meet a condition: one step of an index for each name, and not for each line. The
 * next name is the smallest one above the last.
 */
export const namesSql = (within: string) => `
  with recursive names (name) as (
    (select l.operation from audit_log l where ${within} order by l.operation limit 1)
    union all
    select (select l.operation from audit_log l where ${within} and l.operation > n.name order by l.operation limit 1)
      from names n where n.name is not null
  ) select name from names where name is not null`;

/** Returns the names of the operations in the lines of each user that the viewer may see. For `ctx.loader`. */
async function operationNames({ em }: Context, userIds: readonly number[]): Promise<string[][]> {
  const read = async (userId: number) => {
    const within = userId === EVERY_USER ? 'true' : `l.actor_user_id = ${userId}`;
    return (await em.execute<{ name: string }[]>(namesSql(within))).map(({ name }) => name);
  };
  return Promise.all(userIds.map(read));
}

/** Reads the names of the operations in the audit log, or in the lines of one user: some hundred in millions of lines. */
export const operationsIn = (ctx: Context, within: FilterQuery<object> | undefined): Promise<readonly string[]> =>
  ctx.loader(operationNames).load((within as { actorUserId?: number } | undefined)?.actorUserId ?? EVERY_USER);
