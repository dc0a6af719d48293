import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { enumOf } from '../shared/enums.ts';
import { Payload } from '../shared/payload.ts';
import { User } from './user.entity.ts';
import { USER_STATES } from './users-status.ts';

/** In the documented order, 0 to 4. */
export const UserStatusEnum = enumOf(USER_STATES);
registerEnumType(UserStatusEnum, {
  name: 'UserStatus',
  description: 'The status of a user in the list of users.',
  valuesConfig: {
    INACTIVE: { description: 'Deactivated.' },
    ACTIVE: { description: 'May sign in.' },
    INVITED: { description: 'The e-mail address is not verified, and the invitation is valid.' },
    EXPIRED: { description: 'The e-mail address is not verified, and the invitation has expired.' },
    LOCKED: { description: 'Locked after too many failed sign-ins.' },
  },
});

@InputType({ description: 'Input for activating or deactivating a user.' })
export class SetUserActiveInput {
  @Field(() => ID, { description: 'Global id or integer id of the user.' })
  userId!: string;

  @Field(() => Boolean, { description: 'True to activate the user, false to deactivate them.' })
  active!: boolean;
}

@InputType({ description: 'Input for unlocking a user.' })
export class UnlockUserInput {
  @Field(() => ID, { description: 'Global id or integer id of the user.' })
  userId!: string;
}

@InputType({ description: "Input for a user's access to patients on a ventilator." })
export class SetUserVentilatorAccessInput {
  @Field(() => ID, { description: 'Global id or integer id of the user.' })
  userId!: string;

  @Field(() => Boolean, { description: 'True to grant the access, false to withdraw it.' })
  enabled!: boolean;
}

@WithoutPatients()
@ObjectType({ description: 'Result of activating or deactivating a user.' })
export class SetUserActivePayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of unlocking a user.' })
export class UnlockUserPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: "Result of changing a user's access to patients on a ventilator." })
export class SetUserVentilatorAccessPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;
}
