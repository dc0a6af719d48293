import { Args, Ctx, FieldResolver, Query, registerEnumType, Resolver, Root } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import { connectionOf, ListArgs, type ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { User } from './user.entity.ts';
import { listUsers, rolesOfUsers, userStatusOf, type UserState } from './users.service.ts';

const UserStatusEnum: Record<Uppercase<UserState>, UserState> = {
  INACTIVE: 'inactive',
  INVITED: 'invited',
  LOCKED: 'locked',
  ACTIVE: 'active',
};
registerEnumType(UserStatusEnum, {
  name: 'UserStatus',
  description: 'The status of a user in the list of users.',
  valuesConfig: {
    INACTIVE: { description: 'Deactivated.' },
    INVITED: { description: 'The e-mail address is not verified.' },
    LOCKED: { description: 'Locked after too many failed sign-ins.' },
    ACTIVE: { description: 'May sign in.' },
  },
});

const UserConnection = connectionOf(User, 'User');

@Resolver(() => User)
export class UsersResolver {
  @Query(() => UserConnection, {
    description: "The users of the viewer's own organization; search matches e-mail address and name.",
  })
  users(@Args(() => ListArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<User>> {
    return listUsers(ctx, args);
  }

  @FieldResolver(() => UserStatusEnum, {
    nullable: true,
    description: 'Status of the user; null for users of other organizations.',
  })
  status(@Root() user: User, @Ctx() ctx: Context): UserState | null {
    return user.organization.id === ctx.viewer.orgId ? userStatusOf(user) : null;
  }

  @FieldResolver(() => Organization, { description: 'The organization that the user belongs to.' })
  organization(@Root() user: User, @Ctx() ctx: Context): Promise<Organization> {
    return organizationOf(ctx, user);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of the role, such as org.ep.admin; null for users of other organizations.',
  })
  async role(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return (await ctx.loader(rolesOfUsers).load(user.id))?.name ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Label of the role; null for users of other organizations.',
  })
  async roleLabel(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return (await ctx.loader(rolesOfUsers).load(user.id))?.label ?? null;
  }
}
