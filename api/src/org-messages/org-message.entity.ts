import type { OptionalProps, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { User } from '../users/user.entity.ts';

@Entity({ tableName: 'org_messages' })
@WithoutPatients()
@ObjectType({ implements: LegacyNode, description: 'A message from support staff to one staff member.' })
export class OrgMessage extends LegacyNode {
  declare [OptionalProps]?: 'createdAt' | 'globalId' | 'databaseId';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @ManyToOne(() => User, { ref: true, fieldName: 'user_id' })
  recipient!: Ref<User>;

  @Property({ type: 'integer' })
  sentByOrgId!: number;

  @ManyToOne(() => User, { ref: true, fieldName: 'sent_by_id' })
  sender!: Ref<User>;

  @Property({ type: 'text' })
  @Field(() => String, { name: 'message', description: 'Text as HTML, sanitized when it was sent.' })
  html!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Host name of the server that accepted the message.' })
  hostname!: string;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time at which the message was sent.' })
  createdAt!: Date;
}
