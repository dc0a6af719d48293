import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Payload } from '../shared/payload.ts';
import { MobileUser } from './mobile-user.entity.ts';

@InputType({ description: 'An account of the mobile app to disable or to enable again.' })
export class SetMobileUserActiveInput {
  @Field(() => ID, { description: 'Id of the account.' })
  mobileUserId!: string;

  @Field(() => Boolean, { description: 'False to disable the account, true to enable it.' })
  active!: boolean;
}

@ObjectType({ description: 'Result of disabling or enabling an account of the mobile app.' })
export class SetMobileUserActivePayload extends Payload {
  @Field(() => MobileUser, { nullable: true, description: 'The account after the change; null when refused.' })
  mobileUser: MobileUser | null = null;
}
