import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

/** Not a node: only support staff lists these addresses, and no client fetches one by id. */
@Entity({ tableName: 'suppressed_emails' })
@WithoutPatients()
@ObjectType({
  description: 'An address to which no mail is sent, because its mail server has refused one for good.',
})
export class SuppressedEmail {
  @PrimaryKey({ type: 'integer' })
  @Field(() => ID, { description: 'Id of the suppressed address.' })
  id!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The address.' })
  email!: string;

  @Property({ type: 'text' })
  @Field(() => String, {
    description: 'Reply code of the mail server, such as 550, or the status of a mail that came back, such as 5.1.1.',
  })
  reason!: string;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time of the last refusal.' })
  createdAt!: Date;
}
