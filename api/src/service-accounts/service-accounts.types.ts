import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';

@WithoutPatients()
@ObjectType({
  description:
    'A named key of an organization, with which a program acts for the whole organization within its own scopes. No person signs in with it.',
})
export class ServiceAccount {
  @Field(() => ID, { description: 'Integer id.' })
  id!: number;

  @Field(() => String, { description: 'Name, which no other account of the organization has.' })
  name!: string;

  @Field(() => String, { description: 'Purpose of the account; empty when not given.' })
  description!: string;

  @Field(() => [String], { description: 'Its scopes: names of permissions.' })
  scopes!: string[];

  @Field(() => Boolean, { description: 'False when it is disabled: its tokens are refused.' })
  isActive!: boolean;

  @Field(() => String, { description: 'Name of the user who created it.' })
  createdBy!: string;

  @Field(() => DateTimeScalar, { description: 'Time at which it was created.' })
  createdAt!: Date;
}

@WithoutPatients()
@ObjectType({ description: 'Calls of an operation by a service account on one day.' })
export class UsedDay {
  @Field(() => DateScalar, { description: 'A day of UTC.' })
  day!: string;

  @Field(() => Int, { description: 'Number of calls on the day that its scopes permit.' })
  calls!: number;
}

@WithoutPatients()
@ObjectType({ description: 'Calls of an operation by a service account in the last 30 days.' })
export class UsedOperation {
  @Field(() => String, { description: 'Name of the operation, as Query.patients or GET /api/patients/datatable.' })
  operation!: string;

  @Field(() => Int, {
    description:
      'Number of calls in the last 30 days that its scopes permit; calls of the last few seconds may be missing.',
  })
  calls!: number;

  @Field(() => [UsedDay], { description: 'Its days with a call, the last one first.' })
  days!: UsedDay[];
}

@InputType({ description: 'A new service account.' })
export class CreateServiceAccountInput {
  @Field(() => String, { description: 'A name of 3 to 80 characters, which no other account of the organization has.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Purpose of the account, at most 500 characters.' })
  description?: string | null;

  @Field(() => [String], { description: 'Names of the scopes, at least one; those of serviceAccountScopes.' })
  scopes!: string[];
}

@InputType({ description: 'A service account.' })
export class ServiceAccountInput {
  @Field(() => ID, { description: 'Integer id of the account.' })
  serviceAccountId!: string;
}

@InputType({ description: 'Input for giving a service account a new secret.' })
export class RotateServiceAccountKeyInput extends ServiceAccountInput {
  @Field(() => Int, {
    nullable: true,
    description: 'Hours for which the old secret still works, 0 to 24; it ends at once when omitted.',
  })
  overlapHours?: number | null;
}

@InputType({ description: 'Input for enabling or disabling a service account.' })
export class SetServiceAccountActiveInput extends ServiceAccountInput {
  @Field(() => Boolean, { description: 'True enables it; false disables it.' })
  active!: boolean;
}

@WithoutPatients()
@ObjectType({ description: 'Result of an act on a service account.' })
export class ServiceAccountPayload extends Payload {
  @Field(() => ServiceAccount, { nullable: true, description: 'The account; null when refused, and when deleted.' })
  serviceAccount: ServiceAccount | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of making a secret of a service account.' })
export class ServiceAccountSecretPayload extends Payload {
  @Field(() => ServiceAccount, { nullable: true, description: 'The account; null when refused.' })
  serviceAccount: ServiceAccount | null = null;

  @Field(() => String, { nullable: true, description: 'The client_id of POST /oauth/token; null when refused.' })
  clientId: string | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret, in this one answer; null when refused, and in the answer to a repeat.',
  })
  clientSecret: string | null = null;
}
