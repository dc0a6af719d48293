import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';

@Entity({ tableName: 'org_groups' })
@WithoutPatients()
@ObjectType({
  implements: LegacyNode,
  description: 'A group of users of an organization, with the locations it covers.',
})
export class OrgGroup extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The name as entered.' })
  name!: string;
}
