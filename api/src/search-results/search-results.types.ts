import { Field, ObjectType } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { WithoutPatients } from '../shared/marks.ts';

@ObjectType({
  description: 'Results of a search: a few rows of each kind. A kind that is not selected is not searched.',
})
export class SearchResults {
  readonly words!: readonly string[];
  /** Most rows of each kind. */
  readonly first!: number;
}

@WithoutPatients()
@ObjectType({ description: 'An organization whose page the viewer may open.' })
export class FoundOrganization {
  @Field(() => Organization, { description: 'The organization.' })
  organization!: Organization;

  @Field(() => String, { nullable: true, description: 'DME ID of the legacy system; null without one.' })
  dmeId!: string | null;

  @Field(() => Boolean, { description: 'True for a draft, which was never activated.' })
  isDraft!: boolean;

  @Field(() => Boolean, { description: 'False for a draft, and for an organization that was deactivated.' })
  isActive!: boolean;
}

@WithoutPatients()
@ObjectType({ description: 'A location of an organization whose page the viewer may open.' })
export class FoundLocation {
  @Field(() => Location, { description: 'The location.' })
  location!: Location;

  @Field(() => Organization, { description: 'The organization that it belongs to.' })
  organization!: Organization;

  @Field(() => String, {
    nullable: true,
    description: 'The custom ID that the organization gave it; null without one.',
  })
  customId!: string | null;

  @Field(() => String, { nullable: true, description: 'DME ID of the legacy system; null without one.' })
  dmeId!: string | null;
}
