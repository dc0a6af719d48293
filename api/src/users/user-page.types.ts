import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import type { UserAccount } from './user-account.entity.ts';
import { User } from './user.entity.ts';
import { NotificationTypeEnum } from './form/user-form.types.ts';

@InputType({ description: 'Way in which a user is notified.' })
export class SetUserNotificationTypeInput {
  @Field(() => ID, { description: 'Global or integer id of the user.' })
  userId!: string;

  @Field(() => NotificationTypeEnum, { description: 'By e-mail or by text message.' })
  notificationType!: UserAccount['notificationType'];
}

@WithoutPatients()
@ObjectType({ description: 'Result of setting how a user is notified.' })
export class SetUserNotificationTypePayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user; null when refused.' })
  user: User | null = null;
}
