import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A detail of a line of the activity log.' })
export class ActivityProperty {
  @Field(() => String, { description: 'Name of the detail.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Value as text, or as JSON; null for none, and when the viewer may not see a patient of the line.',
  })
  value!: string | null;
}
