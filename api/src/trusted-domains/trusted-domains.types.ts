import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { TrustedDomain } from './trusted-domain.entity.ts';

@InputType({ description: 'A new trusted domain.' })
export class CreateTrustedDomainInput {
  @Field(() => String, {
    description: 'E-mail domain, such as example.com; at most 100 characters.',
  })
  name!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of creating a trusted domain.' })
export class CreateTrustedDomainPayload extends Payload {
  @Field(() => TrustedDomain, { nullable: true, description: 'The new trusted domain; null when refused.' })
  trustedDomain: TrustedDomain | null = null;
}

@InputType({ description: 'A trusted domain to remove.' })
export class DeleteTrustedDomainInput {
  @Field(() => ID, { description: 'Id of the trusted domain.' })
  trustedDomainId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of removing a trusted domain.' })
export class DeleteTrustedDomainPayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a new trusted domain.' })
export class CreateTrustedDomainCheck extends Payload {}
