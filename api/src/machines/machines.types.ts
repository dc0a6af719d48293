import { Field, ObjectType } from 'type-graphql';
import { Payload } from '../shared/payload.ts';
import { Machine } from './machine.entity.ts';

@ObjectType({ description: 'The PIN of a device, for one view.' })
export class ShowMachinePinPayload extends Payload {
  @Field(() => Machine, { nullable: true, description: 'The device; null when refused.' })
  machine: Machine | null = null;

  @Field(() => String, { nullable: true, description: 'The PIN; null when it is unknown or cannot be decrypted.' })
  pin: string | null = null;
}
