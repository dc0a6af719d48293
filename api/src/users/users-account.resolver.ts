import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import { OrgGroup } from '../org-groups/org-group.entity.ts';
import { roleLabel } from '../roles/role-label.ts';
import type { Context } from '../shared/context.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { UserAccount } from './user-account.entity.ts';
import { NotificationTypeEnum, UserTypeEnum } from './form/user-form.types.ts';
import { User } from './user.entity.ts';
import { readableAccountOf } from './users-readable.ts';
import { groupsOfUsers, locationsOfUsers, rolesOfUsers } from './users-roles.ts';
import { userStatusOf, type UserState } from './users-status.ts';
import { UserStatusEnum } from './users.types.ts';

/** Returns a value of the user's account; null for a user whose name alone the viewer reads. */
async function ofAccount<T>(
  ctx: Context,
  user: User,
  value: (account: UserAccount) => T | Promise<T>,
): Promise<T | null> {
  const account = await readableAccountOf(ctx, user);
  return account && value(account);
}

/** What administrators read of a user. Each field is null for a viewer who may not view the user (users-readable.ts). */
@Resolver(() => User)
export class UserAccountResolver {
  @FieldResolver(() => UserStatusEnum, {
    nullable: true,
    description: 'Status of the user; null for a viewer who may not view the user.',
  })
  status(@Root() user: User, @Ctx() ctx: Context): Promise<UserState | null> {
    return ofAccount(ctx, user, (account) => userStatusOf(account, ctx.app.now()));
  }

  @FieldResolver(() => UserTypeEnum, {
    nullable: true,
    description: 'The part of the organization that the user belongs to; null for a viewer who may not view the user.',
  })
  userType(@Root() user: User, @Ctx() ctx: Context): Promise<UserAccount['userType'] | null> {
    return ofAccount(ctx, user, ({ userType }) => userType);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Phone number, ten digits; null when there is none, and for a viewer who may not view the user.',
  })
  phone(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return ofAccount(ctx, user, ({ phone }) => phone);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Country, US or CA; null for a viewer who may not view the user.',
  })
  country(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return ofAccount(ctx, user, ({ country }) => country);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'True for a clinician; null for a viewer who may not view the user.',
  })
  isClinician(@Root() user: User, @Ctx() ctx: Context): Promise<boolean | null> {
    return ofAccount(ctx, user, ({ isClinician }) => isClinician);
  }

  @FieldResolver(() => NotificationTypeEnum, {
    nullable: true,
    description: 'Way in which the user is notified; null for a viewer who may not view the user.',
  })
  notificationType(@Root() user: User, @Ctx() ctx: Context): Promise<UserAccount['notificationType'] | null> {
    return ofAccount(ctx, user, ({ notificationType }) => notificationType);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'True when the user has access to patients on a ventilator; null for a viewer who may not view the user.',
  })
  ventilatorAccess(@Root() user: User, @Ctx() ctx: Context): Promise<boolean | null> {
    return ofAccount(ctx, user, ({ mvcEnabled }) => mvcEnabled);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'False after deactivation; null for a viewer who may not view the user.',
  })
  active(@Root() user: User, @Ctx() ctx: Context): Promise<boolean | null> {
    return ofAccount(ctx, user, ({ active }) => active);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'True after too many failed sign-ins, until unlocked; null for a viewer who may not view the user.',
  })
  locked(@Root() user: User, @Ctx() ctx: Context): Promise<boolean | null> {
    return ofAccount(ctx, user, ({ locked }) => locked);
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description:
      'The end of the last invitation, while the e-mail address is not verified; null for a viewer who may not view the user.',
  })
  invitationExpiresAt(@Root() user: User, @Ctx() ctx: Context): Promise<Date | null> {
    return ofAccount(ctx, user, ({ emailVerifiedAt, invitationExpiresAt }) =>
      emailVerifiedAt === null ? invitationExpiresAt : null,
    );
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'True when an authenticator app is enrolled; null for a viewer who may not view the user.',
  })
  twoFactorAppEnabled(@Root() user: User, @Ctx() ctx: Context): Promise<boolean | null> {
    return ofAccount(ctx, user, ({ twoFactorAppEnabled }) => twoFactorAppEnabled);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'True when codes by text message are enrolled; null for a viewer who may not view the user.',
  })
  twoFactorSmsEnabled(@Root() user: User, @Ctx() ctx: Context): Promise<boolean | null> {
    return ofAccount(ctx, user, ({ twoFactorSmsEnabled }) => twoFactorSmsEnabled);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'True when the user has an API key; null for a viewer who may not view the user.',
  })
  hasApi(@Root() user: User, @Ctx() ctx: Context): Promise<boolean | null> {
    return ofAccount(ctx, user, ({ hasApi }) => hasApi);
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'The last successful sign-in; null when there was none, and for a viewer who may not view the user.',
  })
  lastSuccessfulLogin(@Root() user: User, @Ctx() ctx: Context): Promise<Date | null> {
    return ofAccount(ctx, user, ({ lastSuccessfulLogin }) => lastSuccessfulLogin);
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the user was created; null for a viewer who may not view the user.',
  })
  createdAt(@Root() user: User, @Ctx() ctx: Context): Promise<Date | null> {
    return ofAccount(ctx, user, ({ createdAt }) => createdAt);
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description:
      'Time of the last change of the name, the address, the type or the state; null for a viewer who may not view the user.',
  })
  updatedAt(@Root() user: User, @Ctx() ctx: Context): Promise<Date | null> {
    return ofAccount(ctx, user, ({ updatedAt }) => updatedAt);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of the role, such as org.ep.admin; null for a viewer who may not view the user.',
  })
  role(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return ofAccount(ctx, user, async ({ id }) => (await ctx.loader(rolesOfUsers).load(id))?.name ?? null);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Label of the role in the viewer's language; null for a viewer who may not view the user.",
  })
  roleLabel(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return ofAccount(ctx, user, async ({ id }) => {
      const role = await ctx.loader(rolesOfUsers).load(id);
      return role && roleLabel(ctx.locale, role);
    });
  }

  @FieldResolver(() => [Location], {
    nullable: true,
    description: 'The locations of the user, by name; null for a viewer who may not view the user.',
  })
  locations(@Root() user: User, @Ctx() ctx: Context): Promise<Location[] | null> {
    return ofAccount(ctx, user, ({ id }) => ctx.loader(locationsOfUsers).load(id));
  }

  @FieldResolver(() => [OrgGroup], {
    nullable: true,
    description: 'The groups of the user, by name; null for a viewer who may not view the user.',
  })
  groups(@Root() user: User, @Ctx() ctx: Context): Promise<OrgGroup[] | null> {
    return ofAccount(ctx, user, ({ id }) => ctx.loader(groupsOfUsers).load(id));
  }
}
