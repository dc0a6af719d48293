import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { Organization } from './organization.entity.ts';

@WithoutPatients()
@ObjectType({ description: 'Numbers of what a deactivation ends for the users of the organization.' })
export class OrganizationEnds {
  @Field(() => Int, { description: 'Sessions in which a user is signed in.' })
  sessions!: number;

  @Field(() => Int, { description: 'Personal access tokens.' })
  tokens!: number;

  @Field(() => Int, { description: 'API keys.' })
  apiKeys!: number;

  @Field(() => Int, { description: 'Open invitations of new users.' })
  invitations!: number;

  @Field(() => Int, { description: 'Open links with which users set a new password.' })
  passwordLinks!: number;

  @Field(() => Int, { description: 'Jobs that wait or run: imports of users, and batches of compliance reports.' })
  jobs!: number;
}

@InputType({ description: 'An organization to activate or deactivate.' })
export class SwitchOrganizationStateInput {
  @Field(() => ID, { description: 'Global id or integer id of the organization.' })
  organizationId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a deactivation.' })
export class DeactivateOrganizationCheck extends Payload {
  @Field(() => OrganizationEnds, { nullable: true, description: 'Numbers of what it ends.' })
  ends: OrganizationEnds | null = null;

  @Field(() => Int, {
    nullable: true,
    description: 'Settings changes of its patients that wait for their device. They are still delivered.',
  })
  pendingSettings: number | null = null;

  @Field(() => Int, {
    nullable: true,
    description: 'Migrations of patients to it, and their undos, that wait or run. They are completed.',
  })
  migrations: number | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of deactivating an organization.' })
export class DeactivateOrganizationPayload extends Payload {
  @Field(() => Organization, { nullable: true, description: 'The organization; null when refused.' })
  organization: Organization | null = null;

  @Field(() => OrganizationEnds, { nullable: true, description: 'Numbers of what it ended; null when refused.' })
  ended: OrganizationEnds | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of activating an organization.' })
export class ActivateOrganizationPayload extends Payload {
  @Field(() => Organization, { nullable: true, description: 'The organization; null when refused.' })
  organization: Organization | null = null;
}
