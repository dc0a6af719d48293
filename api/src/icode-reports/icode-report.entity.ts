import { DecimalType, type OptionalProps, type Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { addDays } from '../shared/dates.ts';
import { enumOf } from '../shared/enums.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { LegacyNode } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { Patient } from '../patients/patient.entity.ts';
import { RUN } from './icode-figures.ts';
import { ICODE_READING_WAYS, ICODE_READERS, type ICodeReader, type ICodeReadingWay } from './icode-reports.rules.ts';

const decimal = new DecimalType('number');

export const ICodeReaderEnum = enumOf(ICODE_READERS);
registerEnumType(ICodeReaderEnum, {
  name: 'ICodeReader',
  description: 'Person who read a code from the device.',
  valuesConfig: {
    PATIENT: { description: 'The patient.' },
    CAREGIVER: { description: 'A relative or another caregiver of the patient.' },
    STAFF: { description: 'A member of staff.' },
  },
});

export const ICodeReadingWayEnum = enumOf(ICODE_READING_WAYS);
registerEnumType(ICodeReadingWayEnum, {
  name: 'ICodeReadingWay',
  description: 'Way in which a code reached the staff.',
  valuesConfig: {
    PHONE: { description: 'Read aloud by phone.' },
    VISIT: { description: 'Read at a visit.' },
    SCREEN: { description: "Read from a picture of the device's screen." },
  },
});

@Entity({ tableName: 'icode_reports' })
@ObjectType({
  implements: LegacyNode,
  description: 'Usage statistics decoded from an iCode. All figures are device-reported.',
})
export class ICodeReport extends LegacyNode implements PatientData {
  declare [OptionalProps]?:
    | 'createdAt'
    | 'globalId'
    | 'databaseId'
    | 'measuredAhi'
    | 'measuredSni'
    | 'measuredLeak'
    | 'measuredPressure'
    | 'measuredP95'
    | 'shownBest30'
    | 'periodStart'
    | 'periodEnd'
    | 'updatedAt';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @ManyToOne(() => Patient, { ref: true, fieldName: 'patient_id', nullable: true })
  patient!: Ref<Patient> | null;

  @Property({ type: 'integer', nullable: true })
  machineOrgId!: number | null;

  @Property({ type: 'integer', nullable: true })
  machineId!: number | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Serial number of the device that showed the code.' })
  serial!: string;

  @Property({ type: 'date' })
  @Field(() => DateScalar, { description: 'Date on which the code was read from the device.' })
  collected!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The code as entered, digits only.' })
  code!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Id of the codec that decoded the code.' })
  codec!: string;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Version of that codec.' })
  codecVersion!: number;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Number of days that the code covers.' })
  icodePeriod!: number;

  // The last night that a code counts ended in the morning of its collection (icode-figures.ts).

  @Field(() => DateScalar, { description: 'Date of the first night of the period.' })
  get periodStart(): string {
    return addDays(this.collected, -this.icodePeriod);
  }

  @Field(() => DateScalar, { description: 'Date of the last night of the period, the one before the collection.' })
  get periodEnd(): string {
    return addDays(this.collected, -1);
  }

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Days of the period with at least 4 hours of use.' })
  compliantDays!: number;

  @Property({ type: 'integer' })
  best30!: number;

  @Field(() => Int, {
    name: 'best30',
    nullable: true,
    description:
      'Highest number of compliant days in any 30 consecutive days; null when the period is shorter than 30 days.',
  })
  get shownBest30(): number | null {
    return this.icodePeriod < RUN ? null : this.best30;
  }

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Average use in minutes per day, over all days of the period.' })
  minutes!: number;

  @Property({ type: decimal, nullable: true })
  pressure!: number | null;

  @Property({ type: decimal, nullable: true })
  p95!: number | null;

  @Property({ type: decimal })
  ahi!: number;

  @Property({ type: decimal })
  sni!: number;

  @Property({ type: 'integer' })
  leak!: number;

  // Without use there is nothing to measure: no figure is better than a perfect one. REST keeps the number of the code.

  @Field(() => Float, {
    name: 'ahi',
    nullable: true,
    description: 'Apnea-hypopnea index, events per hour; null when the device recorded no use.',
  })
  get measuredAhi(): number | null {
    return this.measured(this.ahi);
  }

  @Field(() => Float, {
    name: 'sni',
    nullable: true,
    description: 'Snoring index, snores per hour; null when the device recorded no use.',
  })
  get measuredSni(): number | null {
    return this.measured(this.sni);
  }

  @Field(() => Int, {
    name: 'leak',
    nullable: true,
    description:
      'Share of the time that the device counts as high leak, in percent: no leak in L/min. Null when the device recorded no use.',
  })
  get measuredLeak(): number | null {
    return this.measured(this.leak);
  }

  @Field(() => Float, {
    name: 'pressure',
    nullable: true,
    description:
      'Average pressure in cmH2O; of a bilevel device or a ventilator the pressure while breathing in (IPAP). Null when the code does not contain it or the device recorded no use.',
  })
  get measuredPressure(): number | null {
    return this.measured(this.pressure);
  }

  @Field(() => Float, {
    name: 'p95',
    nullable: true,
    description:
      '95th percentile of the pressure in cmH2O; of a bilevel device or a ventilator that of IPAP. Null when the code does not contain it or the device recorded no use.',
  })
  get measuredP95(): number | null {
    return this.measured(this.p95);
  }

  private measured(figure: number | null): number | null {
    return this.minutes === 0 ? null : figure;
  }

  @Property({ type: 'array' })
  @Field(() => [String], { description: "Names of the figures whose value means 'or more'." })
  saturated!: string[];

  @Property({ type: 'integer', nullable: true })
  submittedById!: number | null;

  @Property({ type: 'text', nullable: true, fieldName: 'submitted_by_name' })
  @Field(() => String, {
    nullable: true,
    description: "Name of the user who entered the code; null is shown as 'Legacy system'.",
  })
  submittedBy!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => ICodeReaderEnum, {
    nullable: true,
    description: 'Person who read the code from the device; null when it was not recorded.',
  })
  readBy!: ICodeReader | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => ICodeReadingWayEnum, {
    nullable: true,
    description: 'Way in which the code reached the staff; null when it was not recorded.',
  })
  readHow!: ICodeReadingWay | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which the code was entered.' })
  createdAt!: Date;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time of its creation, or of the last change of who sees it.' })
  updatedAt!: Date;

  patientShown(): number | null {
    return this.patient?.id ?? null;
  }
}
