import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { CONFLICT, RequiredVersionInput, VersionedPayload } from '../shared/versioned.ts';
import { SavedQuery } from './saved-query.entity.ts';

const NAME = 'Name of at most 100 characters, unique among the saved queries of the user.';
const QUERY = 'The document, of at most 20,000 characters. It need not be valid.';
const VARIABLES = 'Its variables as text, of at most 10,000 characters.';
const SHARED =
  'True to let the users of the organization who may use GraphiQL read it. A shared query should hold no name of a patient.';

@InputType({ description: 'A new saved query.' })
export class CreateSavedQueryInput {
  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => String, { description: QUERY })
  query!: string;

  @Field(() => String, { nullable: true, description: `${VARIABLES} None when omitted.` })
  variables?: string | null;

  @Field(() => Boolean, { nullable: true, description: `${SHARED} False when omitted.` })
  isShared?: boolean | null;
}

@InputType({ description: 'The changed data of a saved query; an omitted field stays as it is.' })
export class UpdateSavedQueryInput extends RequiredVersionInput {
  @Field(() => ID, { description: 'Id of the saved query.' })
  savedQueryId!: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => String, { nullable: true, description: QUERY })
  query?: string | null;

  @Field(() => String, { nullable: true, description: VARIABLES })
  variables?: string | null;

  @Field(() => Boolean, { nullable: true, description: SHARED })
  isShared?: boolean | null;
}

@InputType({ description: 'A saved query to delete.' })
export class DeleteSavedQueryInput {
  @Field(() => ID, { description: 'Id of the saved query.' })
  savedQueryId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of saving a query.' })
export class CreateSavedQueryPayload extends Payload {
  @Field(() => SavedQuery, { nullable: true, description: 'The new saved query; null when refused.' })
  savedQuery: SavedQuery | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing a saved query.' })
export class UpdateSavedQueryPayload extends VersionedPayload {
  @Field(() => SavedQuery, CONFLICT)
  override conflict: SavedQuery | null = null;

  @Field(() => SavedQuery, { nullable: true, description: 'The saved query with its new data; null when refused.' })
  savedQuery: SavedQuery | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of deleting a saved query.' })
export class DeleteSavedQueryPayload extends Payload {}
