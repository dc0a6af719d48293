import type { Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { LegacyNode } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { User } from '../users/user.entity.ts';
import { Versioned } from '../shared/versioned.ts';

export type Sex = 'f' | 'm' | 'o';

export const SexEnum: Record<'FEMALE' | 'MALE' | 'OTHER', Sex> = { FEMALE: 'f', MALE: 'm', OTHER: 'o' };
registerEnumType(SexEnum, {
  name: 'Sex',
  description: 'Sex of a patient.',
  valuesConfig: {
    FEMALE: { description: 'Female; f in REST.' },
    MALE: { description: 'Male; m in REST.' },
    OTHER: { description: 'Other; o in REST.' },
  },
});

@Entity({ tableName: 'patients' })
@ObjectType({ implements: [LegacyNode, Versioned], description: 'A person on respiratory therapy.' })
export class Patient extends LegacyNode implements PatientData, Versioned {
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

  /** Counts the changes of what the form edits. */
  @Property({ type: 'integer' })
  version!: number;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Patient number assigned by the organization.' })
  assignedId!: string | null;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'True when the patient is shown as Active.' })
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
  @Field(() => DateScalar, { nullable: true, description: 'Birth date.' })
  birthDate!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => SexEnum, { nullable: true, description: 'Sex; null when unknown.' })
  sex!: Sex | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, { nullable: true, description: 'First day of therapy and of the compliance period.' })
  therapyStart!: string | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, { nullable: true, description: 'Newest night with usage data.' })
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
  @Field(() => String, { nullable: true, description: 'Serial number of the active device; null without one.' })
  currentSerial!: string | null;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, {
    description:
      'Time of the last change of the record, or of who sees the patient. Nights, devices and results are changes of their own.',
  })
  updatedAt!: Date;

  /**
   * The night on which the compliance rule was met. A trigger keeps this and the next three from the stored result; list
   * filters use them.
   */
  @Property({ type: 'date', nullable: true })
  complianceMetOn!: string | null;

  /** Since this date every remaining night is needed, or the rule can no longer be met. */
  @Property({ type: 'date', nullable: true })
  complianceAtRiskOn!: string | null;

  /** Since this date the rule can no longer be met. */
  @Property({ type: 'date', nullable: true })
  complianceCannotBeMetOn!: string | null;

  /** From this date on no night of the period can arrive any more. */
  @Property({ type: 'date', nullable: true })
  complianceClosesOn!: string | null;

  /** Text that the list's search matches, without case and accents. */
  @Property({ type: 'text', lazy: true, generated: 'generated by 098-patients.sql' })
  searchText!: string;

  /** Text by which the list sorts names, without case and accents. */
  @Property({ type: 'text', generated: 'generated by 098-patients.sql' })
  nameKey!: string;

  patientShown(): number {
    return this.id;
  }
}
