import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: "A business refusal: what was wrong, where, in the viewer's language." })
export class UserError {
  @Field(() => String, { description: 'Dotted place in the input, as in REST: codes.0.icode. Empty: the whole input.' })
  field!: string;

  @Field(() => String, { description: 'The documented code.' })
  code!: string;

  @Field(() => String, { description: "The message in the viewer's language." })
  message!: string;
}

/** Every mutation's payload: the subject, or the reasons why not. */
@ObjectType()
export abstract class Payload {
  @Field(() => [UserError], { description: 'Empty when it was done.' })
  userErrors!: UserError[];
}
