import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Location } from './location.entity.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { CONFLICT, VersionedInput, VersionedPayload } from '../shared/versioned.ts';

@InputType({ description: 'A new location of an organization.' })
export class CreateLocationInput {
  @Field(() => ID, { description: 'Id of the organization.' })
  organizationId!: string;

  @Field(() => String, { description: 'Name, unique among the open locations; at most 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'Street and number, at most 255 characters.' })
  address1!: string;

  @Field(() => String, { nullable: true, description: 'Second line of the address; null when there is none.' })
  address2?: string | null;

  @Field(() => String, { description: 'Country: US or CA.' })
  country!: string;

  @Field(() => String, { description: 'State or province of the country, two letters.' })
  state!: string;

  @Field(() => String, { description: 'City, at most 255 characters.' })
  city!: string;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code of the country; null when unknown.' })
  zip?: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number, ten digits; null when unknown.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "The organization's own identifier; null when it has none." })
  customId?: string | null;
}

@InputType({ description: 'The changed data of a location; an omitted field stays as it is.' })
export class UpdateLocationInput extends VersionedInput {
  @Field(() => ID, { description: 'Id of the location.' })
  locationId!: string;

  @Field(() => String, { nullable: true, description: 'Name, unique among the open locations.' })
  name?: string;

  @Field(() => String, { nullable: true, description: 'Street and number.' })
  address1?: string;

  @Field(() => String, { nullable: true, description: 'Second line of the address; null removes it.' })
  address2?: string | null;

  @Field(() => String, { nullable: true, description: 'Country: US or CA.' })
  country?: string;

  @Field(() => String, { nullable: true, description: 'State or province of the country, two letters.' })
  state?: string;

  @Field(() => String, { nullable: true, description: 'City.' })
  city?: string;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code of the country; null removes it.' })
  zip?: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number, ten digits; null removes it.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "The organization's own identifier; null removes it." })
  customId?: string | null;
}

@InputType({ description: 'A location to close.' })
export class CloseLocationInput {
  @Field(() => ID, { description: 'Id of the location.' })
  locationId!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the open location of the same organization to which patients, machines, users and groups move. Null only for a location that has none.',
  })
  moveToId?: string | null;
}

@InputType({ description: 'A closed location to open again.' })
export class ReopenLocationInput {
  @Field(() => ID, { description: 'Id of the location.' })
  locationId!: string;
}

@InputType({ description: 'A location that becomes the primary one.' })
export class MakePrimaryLocationInput {
  @Field(() => ID, { description: 'Id of the location.' })
  locationId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Numbers of patients, machines, users and groups of a location.' })
export class LocationUsage {
  @Field(() => Int, { description: 'Number of its patients, counted up to 10,001.' })
  patients!: number;

  @Field(() => Int, { description: 'Number of its machines, counted up to 10,001.' })
  machines!: number;

  @Field(() => Int, { description: 'Number of its users of the type Location.' })
  users!: number;

  @Field(() => Int, { description: 'Number of the groups that cover it.' })
  groups!: number;
}

@WithoutPatients()
@ObjectType({ description: 'Result of creating a location.' })
export class CreateLocationPayload extends Payload {
  @Field(() => Location, { nullable: true, description: 'The new location; null when refused.' })
  location: Location | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing a location.' })
export class UpdateLocationPayload extends VersionedPayload {
  @Field(() => Location, CONFLICT)
  override conflict: Location | null = null;

  @Field(() => Location, { nullable: true, description: 'The location with its new data; null when refused.' })
  location: Location | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of closing a location.' })
export class CloseLocationPayload extends Payload {
  @Field(() => Location, { nullable: true, description: 'The closed location; null when refused.' })
  location: Location | null = null;

  @Field(() => LocationUsage, { nullable: true, description: 'Numbers of what this request moved; null when refused.' })
  moved: LocationUsage | null = null;

  @Field(() => Boolean, {
    description:
      'True when nothing belongs to the location any more. Until then the same request moves the next 500 patients and machines.',
  })
  complete: boolean = false;

  @Field(() => LocationUsage, {
    nullable: true,
    description: 'Numbers of what still belongs to the location, when it was refused because of them.',
  })
  usage: LocationUsage | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of opening a location again.' })
export class ReopenLocationPayload extends Payload {
  @Field(() => Location, { nullable: true, description: 'The open location; null when refused.' })
  location: Location | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing the primary location.' })
export class MakePrimaryLocationPayload extends Payload {
  @Field(() => Location, { nullable: true, description: 'The primary location; null when refused.' })
  location: Location | null = null;
}
