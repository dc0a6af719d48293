import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';

/** Data that migrations write: no operation of the portal changes a role. */
@Entity({ tableName: 'roles' })
@WithoutPatients()
@ObjectType({ implements: LegacyNode, description: 'A role of staff: a named set of permissions.' })
export class Role extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of the role, such as org.ep.admin.' })
  name!: string;

  /** In English. Answers have it in the viewer's language (role-label.ts). */
  @Property({ type: 'text' })
  label!: string;

  @Property({ type: 'text' })
  host!: 'org' | 'support';
}
