import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import type { Context } from '../shared/context.ts';
import { findUserPage, locationOf, setNotificationType } from './user-page.service.ts';
import { SetUserNotificationTypeInput, SetUserNotificationTypePayload } from './user-page.types.ts';
import { User } from './user.entity.ts';

@Resolver(() => User)
export class UserPageResolver {
  @Query(() => User, {
    nullable: true,
    description: 'One user: the viewer, or a user that the viewer may view. NOT_FOUND for a user who is not visible.',
  })
  user(
    @Arg('id', () => ID, { description: 'Global id, or the integer id from the page address.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<User> {
    return findUserPage(ctx, id);
  }

  @FieldResolver(() => Location, {
    nullable: true,
    description:
      "The user's first location by name; for a user without one the primary location of the organization. Null for a viewer who may not view the user.",
  })
  location(@Root() user: User, @Ctx() ctx: Context): Promise<Location | null> {
    return locationOf(ctx, user);
  }

  @Mutation(() => SetUserNotificationTypePayload, {
    description: 'Sets how a user is notified. Repeating it changes nothing.',
  })
  async setUserNotificationType(
    @Arg('input', () => SetUserNotificationTypeInput, { description: 'The user and the way.' })
    input: SetUserNotificationTypeInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SetUserNotificationTypePayload>> {
    return { user: await setNotificationType(ctx, input) };
  }
}
