import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { User } from '../users/user.entity.ts';
import { OrgMessage } from './org-message.entity.ts';

@InputType({ description: 'A message to one staff member.' })
export class SendOrgMessageInput {
  @Field(() => ID, { description: 'Id of the recipient.' })
  userId!: string;

  @Field(() => String, {
    description:
      'HTML of at most 4000 characters. The tags b, i, em, strong, a (https only), br, p, ul, ol, li and code are kept; everything else is removed.',
  })
  message!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of sending a message.' })
export class SendOrgMessagePayload extends Payload {
  @Field(() => OrgMessage, { nullable: true, description: 'The message as it was sent; null when refused.' })
  orgMessage: OrgMessage | null = null;

  @Field(() => User, { nullable: true, description: 'The recipient; null when refused.' })
  recipient: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a message.' })
export class CheckSendOrgMessagePayload extends Payload {
  @Field(() => String, { nullable: true, description: 'The sanitized message as it would be sent; null when refused.' })
  message: string | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'A delivered message from support staff.' })
export class OrgMessageDelivery {
  @Field(() => Int, { description: 'Id of the recipient. Only a client of that user shows the message.' })
  userId!: number;

  @Field(() => String, { description: 'Host name of the server that accepted the message.' })
  hostname!: string;

  @Field(() => String, { description: 'Host name of the server that delivers the message.' })
  eventServerHostname!: string;

  @Field(() => String, { description: 'HTML, sanitized by the server. Clients sanitize it again before showing it.' })
  message!: string;
}
