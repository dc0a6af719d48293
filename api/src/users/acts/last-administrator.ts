import type { Context } from '../../shared/context.ts';
import { refuse } from '../../shared/errors.ts';

/** Waits until no other request changes the roles or states of the organization's staff, until the end of the transaction. */
export async function lockStaff({ em }: Context, orgId: number): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(5, ?)', [orgId]);
}

/**
 * Refuses an act that ends the administration of an organization by a user, at a field, unless another active user
 * administers the whole organization. Call it after `lockStaff`.
 */
export async function refuseLastAdministrator(
  { em }: Context,
  user: { id: number; orgId: number },
  field: string,
): Promise<void> {
  const [other] = await em.execute(
    `select a.id from user_accounts a
      where a.org_id = ? and a.id <> ? and a.active and a.email_verified_at is not null and a.user_type = 'Organization'
        and exists (select from user_roles u join role_permissions p on p.role_id = u.role_id
          where u.user_id = a.id and p.permission = 'update.user')
      limit 1`,
    [user.orgId, user.id],
  );
  if (!other) refuse([{ field, code: 'user.last_administrator', message: 'user.last_administrator' }]);
}

/**
 * Returns those of the users who are administrators of an organization that none would be left in without all of them.
 * Waits, as `lockStaff`, until no other request changes the staff of these organizations.
 */
export async function lastAdministrators(
  { em }: Context,
  leaving: readonly { id: number; orgId: number }[],
): Promise<Set<number>> {
  if (leaving.length === 0) return new Set();
  const list = (ids: number[]) => `{${ids.join(',')}}`;
  const [orgIds, ids] = [list([...new Set(leaving.map(({ orgId }) => orgId))]), list(leaving.map(({ id }) => id))];
  await em.execute('select pg_advisory_xact_lock(5, id) from unnest(?::int[]) id order by id', [orgIds]);
  const rows = await em.execute<{ id: number }[]>(
    `with administrators as (
       select a.org_id, a.id, a.id = any (?::int[]) as leaves from user_accounts a
        where a.org_id = any (?::int[]) and a.active and a.email_verified_at is not null and a.user_type = 'Organization'
          and exists (select from user_roles u join role_permissions p on p.role_id = u.role_id
            where u.user_id = a.id and p.permission = 'update.user'))
     select id from administrators a
      where leaves and not exists (select from administrators b where b.org_id = a.org_id and not b.leaves)`,
    [ids, orgIds],
  );
  return new Set(rows.map(({ id }) => id));
}
