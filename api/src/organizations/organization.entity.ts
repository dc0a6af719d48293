import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { LegacyNode } from '../shared/node.ts';

/** Reference list: equipment provider, several types of clinic, support. */
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
@ObjectType({ implements: LegacyNode, description: 'An equipment provider, a clinic or the support organization.' })
export class Organization extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The name as entered.' })
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
  @Field(() => String, { description: 'IANA time zone in which times are shown to its staff.' })
  timezone!: string;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'True when clinical staff may add a missing PIN to devices of its patients.' })
  physicianCanAddMissingPin!: boolean;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: "True when staff of other organizations may not edit the settings of its patients' devices.",
  })
  disallowExternalDeviceEdit!: boolean;

  /** Who may save lists as files. 0: no one; 1: all who see the list; 2: administrators. */
  @Property({ type: 'smallint' })
  exportToCsvAccess!: 0 | 1 | 2;

  @Property({ type: 'text' })
  locale!: 'en' | 'es';

  @Property({ type: 'boolean' })
  allowVentilatorSupport!: boolean;

  @Property({ type: 'text' })
  ventilatorVisibility!: 'all-users' | 'specific-users';

  @Property({ type: 'boolean' })
  allowApiKeyManagement!: boolean;

  @Property({ type: 'boolean' })
  twoFactorEnabled!: boolean;

  /** True when users without a phone number are prevented, after a confirmation. */
  @Property({ type: 'boolean' })
  twoFactorPreventPhoneNumbers!: boolean;

  @Property({ type: 'boolean' })
  twoFactorApp!: boolean;

  @Property({ type: 'boolean' })
  twoFactorSms!: boolean;

  /** Minutes after which an idle session of its users ends: 5 to 60. */
  @Property({ type: 'smallint' })
  sessionIdleMinutes!: number;

  /** Counts the changes of the settings. */
  @Property({ type: 'integer' })
  settingsVersion!: number;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Field(() => String, { description: 'Label of the organization type, such as Equipment Provider.' })
  get type(): string {
    return this.organizationType.type;
  }

  @Field(() => Boolean, { description: 'True for clinics; false for equipment providers and support.' })
  get isClinical(): boolean {
    return this.organizationType.isClinical;
  }
}
