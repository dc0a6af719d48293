import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';

@InputType({ description: 'A query to run in bulk.' })
export class StartBulkQueryInput {
  @Field(() => String, {
    description:
      'A document of one query with one list, `{ patients { edges { node { id } } } }`. Its list may have a search and a filter; the pages and their order are those of the job. A row has no list with pages in it.',
  })
  query!: string;

  @Field(() => String, { nullable: true, description: 'Its variables, a JSON object as text.' })
  variables?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of starting a bulk query.' })
export class StartBulkQueryPayload extends Payload {
  /** Its row is read when the payload is answered, and again for a repeat of the request. */
  bulkQueryId: number | null = null;
}

@InputType({ description: 'A bulk query to cancel.' })
export class CancelBulkQueryInput {
  @Field(() => ID, { description: 'Integer id of a bulk query of the viewer.' })
  bulkQueryId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of canceling a bulk query.' })
export class CancelBulkQueryPayload extends Payload {
  /** Its row is read when the payload is answered, and again for a repeat of the request. */
  bulkQueryId: number | null = null;
}
