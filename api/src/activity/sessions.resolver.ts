import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { endUserSession, endUserSessions, sessionsOf } from './sessions.service.ts';
import {
  EndUserSessionInput,
  EndUserSessionPayload,
  EndUserSessionsInput,
  EndUserSessionsPayload,
  UserSession,
} from './sessions.types.ts';
import { clientOf } from './user-agents.ts';

@Resolver(() => UserSession)
export class SessionsResolver {
  @Query(() => [UserSession], {
    description: 'The sessions in which a user is signed in, the last used first, at most 100.',
  })
  userSessions(
    @Arg('userId', () => ID, { description: 'Global or integer id of the user.' }) userId: string,
    @Ctx() ctx: Context,
  ): Promise<UserSession[]> {
    return sessionsOf(ctx, userId);
  }

  @Mutation(() => EndUserSessionPayload, {
    description: 'Ends one session of a user at once. Repeating it changes nothing.',
  })
  async endUserSession(
    @Arg('input', () => EndUserSessionInput, { description: 'The session.' }) input: EndUserSessionInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<EndUserSessionPayload>> {
    return { user: await endUserSession(ctx, input.userId, input.sessionId) };
  }

  @Mutation(() => EndUserSessionsPayload, {
    description: 'Ends all sessions of a user at once, but not the one of this request. Repeating it changes nothing.',
  })
  endUserSessions(
    @Arg('input', () => EndUserSessionsInput, { description: 'The user.' }) input: EndUserSessionsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<EndUserSessionsPayload>> {
    return endUserSessions(ctx, input.userId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Browser and system by name, such as Chrome on Windows; null when they are unknown.',
  })
  client(@Root() { userAgent }: UserSession): string | null {
    return clientOf(userAgent);
  }
}
