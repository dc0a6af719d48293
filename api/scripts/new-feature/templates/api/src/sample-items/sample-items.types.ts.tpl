import { Field, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { SampleItem } from './sample-item.entity.ts';

@InputType({ description: 'A new sample item.' })
export class CreateSampleItemInput {
  @Field(() => String, { description: 'Name of at most 255 characters, unique in the organization.' })
  name!: string;
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
