import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { ViewerType } from '../auth/viewer.types.ts';
import { Payload } from '../shared/payload.ts';

@InputType({ description: 'All that is kept of one table; what is left out is as the table starts.' })
export class SaveTablePreferencesInput {
  @Field(() => String, { description: 'Name of the table, in kebab case.' })
  table!: string;

  @Field(() => [String], { nullable: true, description: 'Columns that are switched off.' })
  hiddenColumns?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Columns in the order they stand in.' })
  columnOrder?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Rows of a page, at most 500.' })
  pageSize?: number | null;

  @Field(() => String, { nullable: true, description: 'Height of the rows: comfortable or compact.' })
  density?: string | null;
}

@ObjectType({ description: 'Result of keeping what the viewer prefers of a table.' })
export class SaveTablePreferencesPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'The viewer, with the preferences of every table.' })
  viewer!: ViewerType | null;
}
