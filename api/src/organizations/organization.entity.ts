import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { LegacyNode } from '../shared/node.ts';

/** Reference list: equipment provider, clinics of several kinds, support. */
@Entity({ tableName: 'organization_types' })
export class OrganizationType {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'text' })
  type!: string;

  @Property({ type: 'text' })
  kind!: 'ep' | 'clinical' | 'support';

  @Property({ type: 'boolean' })
  isClinical!: boolean;
}

@Entity({ tableName: 'organizations' })
@ObjectType({ implements: LegacyNode, description: 'An equipment provider, a clinic, or the support organisation.' })
export class Organization extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The name as it was entered.' })
  name!: string;

  @ManyToOne(() => OrganizationType, { eager: true, fieldName: 'type_id' })
  organizationType!: OrganizationType;

  @Property({ type: 'integer', nullable: true })
  clinicalTypeId!: number | null;

  @Property({ type: 'boolean' })
  draft!: boolean;

  @Property({ type: 'boolean' })
  active!: boolean;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'IANA time zone in which instants are shown to its staff.' })
  timezone!: string;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'Clinical staff may add a PIN that is missing to devices of its patients.' })
  physicianCanAddMissingPin!: boolean;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: "Staff of other organisations may not edit the settings of its patients' devices.",
  })
  disallowExternalDeviceEdit!: boolean;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Field(() => String, { description: 'The label of the organisation type, such as Equipment Provider.' })
  get type(): string {
    return this.organizationType.type;
  }

  @Field(() => Boolean, { description: 'True for clinics, false for equipment providers and support.' })
  get isClinical(): boolean {
    return this.organizationType.isClinical;
  }
}
