import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { User } from '../users/user.entity.ts';

@ObjectType({
  description: 'A personal access token, by which its user acts without a session. Its secret is not kept.',
})
export class PersonalAccessToken {
  @Field(() => ID, { description: 'The integer id of REST paths.' })
  id!: number;

  @Field(() => String, { description: 'The name that its creator gave it.' })
  name!: string;

  @Field(() => String, { description: 'The last four characters of the secret.' })
  lastFour!: string;

  @Field(() => [String], { description: 'Its scopes: names of permissions, as far as its user has them.' })
  scopes!: string[];

  @Field(() => DateTimeScalar, { description: 'Time at which it was created.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'Time at which it expires; at most 365 days after its creation.' })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The last request with it, to the minute; null when there was none.',
  })
  lastUsedAt!: Date | null;
}

@WithoutPatients()
@ObjectType({ description: 'A scope of a token: a permission that a token can have.' })
export class TokenScope {
  @Field(() => ID, { description: 'Name of the permission.' })
  id!: string;

  @Field(() => String, { description: "The permission in words, in the viewer's language." })
  description!: string;
}

@WithoutPatients()
@ObjectType({ description: 'The API key of a user, which is exchanged for access tokens. Its secret is not kept.' })
export class ApiKey {
  @Field(() => ID, { description: 'The client_id of POST /oauth/token.' })
  clientId!: string;

  @Field(() => String, { description: 'The last four characters of the secret.' })
  lastFour!: string;

  @Field(() => [String], {
    description: 'Scopes of its access tokens at most: names of permissions, as far as its user has them.',
  })
  scopes!: string[];

  @Field(() => DateTimeScalar, { description: 'Time at which the secret was made.' })
  renewedAt!: Date;

  @Field(() => DateTimeScalar, { description: 'Time at which the secret expires; at most 365 days after it was made.' })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The last use, to the minute; null when there was none.',
  })
  lastUsedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time until which the secret before the last regeneration works; null when it does not.',
  })
  previousUntil!: Date | null;
}

@InputType({ description: 'Input for creating a personal access token.' })
export class CreatePersonalAccessTokenInput {
  @Field(() => ID, { description: 'Global id or integer id of the user.' })
  userId!: string;

  @Field(() => String, { description: 'A name of at least 3 characters.' })
  name!: string;

  @Field(() => [String], { description: 'Names of the scopes, at least one; those of User.tokenScopes.' })
  scopes!: string[];

  @Field(() => Int, { nullable: true, description: 'Days until it ends, 1 to 365; 365 when omitted.' })
  expiresInDays?: number | null;
}

@InputType({ description: 'Input for deleting a personal access token.' })
export class DeletePersonalAccessTokenInput {
  @Field(() => ID, { description: 'Global id or integer id of the user.' })
  userId!: string;

  @Field(() => ID, { description: 'Integer id of the token.' })
  tokenId!: string;
}

@InputType({ description: 'Input for ending the API key of a user.' })
export class ApiKeyInput {
  @Field(() => ID, { description: 'Global id or integer id of the user.' })
  userId!: string;
}

@InputType({ description: 'Input for making the API key of a user.' })
export class GenerateApiKeyInput extends ApiKeyInput {
  @Field(() => [String], { description: 'Names of the scopes, at least one; those of User.apiKeyScopes.' })
  scopes!: string[];
}

@InputType({ description: 'Input for giving the API key of a user a new secret.' })
export class RegenerateApiKeyInput extends ApiKeyInput {
  @Field(() => Int, {
    nullable: true,
    description: 'Hours for which the old secret still works, 0 to 24; it ends at once when omitted.',
  })
  overlapHours?: number | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of creating a personal access token.' })
export class CreatePersonalAccessTokenPayload extends Payload {
  @Field(() => PersonalAccessToken, { nullable: true, description: 'The token; null when refused.' })
  token: PersonalAccessToken | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret, in this one answer; null when refused, and in the answer to a repeat.',
  })
  accessToken: string | null = null;

  @Field(() => User, { nullable: true, description: 'The user whose token it is; null when refused.' })
  user: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of deleting a personal access token.' })
export class DeletePersonalAccessTokenPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user whose token it was; null when refused.' })
  user: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of making a secret of an API key.' })
export class ApiKeySecretPayload extends Payload {
  @Field(() => String, { nullable: true, description: 'The client_id of POST /oauth/token; null when refused.' })
  clientId: string | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret, in this one answer; null when refused, and in the answer to a repeat.',
  })
  clientSecret: string | null = null;

  @Field(() => User, { nullable: true, description: 'The user whose key it is; null when refused.' })
  user: User | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of ending an API key.' })
export class RevokeApiKeyPayload extends Payload {
  @Field(() => User, { nullable: true, description: 'The user whose key it was; null when refused.' })
  user: User | null = null;
}
