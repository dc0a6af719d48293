import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import type { LegacySearchBy } from './legacy.ts';

export const LegacySearchByEnum: Record<LegacySearchBy, LegacySearchBy> = { DME_ID: 'DME_ID', NAME: 'NAME' };
registerEnumType(LegacySearchByEnum, {
  name: 'LegacySearchBy',
  description: 'Field that a search in the legacy system compares.',
  valuesConfig: {
    DME_ID: { description: 'The whole DME ID, in either case.' },
    NAME: { description: 'Words of the name of the location.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'A location of the legacy system.' })
export class LegacyLocation {
  @Field(() => String, { description: 'The DME ID: its id in the legacy system.' })
  dmeId!: string;

  @Field(() => String, { description: 'The name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Street and number; null when unknown.' })
  address1!: string | null;

  @Field(() => String, { nullable: true, description: 'Second line of the address; null when there is none.' })
  address2!: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code; null when unknown.' })
  zip!: string | null;

  @Field(() => String, { nullable: true, description: 'City; null when unknown.' })
  city!: string | null;

  @Field(() => String, { nullable: true, description: 'State or province, two letters; null when unknown.' })
  state!: string | null;

  @Field(() => String, { nullable: true, description: 'Country: US or CA; null when unknown.' })
  country!: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number as the legacy system has it; null when unknown.' })
  phone!: string | null;

  @Field(() => Boolean, { description: 'True for a child location, which cannot be migrated.' })
  isChild!: boolean;

  @Field(() => Boolean, { description: 'True when it was migrated before; it cannot be migrated again.' })
  migrated!: boolean;

  @Field(() => Boolean, {
    description: 'True when the location has an API key: ask `legacyContact` before migrating it.',
  })
  hasApiKey!: boolean;
}

@ObjectType({ description: 'A patient of the legacy system.' })
export class LegacyPatient {
  @Field(() => ID, { description: 'Id in the legacy system.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Given name; null when unknown.' })
  firstName!: string | null;

  @Field(() => String, { nullable: true, description: 'Family name; null when unknown.' })
  lastName!: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address; null when unknown.' })
  email!: string | null;
}

@ObjectType({ description: 'Ten patients of a location of the legacy system.' })
export class LegacyPatientPage {
  @Field(() => [LegacyPatient], { description: 'The patients of the page, by their ids; empty past the end.' })
  rows!: LegacyPatient[];

  @Field(() => Int, { description: 'Number of patients on all pages.' })
  total!: number;
}

@InputType({ description: 'An organization to migrate.' })
export class MigrateOrganizationInput {
  @Field(() => String, { description: 'The DME ID with which the organization was created.' })
  dmeId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of migrating an organization.' })
export class MigrateOrganizationPayload extends Payload {
  @Field(() => Organization, { nullable: true, description: 'The organization; null when refused.' })
  organization: Organization | null = null;

  @Field(() => Location, {
    nullable: true,
    description: 'Its primary location, which has the DME ID now; null when refused.',
  })
  location: Location | null = null;
}
