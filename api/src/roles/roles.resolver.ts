import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { User } from '../users/user.entity.ts';
import { rolesOfUsers } from '../users/users-roles.ts';
import { roleLabel } from './role-label.ts';
import { Role } from './role.entity.ts';
import { canViewRoles } from './roles.policy.ts';
import { findRole, listRoles, permissionsOfRoles } from './roles.service.ts';
import { RolePermission } from './roles.types.ts';
import { HostEnum } from '../auth/viewer.types.ts';
import { rolesList } from './roles.list.ts';
import { listTypes } from '../shared/list-types.ts';

const RoleConnection = connectionOf(Role, 'Role');
const { Args: RolesArgs } = listTypes('Roles', rolesList, { enums: { host: HostEnum } });

@Resolver(() => Role)
export class RolesResolver {
  @Query(() => RoleConnection, { description: 'The roles; search matches name and label.' })
  roles(@Args(() => RolesArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<Role>> {
    return listRoles(ctx, args);
  }

  @Query(() => Role, { nullable: true, description: 'One role.' })
  role(
    @Arg('id', () => ID, { description: 'Global or integer id of the role.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Role> {
    return findRole(ctx, id);
  }

  @FieldResolver(() => String, { description: "Label of the role as lists show it, in the viewer's language." })
  label(@Root() role: Role, @Ctx() ctx: Context): string {
    return roleLabel(ctx.locale, role);
  }

  @FieldResolver(() => HostEnum, { description: 'The portal to which users with this role sign in.' })
  host(@Root() role: Role): Role['host'] {
    return role.host;
  }

  @FieldResolver(() => [RolePermission], { description: 'The permissions of the role, by name.' })
  async permissions(@Root() role: Role, @Ctx() ctx: Context): Promise<RolePermission[]> {
    const names = await ctx.loader(permissionsOfRoles).load(role.id);
    return names.map((name) => Object.assign(new RolePermission(), { name }));
  }
}

@Resolver(() => User)
export class UserRoleResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Integer id of the role, for its page; null for a viewer who may not view roles.',
  })
  async roleId(@Root() user: User, @Ctx() ctx: Context): Promise<number | null> {
    return canViewRoles(ctx.viewer) ? ((await ctx.loader(rolesOfUsers).load(user.id))?.id ?? null) : null;
  }
}
