import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { Organization } from '../organizations/organization.entity.ts';

@Entity({ tableName: 'users' })
@WithoutPatients()
@ObjectType({ implements: LegacyNode, description: 'A staff member. Patients are not users.' })
export class User extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @ManyToOne(() => Organization, { ref: true, fieldName: 'org_id' })
  organization!: Ref<Organization>;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'E-mail address used to sign in.' })
  email!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Given name.' })
  firstName!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Family name.' })
  lastName!: string;

  /** Written by its user, read by the sign-in alone: a column that is not granted must be lazy. */
  @Property({ type: 'text', lazy: true })
  locale!: 'en' | 'es';

  @Property({ type: 'boolean' })
  active!: boolean;

  @Property({ type: 'boolean' })
  locked!: boolean;

  @Property({ type: 'datetime', nullable: true })
  emailVerifiedAt!: Date | null;
}
