import { Field, InterfaceType, ObjectType } from 'type-graphql';
import { WithoutPatients } from './marks.ts';

@WithoutPatients()
@ObjectType({ description: "One error of a refused mutation, in the viewer's language." })
export class UserError {
  @Field(() => String, {
    description: 'Dotted path in the input, as in REST: codes.0.icode. Empty for the whole input.',
  })
  field!: string;

  @Field(() => String, {
    description: 'The error code: one of those that the page /developers/errors lists with their texts.',
  })
  code!: string;

  @Field(() => String, { description: "The message in the viewer's language." })
  message!: string;
}

/** The interface of `Payload`, for interfaces that extend it. */
@InterfaceType('Payload', { description: 'The result of a mutation, or of the check that precedes it.' })
export abstract class PayloadInterface {
  @Field(() => [UserError], { description: 'The reasons for a refusal; empty when there is none.' })
  userErrors: UserError[] = [];
}

/** The base of every mutation's payload and every check's answer: the subject, or the reasons for the refusal. */
@ObjectType('PayloadBase', { implements: PayloadInterface })
export abstract class Payload extends PayloadInterface {}
