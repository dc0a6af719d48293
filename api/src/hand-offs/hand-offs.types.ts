import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { HandOff } from './hand-off.entity.ts';

const MESSAGE = 'A first message to the other organization, at most 1000 characters, without markup.';

@InputType({ description: 'A request for a device.' })
export class AskForDeviceInput {
  @Field(() => String, { description: 'Serial number, in either case.' })
  serialNumber!: string;

  @Field(() => String, { description: 'PIN as printed in the device, 4 to 8 digits.' })
  pinNumber!: string;

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'A request that may have changed.' })
export class HandOffChange {
  @Field(() => ID, { description: 'Global id of the request.' })
  handOffId!: string;
}

@InputType({ description: 'A request for a patient: name, birth date, and the telephone or the patient number.' })
export class AskForPatientInput {
  @Field(() => String, { description: 'Given name.' })
  firstName!: string;

  @Field(() => String, { description: 'Family name.' })
  lastName!: string;

  @Field(() => String, { description: 'Birth date, YYYY-MM-DD.' })
  birthDate!: string;

  @Field(() => String, { nullable: true, description: 'Telephone or mobile telephone of ten digits.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'Patient number that the other organization assigned.' })
  assignedId?: string | null;

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;
}

@InputType({ description: 'One request.' })
export class WithdrawHandOffInput {
  @Field(() => ID, { description: 'Global id or integer id of the request.' })
  handOffId!: string;
}

@InputType({ description: 'A refusal.' })
export class RefuseHandOffInput extends WithdrawHandOffInput {
  @Field(() => String, { description: 'The reason, 1 to 1000 characters. The other organization reads it.' })
  reason!: string;
}

@InputType({ description: 'An acceptance.' })
export class AcceptHandOffInput extends WithdrawHandOffInput {
  @Field(() => String, {
    description:
      'First night of the other organization, YYYY-MM-DD: from the day of the request to today. The assignment ends on it.',
  })
  startsOn!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'For a patient: true to hand over the device too. True when omitted.',
  })
  withDevice?: boolean;
}

@InputType({ description: 'A message in the thread of a request.' })
export class WriteHandOffMessageInput extends WithdrawHandOffInput {
  @Field(() => String, { description: 'The text, 1 to 1000 characters, without markup.' })
  body!: string;
}

@ObjectType({ description: 'Result of a step of a request.' })
export class HandOffPayload extends Payload {
  @Field(() => HandOff, { nullable: true, description: 'The request after the step; null when refused.' })
  handOff: HandOff | null = null;
}
