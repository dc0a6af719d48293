import type { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Node } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

@Entity({ tableName: 'suppressed_emails' })
@WithoutPatients()
@ObjectType({
  implements: Node,
  description: 'An address to which no mail is sent, because its mail server has refused one for good.',
})
export class SuppressedEmail extends Node {
  /** Derived: never set when a row is created. */
  declare [OptionalProps]?: 'globalId';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

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
