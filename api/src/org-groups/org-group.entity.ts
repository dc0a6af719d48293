import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { Versioned } from '../shared/versioned.ts';

@Entity({ tableName: 'org_groups' })
@WithoutPatients()
@ObjectType({
  implements: [LegacyNode, Versioned],
  description: 'A group of users of an organization, with the locations it covers.',
})
export class OrgGroup extends LegacyNode implements Versioned {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  /** Counts the changes of what the form edits; by triggers. */
  @Property({ type: 'integer' })
  version!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The name as entered.' })
  name!: string;
}
