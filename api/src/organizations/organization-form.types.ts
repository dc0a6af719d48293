import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { Organization } from './organization.entity.ts';
import { CONFLICT, VersionedInput, VersionedPayload } from '../shared/versioned.ts';

@InputType({ description: 'The primary location of a new organization.' })
class PrimaryLocationInput {
  @Field(() => String, { description: 'Name; required, at most 255 characters.' })
  name!: string;

  @Field(() => String, { description: 'Street and number; required.' })
  address1!: string;

  @Field(() => String, { nullable: true, description: 'Second line of the address.' })
  address2?: string | null;

  @Field(() => String, { description: 'Country: US or CA.' })
  country!: string;

  @Field(() => String, { description: 'State of the country, two letters; required.' })
  state!: string;

  @Field(() => String, { description: 'City; required.' })
  city!: string;

  @Field(() => String, { nullable: true, description: 'ZIP code, or postal code in Canada.' })
  zip?: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number of the US, Canada or Puerto Rico.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "The organization's own id of the location." })
  customId?: string | null;
}

@InputType({ description: 'A new organization.' })
export class CreateOrganizationInput {
  @Field(() => String, { description: 'Name; required, at most 255 characters.' })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'Integer id of the organization type; required.' })
  typeId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Integer id of the clinical type; required of a clinic.' })
  clinicalTypeId?: number | null;

  @Field(() => String, { nullable: true, description: 'DME ID of the location to migrate from the legacy system.' })
  dmeId?: string | null;

  @Field(() => [PrimaryLocationInput], { description: 'The primary location alone.' })
  locations!: PrimaryLocationInput[];
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a new organization.' })
export class CreateOrganizationCheck extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of creating an organization.' })
export class CreateOrganizationPayload extends Payload {
  @Field(() => Organization, { nullable: true, description: 'The new organization, a draft; null when refused.' })
  organization: Organization | null = null;
}

@InputType({ description: 'An organization and its new values. A field that is omitted stays as it is.' })
export class UpdateOrganizationInput extends VersionedInput {
  @Field(() => ID, { description: 'Global id or integer id of the organization.' })
  organizationId!: string;

  @Field(() => String, { nullable: true, description: 'Name, at most 255 characters.' })
  name?: string | null;

  @Field(() => Int, { nullable: true, description: 'Integer id of the organization type; changed only of a draft.' })
  typeId?: number | null;

  @Field(() => Int, { nullable: true, description: 'Integer id of the clinical type, of a clinic.' })
  clinicalTypeId?: number | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a changed organization.' })
export class UpdateOrganizationCheck extends VersionedPayload {
  @Field(() => Organization, CONFLICT)
  override conflict: Organization | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing an organization.' })
export class UpdateOrganizationPayload extends VersionedPayload {
  @Field(() => Organization, CONFLICT)
  override conflict: Organization | null = null;

  @Field(() => Organization, { nullable: true, description: 'The organization after the change; null when refused.' })
  organization: Organization | null = null;
}
