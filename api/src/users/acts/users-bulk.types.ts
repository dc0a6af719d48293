import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Where } from '../../shared/list-where.ts';
import { WithoutPatients } from '../../shared/marks.ts';
import { Payload } from '../../shared/payload.ts';
import { UsersWhere } from '../users-list.types.ts';
import type { UserState } from '../users-status.ts';
import { UserStatusEnum } from '../users.types.ts';

@WithoutPatients()
@ObjectType({ description: 'The number of users with one status.' })
export class UserStatusCount {
  @Field(() => UserStatusEnum, { description: 'The status.' })
  status!: UserState;

  @Field(() => Int, {
    description: 'Number of users that match search and filters and have the status; at most 10,000.',
  })
  count!: number;

  @Field(() => Boolean, { description: 'True when more users have the status than were counted.' })
  countIsCapped!: boolean;
}

@InputType({ description: 'All users of a list that match its search and filter.' })
export class MatchingUsersInput {
  @Field(() => ID, { nullable: true, description: 'Id of one organization, as of the query users.' })
  orgId?: string | null;

  @Field(() => String, { nullable: true, description: 'The search of the list.' })
  search?: string | null;

  @Field(() => UsersWhere, { nullable: true, description: 'The filter of the list.' })
  where?: Where | null;
}

@InputType({ description: 'At most 500 users: either by their ids, or all that match.' })
export class UserSelectionInput {
  @Field(() => [ID], { nullable: true, description: 'Global ids or integer ids, at most 200.' })
  userIds?: string[] | null;

  @Field(() => MatchingUsersInput, { nullable: true, description: 'All users that match.' })
  matching?: MatchingUsersInput | null;
}

@InputType({ description: 'Input for activating or deactivating several users.' })
export class SetUsersActiveInput {
  @Field(() => UserSelectionInput, { description: 'The users.' })
  selection!: UserSelectionInput;

  @Field(() => Boolean, { description: 'True to activate the users, false to deactivate them.' })
  active!: boolean;
}

@InputType({ description: 'Input for sending several users their invitation again.' })
export class ResendUserInvitationsInput {
  @Field(() => UserSelectionInput, { description: 'The users.' })
  selection!: UserSelectionInput;
}

@WithoutPatients()
@ObjectType({ description: 'Outcome for one user of an act on several.' })
export class UserOutcome {
  @Field(() => Int, { description: 'Integer id of the user.' })
  userId!: number;

  @Field(() => String, { description: 'E-mail address of the user.' })
  email!: string;

  @Field(() => String, {
    nullable: true,
    description: "Reason for which it was not done for the user, in the viewer's language; null when it was.",
  })
  refused!: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of activating or deactivating several users.' })
export class SetUsersActivePayload extends Payload {
  @Field(() => [UserOutcome], { description: 'The outcome of each user, by e-mail address; empty when refused.' })
  outcomes: UserOutcome[] = [];
}

@WithoutPatients()
@ObjectType({ description: 'Result of sending several users their invitation again.' })
export class ResendUserInvitationsPayload extends Payload {
  @Field(() => [UserOutcome], { description: 'The outcome of each user, by e-mail address; empty when refused.' })
  outcomes: UserOutcome[] = [];
}
