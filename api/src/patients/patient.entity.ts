import { Collection, type Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, OneToMany, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { DateScalar } from '../shared/scalars.ts';
import { LegacyNode } from '../shared/node.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { User } from '../users/user.entity.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';

@Entity({ tableName: 'patients' })
@ObjectType({ implements: LegacyNode, description: 'A person on respiratory therapy.' })
export class Patient extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @ManyToOne(() => Organization, { ref: true, fieldName: 'org_id' })
  organization!: Ref<Organization>;

  @Property({ type: 'integer', nullable: true })
  locationId!: number | null;

  @ManyToOne(() => Organization, { ref: true, fieldName: 'dme_id', nullable: true })
  provider!: Ref<Organization> | null;

  @ManyToOne(() => User, { ref: true, fieldName: 'clinician_id', nullable: true })
  clinician!: Ref<User> | null;

  @ManyToOne(() => User, { ref: true, fieldName: 'physician_id', nullable: true })
  physician!: Ref<User> | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: "The organisation's own number of the patient." })
  assignedId!: string | null;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'Shown as Active.' })
  isRulesActive!: boolean;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Given name.' })
  firstName!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Family name.' })
  lastName!: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'E-mail address.' })
  email!: string | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, { nullable: true, description: 'Date of birth.' })
  birthDate!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'm, f or o.' })
  sex!: string | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, { nullable: true, description: 'First day of therapy: the compliance window starts here.' })
  therapyStart!: string | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, { nullable: true, description: 'Last night of which usage arrived.' })
  lastReport!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'City.' })
  city!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'State or province code.' })
  state!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Telephone.' })
  phone!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Mobile telephone.' })
  mobilePhone!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Serial number of the active device.' })
  currentSerial!: string | null;

  /** Lower-case text that the list's search looks into; a generated column. */
  @Property({ type: 'text', lazy: true, persist: false })
  searchText!: string;

  @OneToMany(() => DeviceHistory, (history) => history.patient)
  devices = new Collection<DeviceHistory>(this);
}
