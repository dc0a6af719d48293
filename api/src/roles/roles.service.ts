import { crc32 } from 'node:zlib';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { Role } from './role.entity.ts';
import { rolesList } from './roles.list.ts';
import { canViewRoles } from './roles.policy.ts';

/**
 * Returns the documented integer id of a permission, which the portal identifies by its name: the same in every role and
 * every installation.
 */
export const permissionId = (name: string): number => crc32(name) >>> 1;

/** Returns a page of the roles. Refuses unknown columns, conditions, sizes and cursors. */
export const listRoles = (ctx: Context, args: ListArgs): Promise<ConnectionShape<Role>> =>
  connection(ctx, rolesList, args);

/** Returns a role; throws NotFound when there is none. */
export function findRole(ctx: Context, id: string): Promise<Role> {
  authorize(canViewRoles(ctx.viewer));
  return findVisible(ctx, Role, { id: rowId('Role', id) });
}

/** Returns the names of each role's permissions, sorted, in the order of the ids. For `ctx.loader`. */
export async function permissionsOfRoles({ em }: Context, roleIds: readonly number[]): Promise<string[][]> {
  const rows = await em.execute<{ role_id: number; permission: string }[]>(
    `select role_id, permission from role_permissions where role_id in (${roleIds.map(() => '?').join(', ')}) order by permission collate "C"`,
    [...roleIds],
  );
  const byRole = Map.groupBy(rows, ({ role_id: id }) => id);
  return roleIds.map((id) => (byRole.get(id) ?? []).map(({ permission }) => permission));
}
