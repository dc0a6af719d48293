import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { listTypes } from '../shared/list-types.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { ActivityLine, ActivityOutcomeEnum } from './activity-line.entity.ts';
import { activityList, loginsList, userChangesList } from './activity.list.ts';
import {
  listActivity,
  listChanges,
  listEveryActivity,
  listLogins,
  LOG_PAGE,
  propertiesOf,
} from './activity.service.ts';
import { describeActivity } from './activity.texts.ts';
import { ActivityProperty } from './activity.types.ts';
import { Login } from './login.entity.ts';
import { UserChange } from './user-change.entity.ts';

const LoginConnection = connectionOf(Login, 'Login');
const UserChangeConnection = connectionOf(UserChange, 'UserChange');
const ActivityLineConnection = connectionOf(ActivityLine, 'ActivityLine');
const { Args: LoginsArgs } = listTypes('Logins', loginsList, { size: LOG_PAGE });
const { Args: UserChangesArgs } = listTypes('UserChanges', userChangesList, { size: LOG_PAGE });
const { Args: ActivityArgs } = listTypes('Activity', activityList, {
  enums: { outcome: ActivityOutcomeEnum },
  size: LOG_PAGE,
});

const USER = { description: 'Global or integer id of the user.' };

@Resolver(() => ActivityLine)
export class ActivityResolver {
  @Query(() => LoginConnection, {
    description: 'The sign-ins of a user, newest first, 25 a page; search matches address and user agent.',
  })
  userLogins(
    @Arg('userId', () => ID, USER) userId: string,
    @Args(() => LoginsArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<Login>> {
    return listLogins(ctx, userId, args);
  }

  @Query(() => UserChangeConnection, {
    description: 'The audit log of a user: the changes of the user, newest first, 25 a page.',
  })
  userAuditLog(
    @Arg('userId', () => ID, USER) userId: string,
    @Args(() => UserChangesArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<UserChange>> {
    return listChanges(ctx, userId, args);
  }

  @Query(() => ActivityLineConnection, {
    description:
      "The activity log of a user: the user's operations, newest first, 25 a page; search matches the operation.",
  })
  userActivity(
    @Arg('userId', () => ID, USER) userId: string,
    @Args(() => ActivityArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<ActivityLine>> {
    return listActivity(ctx, userId, args);
  }

  @Query(() => ActivityLineConnection, {
    description:
      'The operations of the users of all organizations, newest first, 25 a page; search matches the operation.',
  })
  activity(@Args(() => ActivityArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<ActivityLine>> {
    return listEveryActivity(ctx, args);
  }

  @FieldResolver(() => String, {
    description: "The act as a sentence in the viewer's language; persons, organizations and devices are named.",
  })
  description(@Root() line: ActivityLine, @Ctx() ctx: Context): Promise<string> {
    return describeActivity(ctx, line);
  }

  @FieldResolver(() => [ActivityProperty], {
    description: 'Details of the line. Values are null when the viewer may not see a patient of the line.',
  })
  async properties(@Root() line: ActivityLine, @Ctx() ctx: Context): Promise<ActivityProperty[]> {
    return Object.entries(await propertiesOf(ctx, line)).map(([name, value]) =>
      Object.assign(new ActivityProperty(), {
        name,
        value: value === null || typeof value === 'string' ? value : JSON.stringify(value),
      }),
    );
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user; null for a user who is not visible.' })
  user(@Root() line: ActivityLine, @Ctx() ctx: Context): Promise<User | null> {
    return line.actorUserId === null ? Promise.resolve(null) : ctx.loader(usersById).load(line.actorUserId);
  }
}

@Resolver(() => UserChange)
export class UserChangesResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: 'User who made the change; null for the sign-in and the system, and for a user who is not visible.',
  })
  actor(@Root() line: UserChange, @Ctx() ctx: Context): Promise<User | null> {
    return line.actorUserId === null ? Promise.resolve(null) : ctx.loader(usersById).load(line.actorUserId);
  }
}
