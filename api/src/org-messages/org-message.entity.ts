import type { OptionalProps, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import { User } from '../users/user.entity.ts';

/** Not a node: only the support staff that sends messages lists them, and nobody fetches one again. */
@Entity({ tableName: 'org_messages' })
@ObjectType({ description: 'A message of support staff to one member of staff.' })
export class OrgMessage {
  declare [OptionalProps]?: 'createdAt';

  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { name: 'databaseId', description: 'The integer id.' })
  id!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @ManyToOne(() => User, { ref: true, fieldName: 'user_id' })
  recipient!: Ref<User>;

  @Property({ type: 'integer' })
  sentByOrgId!: number;

  @ManyToOne(() => User, { ref: true, fieldName: 'sent_by_id' })
  sender!: Ref<User>;

  @Property({ type: 'text' })
  @Field(() => String, { name: 'message', description: 'The text as HTML, cleaned when it was sent.' })
  html!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Host name of the server that took the message in.' })
  hostname!: string;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { name: 'created', description: 'When it was sent.' })
  createdAt!: Date;
}
