import type { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Versioned } from '../shared/versioned.ts';

@Entity({ tableName: 'saved_queries' })
@WithoutPatients()
@ObjectType({
  implements: [LegacyNode, Versioned],
  description: 'A query that a user keeps under a name. It runs with the rights of the user who runs it.',
})
export class SavedQuery extends LegacyNode implements Versioned {
  declare [OptionalProps]?: 'globalId' | 'databaseId' | 'version';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  /** Counts the changes. */
  @Property({ type: 'integer' })
  version: number = 1;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  userId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Last name, first name of its user, at the time of the last change.' })
  ownerName!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name, unique among the saved queries of its user.' })
  name!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The document.' })
  query!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Its variables, a JSON object as text; empty without variables.' })
  variables!: string;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'True when the users of the organization who may use GraphiQL read it.' })
  isShared!: boolean;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which it was first saved.' })
  createdAt!: Date;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time of the last change.' })
  updatedAt!: Date;
}
