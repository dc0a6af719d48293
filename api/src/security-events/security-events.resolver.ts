import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { SecurityEvent, SecurityEventKindEnum } from './security-event.entity.ts';
import { listSecurityEvents } from './security-events.service.ts';
import { securityEventsList } from './security-events.list.ts';
import { listTypes } from '../shared/list-types.ts';

const SecurityEventConnection = connectionOf(SecurityEvent, 'SecurityEvent');
const { Args: SecurityEventsArgs } = listTypes('SecurityEvents', securityEventsList, {
  enums: { kind: SecurityEventKindEnum },
});

@Resolver(() => SecurityEvent)
export class SecurityEventsResolver {
  @Query(() => SecurityEventConnection, {
    description:
      'Refused requests of the last 90 days, newest first; search matches account and address. An organization sees those of its own accounts, support staff all.',
  })
  securityEvents(
    @Args(() => SecurityEventsArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<SecurityEvent>> {
    return listSecurityEvents(ctx, args);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The user of the account; null for none, and for a user who is not visible.',
  })
  user(@Root() event: SecurityEvent, @Ctx() ctx: Context): Promise<User | null> {
    return event.userId === null ? Promise.resolve(null) : ctx.loader(usersById).load(event.userId);
  }
}
