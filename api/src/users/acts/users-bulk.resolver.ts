import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { resendUserInvitations } from '../../account/invitations.service.ts';
import type { Context } from '../../shared/context.ts';
import type { Where } from '../../shared/list-where.ts';
import { translate } from '../../shared/messages.ts';
import { setUsersActive } from './set-user-active.service.ts';
import {
  ResendUserInvitationsInput,
  ResendUserInvitationsPayload,
  SetUsersActiveInput,
  SetUsersActivePayload,
  type UserOutcome,
  UserStatusCount,
} from './users-bulk.types.ts';
import { UsersWhere } from '../users-list.types.ts';
import { countByStatus } from '../users-counts.ts';
import type { UserOutcomeFacts } from '../users-selection.ts';

/** Outcomes in the viewer's language. */
const shown = ({ locale }: Context, outcomes: UserOutcomeFacts[]): UserOutcome[] =>
  outcomes.map(({ account: { id, email }, refused }) => ({
    userId: id,
    email,
    refused: refused && translate(locale, refused),
  }));

/** Acts on several users, and the counts by which they are chosen. */
@Resolver()
export class UsersBulkResolver {
  @Query(() => [UserStatusCount], {
    description:
      'The number of users of each status, among those of the query users that match search and the filter without its conditions on status.',
  })
  userStatusCounts(
    @Ctx() ctx: Context,
    @Arg('search', () => String, { nullable: true, description: 'The search of the list.' })
    search?: string | null,
    @Arg('where', () => UsersWhere, { nullable: true, description: 'The filter of the list.' })
    where?: Where | null,
    @Arg('orgId', () => ID, { nullable: true, description: 'Global id or integer id of one organization.' })
    orgId?: string | null,
  ): Promise<UserStatusCount[]> {
    return countByStatus(ctx, { search, where }, orgId);
  }

  @Mutation(() => SetUsersActivePayload, {
    description:
      'Activates or deactivates several users, each under the rules of setUserActive. A user who is refused keeps no other from being changed.',
  })
  async setUsersActive(
    @Arg('input', () => SetUsersActiveInput, { description: 'The users and the new state.' })
    input: SetUsersActiveInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SetUsersActivePayload>> {
    return { outcomes: shown(ctx, await setUsersActive(ctx, input.selection, input.active)) };
  }
  @Mutation(() => ResendUserInvitationsPayload, {
    description:
      'Sends several users their invitation again, each under the rules of resendUserInvitation. A user who is refused keeps no other from being invited.',
  })
  async resendUserInvitations(
    @Arg('input', () => ResendUserInvitationsInput, { description: 'The users.' })
    input: ResendUserInvitationsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ResendUserInvitationsPayload>> {
    return { outcomes: shown(ctx, await resendUserInvitations(ctx, input.selection)) };
  }
}
