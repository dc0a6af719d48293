import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ViewerType } from '../auth/viewer.types.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';

@InputType({ description: 'The organization in which support staff will act.' })
export class SwitchOrganizationInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Global id or integer id of an active organization; null for all organizations.',
  })
  organizationId?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of switching the organization.' })
export class SwitchOrganizationPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'The viewer after the switch; null when refused.' })
  viewer: ViewerType | null = null;
}
