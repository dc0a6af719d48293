import type { OptionalProps, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Versioned } from '../shared/versioned.ts';
import { User } from '../users/user.entity.ts';

@Entity({ tableName: 'sample_items' })
@WithoutPatients()
@ObjectType({ implements: [LegacyNode, Versioned], description: 'A sample item of an organization.' })
export class SampleItem extends LegacyNode implements Versioned {
  declare [OptionalProps]?: 'createdAt' | 'globalId' | 'databaseId' | 'version';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  /** Counts the changes. */
  @Property({ type: 'integer' })
  version: number = 1;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name, unique in the organization.' })
  name!: string;

  @ManyToOne(() => User, { ref: true, fieldName: 'created_by_id' })
  creator!: Ref<User>;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time at which the sample item was created.' })
  createdAt!: Date;
}
