import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { User } from '../users/user.entity.ts';

@WithoutPatients()
@ObjectType({ description: 'A session in which a user is signed in.' })
export class UserSession {
  @Field(() => Int, { name: 'databaseId', description: 'Integer id of the sign-in that began the session.' })
  id!: number;

  @Field(() => String, { nullable: true, description: 'Address from which the user signed in; null when unknown.' })
  ip!: string | null;

  userAgent!: string | null;

  @Field(() => DateTimeScalar, { description: 'Time of the sign-in.' })
  loginAt!: Date;

  @Field(() => DateTimeScalar, { description: 'Time of the last request, to the minute.' })
  lastSeenAt!: Date;

  @Field(() => Boolean, { description: 'True for the session of this request.' })
  isCurrent!: boolean;
}

@InputType({ description: 'A session of a user.' })
export class EndUserSessionInput {
  @Field(() => ID, { description: 'Global or integer id of the user.' })
  userId!: string;

  @Field(() => Int, { description: 'databaseId of the session.' })
  sessionId!: number;
}

@WithoutPatients()
@ObjectType({ description: 'Result of ending a session.' })
export class EndUserSessionPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;
}

@InputType({ description: 'The user whose sessions end.' })
export class EndUserSessionsInput {
  @Field(() => ID, { description: 'Global or integer id of the user.' })
  userId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of ending the sessions of a user.' })
export class EndUserSessionsPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;

  @Field(() => Int, { description: 'Number of sessions that ended, without the one of this request; 0 when refused.' })
  ended: number = 0;
}
