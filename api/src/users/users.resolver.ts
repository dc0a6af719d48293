import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { setUserActive } from './acts/set-user-active.service.ts';
import { unlockUser } from './acts/unlock-user.service.ts';
import { User } from './user.entity.ts';
import { listUsers } from './users.service.ts';
import {
  SetUserActiveInput,
  SetUserActivePayload,
  SetUserVentilatorAccessInput,
  SetUserVentilatorAccessPayload,
  UnlockUserInput,
  UnlockUserPayload,
} from './users.types.ts';
import { setUserVentilatorAccess } from './acts/ventilator-access.service.ts';
import { UsersArgs } from './users-list.types.ts';

const UserConnection = connectionOf(User, 'User');

@Resolver(() => User)
export class UsersResolver {
  @Query(() => UserConnection, {
    description:
      "The users that the viewer administers: those of the viewer's organization, location or group, or of all organizations; search matches e-mail address and name.",
  })
  users(
    @Args(() => UsersArgs) args: ListArgs,
    @Ctx() ctx: Context,
    @Arg('orgId', () => ID, { nullable: true, description: 'Global id or integer id of one organization.' })
    orgId?: string | null,
  ): Promise<ConnectionShape<User>> {
    return listUsers(ctx, args, orgId);
  }

  @Mutation(() => SetUserActivePayload, {
    description:
      'Activates or deactivates a user. A deactivated user is signed out at once. Refuses the last active administrator of an organization.',
  })
  async setUserActive(
    @Arg('input', () => SetUserActiveInput, { description: 'The user and the new state.' })
    input: SetUserActiveInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SetUserActivePayload>> {
    return { user: await setUserActive(ctx, input.userId, input.active) };
  }

  @Mutation(() => UnlockUserPayload, {
    description:
      'Unlocks a user who was locked after too many failed sign-ins. Unlocking another user changes nothing.',
  })
  async unlockUser(
    @Arg('input', () => UnlockUserInput, { description: 'The user.' }) input: UnlockUserInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UnlockUserPayload>> {
    return { user: await unlockUser(ctx, input.userId) };
  }

  @Mutation(() => SetUserVentilatorAccessPayload, {
    description:
      "Grants or withdraws a user's access to patients on a ventilator. Refused unless the organization grants it user by user.",
  })
  async setUserVentilatorAccess(
    @Arg('input', () => SetUserVentilatorAccessInput, { description: 'The user and the new access.' })
    input: SetUserVentilatorAccessInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SetUserVentilatorAccessPayload>> {
    return { user: await setUserVentilatorAccess(ctx, input.userId, input.enabled) };
  }

  @FieldResolver(() => Organization, { description: 'The organization that the user belongs to.' })
  organization(@Root() user: User, @Ctx() ctx: Context): Promise<Organization> {
    return organizationOf(ctx, user);
  }
}
