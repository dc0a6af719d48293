import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Payload } from '../shared/payload.ts';
import { User } from '../users/user.entity.ts';
import { OrgMessage } from './org-message.entity.ts';

@InputType({ description: 'A message to one member of staff.' })
export class SendOrgMessageInput {
  @Field(() => ID, { description: 'Whom it is for.' })
  userId!: string;

  @Field(() => String, {
    description:
      'HTML of at most 4000 characters; b, i, em, strong, a (https only), br, p, ul, ol, li and code stay, everything else is taken out.',
  })
  message!: string;
}

@ObjectType({ description: 'Result of sending a message.' })
export class SendOrgMessagePayload extends Payload {
  @Field(() => OrgMessage, { nullable: true, description: 'The message as it was sent; null when refused.' })
  orgMessage?: OrgMessage | null;

  @Field(() => User, { nullable: true, description: 'Whom it was sent to; null when refused.' })
  recipient?: User | null;
}

@ObjectType({ description: 'What sendOrgMessage would do.' })
export class CheckSendOrgMessagePayload extends Payload {
  @Field(() => String, { nullable: true, description: 'The message as it would be sent, cleaned; null when refused.' })
  message?: string | null;
}

@ObjectType({ description: 'A message of support staff, as it arrives.' })
export class OrgMessageDelivery {
  @Field(() => Int, { description: 'The user whom it is for: shown only by a client of that user.' })
  userId!: number;

  @Field(() => String, { description: 'Host name of the server that the message was sent from.' })
  hostname!: string;

  @Field(() => String, { description: 'Host name of the server that delivers it.' })
  eventServerHostname!: string;

  @Field(() => String, { description: 'HTML, cleaned by the server; to be cleaned again before it is shown.' })
  message!: string;
}
