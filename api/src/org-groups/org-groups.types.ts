import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { OrgGroup } from './org-group.entity.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { CONFLICT, VersionedInput, VersionedPayload } from '../shared/versioned.ts';

@InputType({ description: 'A new group of users of an organization.' })
export class CreateOrgGroupInput {
  @Field(() => ID, { description: 'Id of the organization.' })
  organizationId!: string;

  @Field(() => String, { description: 'Name, unique in the organization; at most 255 characters.' })
  name!: string;

  @Field(() => [ID], { description: 'Ids of the open locations that the group covers: at least one, at most 1000.' })
  locationIds!: string[];
}

@InputType({ description: 'The changed data of a group; an omitted field stays as it is.' })
export class UpdateOrgGroupInput extends VersionedInput {
  @Field(() => ID, { description: 'Id of the group.' })
  groupId!: string;

  @Field(() => String, { nullable: true, description: 'Name, unique in the organization.' })
  name?: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of the locations that the group covers, in place of the present ones: at least one, at most 1000.',
  })
  locationIds?: string[];
}

@InputType({ description: 'A group to delete.' })
export class DeleteOrgGroupInput {
  @Field(() => ID, { description: 'Id of the group.' })
  groupId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of creating a group.' })
export class CreateOrgGroupPayload extends Payload {
  @Field(() => OrgGroup, { nullable: true, description: 'The new group; null when refused.' })
  group: OrgGroup | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing a group.' })
export class UpdateOrgGroupPayload extends VersionedPayload {
  @Field(() => OrgGroup, CONFLICT)
  override conflict: OrgGroup | null = null;

  @Field(() => OrgGroup, { nullable: true, description: 'The group with its new data; null when refused.' })
  group: OrgGroup | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of deleting a group.' })
export class DeleteOrgGroupPayload extends Payload {}
