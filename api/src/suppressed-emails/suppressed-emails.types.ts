import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';

@InputType({ description: 'The address to which mail is allowed again.' })
export class RemoveSuppressedEmailInput {
  @Field(() => ID, { description: 'Id of the suppressed address.' })
  id!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of allowing mail to an address again.' })
export class RemoveSuppressedEmailPayload extends Payload {
  @Field(() => String, { nullable: true, description: 'The address; null when refused.' })
  email: string | null = null;
}
