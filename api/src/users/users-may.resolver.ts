import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Viewer } from '../auth/viewer.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import type { UserAccount } from './user-account.entity.ts';
import { canEditUser } from './form/user-form.policy.ts';
import { User } from './user.entity.ts';
import {
  canResendInvitation,
  canResetSecondFactor,
  canSetUserActive,
  canSetVentilatorAccess,
  canStartPasswordReset,
  canUnlockUser,
  canViewUser,
} from './users.policy.ts';
import { accountOf } from './users-private.ts';

/** Whether a rule allows the viewer an act on a user; false for a user whose name alone they read. */
async function allowed(
  ctx: Context,
  user: User,
  rule: (viewer: Viewer, account: UserAccount) => boolean,
): Promise<boolean> {
  const account = await accountOf(ctx, user);
  return account !== null && rule(ctx.viewer, account);
}

/** What the viewer may do to a user: the items of the row menu, each with its own rule (users.policy.ts). */
@Resolver(() => User)
export class UserMayResolver {
  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Edit User.' })
  viewerCanEdit(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return allowed(ctx, user, canEditUser);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may open Login History and Activity Log.' })
  viewerCanView(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return allowed(ctx, user, canViewUser);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may activate or deactivate the user.' })
  viewerCanSetActive(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return allowed(ctx, user, canSetUserActive);
  }

  @FieldResolver(() => Boolean, { description: 'True when the user is locked and the viewer may unlock them.' })
  viewerCanUnlock(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return allowed(ctx, user, canUnlockUser);
  }

  @FieldResolver(() => Boolean, {
    description: 'True when the e-mail address is not verified and the viewer may send the invitation again.',
  })
  viewerCanResendInvitation(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return allowed(ctx, user, canResendInvitation);
  }

  @FieldResolver(() => Boolean, {
    description: 'True when the e-mail address is verified and the viewer may start a reset of the password.',
  })
  viewerCanStartPasswordReset(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return allowed(ctx, user, canStartPasswordReset);
  }

  @FieldResolver(() => Boolean, {
    description: 'True when an app or text messages are enrolled and the viewer may reset that second factor.',
  })
  viewerCanResetSecondFactor(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return allowed(ctx, user, canResetSecondFactor);
  }

  @FieldResolver(() => Boolean, {
    description:
      "True when the user's organization grants access to patients on a ventilator user by user, and the viewer may.",
  })
  async viewerCanSetVentilatorAccess(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    const organization = await ctx.loader(organizationsById).load(user.organization.id);
    return allowed(ctx, user, (viewer, account) => canSetVentilatorAccess(viewer, account, organization));
  }
}
