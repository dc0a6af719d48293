import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { CONFLICT, RequiredVersionInput, VersionedPayload } from '../shared/versioned.ts';
import { SampleItem } from './sample-item.entity.ts';

@InputType({ description: 'A new sample item.' })
export class CreateSampleItemInput {
  @Field(() => String, { description: 'Name of at most 255 characters, unique in the organization.' })
  name!: string;
}

@InputType({ description: 'The changed data of a sample item; an omitted field stays as it is.' })
export class UpdateSampleItemInput extends RequiredVersionInput {
  @Field(() => ID, { description: 'Id of the sample item.' })
  sampleItemId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of at most 255 characters, unique in the organization.',
  })
  name?: string;
}

@InputType({ description: 'A sample item to delete.' })
export class DeleteSampleItemInput {
  @Field(() => ID, { description: 'Id of the sample item.' })
  sampleItemId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of creating a sample item.' })
export class CreateSampleItemPayload extends Payload {
  @Field(() => SampleItem, { nullable: true, description: 'The new sample item; null when refused.' })
  sampleItem: SampleItem | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a new sample item.' })
export class CreateSampleItemCheck extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of changing a sample item.' })
export class UpdateSampleItemPayload extends VersionedPayload {
  @Field(() => SampleItem, CONFLICT)
  override conflict: SampleItem | null = null;

  @Field(() => SampleItem, { nullable: true, description: 'The sample item with its new data; null when refused.' })
  sampleItem: SampleItem | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of checking a change of a sample item.' })
export class UpdateSampleItemCheck extends VersionedPayload {
  @Field(() => SampleItem, CONFLICT)
  override conflict: SampleItem | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of deleting a sample item.' })
export class DeleteSampleItemPayload extends Payload {}
