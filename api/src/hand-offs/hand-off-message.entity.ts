import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';

/** Not a node: a message is read with its request only. Each side has a row of its own. */
@Entity({ tableName: 'hand_off_messages' })
@ObjectType({ description: 'A message in the thread of a request.' })
export class HandOffMessage {
  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { name: 'databaseId', description: 'Integer id of the message.' })
  id!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  handOffId!: number;

  /** Null: the other organization. */
  @Property({ type: 'integer', nullable: true })
  userId!: number | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The text, without markup.' })
  body!: string;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which it was written.' })
  createdAt!: Date;

  @Field(() => Boolean, { description: "True when the viewer's organization wrote it." })
  get isOwn(): boolean {
    return this.userId !== null;
  }
}
