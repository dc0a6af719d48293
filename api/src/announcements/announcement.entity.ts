import type { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { Versioned } from '../shared/versioned.ts';

@Entity({ tableName: 'announcements' })
@WithoutPatients()
@ObjectType({
  implements: [LegacyNode, Versioned],
  description: 'A text of support staff that each user it concerns is shown once.',
})
export class Announcement extends LegacyNode implements Versioned {
  declare [OptionalProps]?: 'version' | 'withdrawnAt' | 'createdAt' | 'globalId' | 'databaseId';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  /** Null: the users of every organization. */
  @Property({ type: 'integer', nullable: true })
  audienceOrgId!: number | null;

  @Property({ type: 'jsonb' })
  @Field(() => [String], {
    name: 'roles',
    description: 'Names of the roles whose users are shown it, such as org.ep.admin; empty for users of every role.',
  })
  audienceRoles!: string[];

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Title in English.' })
  title!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Text in English as HTML, sanitized when it was saved.' })
  body!: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Title in Spanish; null when it has none.' })
  titleEs!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Text in Spanish as HTML; null when it has none.' })
  bodyEs!: string | null;

  @Property({ type: 'date' })
  @Field(() => DateScalar, { description: "First day, in the time zone of the reader's organization." })
  fromDate!: string;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, { nullable: true, description: 'Last day, in the same time zone; null without an end.' })
  untilDate!: string | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    name: 'withdrawn',
    nullable: true,
    description: 'Time at which it was withdrawn; null when it was not.',
  })
  withdrawnAt!: Date | null;

  @Property({ type: 'integer' })
  version!: number;

  @Property({ type: 'integer' })
  createdByOrgId!: number;

  @Property({ type: 'integer' })
  createdById!: number;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time at which the announcement was created.' })
  createdAt!: Date;
}
