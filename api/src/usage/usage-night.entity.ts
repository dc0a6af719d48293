import { DecimalType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { toGlobalId } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { NIGHT_SOURCES, type NightSource } from './night-source.rules.ts';
import { Versioned } from '../shared/versioned.ts';
import { VALID } from './night-states.ts';

const decimal = new DecimalType('number');

export const NightSourceEnum = enumOf(NIGHT_SOURCES);
registerEnumType(NightSourceEnum, {
  name: 'NightSource',
  description: 'Source of the use of a night.',
  valuesConfig: {
    WIRELESS: { description: 'The device sent it.' },
    SD: { description: 'From the SD card.' },
    QR: { description: 'From a QR+ code.' },
  },
});

/** One night of use as one source reported it. A missing night has no row: missing is not zero use. */
@Entity({ tableName: 'usage_nights' })
@ObjectType({
  implements: Versioned,
  description:
    'One night of use of one device as one source reported it. A measurement is null when its source does not have it: not available is not zero.',
})
export class UsageNight implements PatientData, Versioned {
  @PrimaryKey({ type: 'bigint' })
  id!: string;

  /** Null, as the patient is, when no assignment covers the date. */
  @Property({ type: 'integer', nullable: true })
  orgId!: number | null;

  @Property({ type: 'integer', nullable: true })
  patientId!: number | null;

  @Property({ type: 'integer' })
  machineOrgId!: number;

  @Property({ type: 'integer' })
  machineId!: number;

  @Property({ type: 'date' })
  @Field(() => DateScalar, {
    name: 'recordedDate',
    description:
      'Date of the evening as it was recorded; a night lasts from noon to noon, device-local. Never changes.',
  })
  night!: string;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, {
    nullable: true,
    description:
      "Date by the device's own clock, which differs from recordedDate when its clock was off by days; null for a night that the device did not send.",
  })
  deviceDate!: string | null;

  @Property({ type: 'date' })
  @Field(() => DateScalar, { name: 'date', description: 'Date that counts: the recorded one, or its correction.' })
  usageDate!: string;

  @Property({ type: 'text' })
  @Field(() => NightSourceEnum, { description: 'Source of the night.' })
  source!: NightSource;

  /** True when a source of higher priority has a valid night of the machine on this date. */
  @Property({ type: 'boolean' })
  overruled!: boolean;

  @Property({ type: 'smallint' })
  @Field(() => Int, {
    description: '1 for a valid night, 9 for one that was voided; every other state is kept and not counted.',
  })
  state!: number;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, {
    nullable: true,
    description: "The device's own number of the record; null for a source without one. 0 after a reset.",
  })
  recordNo!: number | null;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Device-reported use in minutes; 0 when the device reported no use.' })
  minutes!: number;

  // Figures are null when the source does not have them: not available is not zero.

  @Property({ type: 'smallint', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Number of sessions of use in the night; null when not available.' })
  sessions!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Number of obstructive apneas; null when not available.' })
  obstructiveApneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Number of central apneas; null when not available.' })
  centralApneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Number of apneas of no known kind; null when not available.' })
  unclassifiedApneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Number of hypopneas; null when not available.' })
  hypopneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, {
    nullable: true,
    description:
      'Number of respiratory effort related arousals, which are no part of the AHI; null when not available.',
  })
  reras!: number | null;

  @Property({ type: decimal, nullable: true })
  @Field(() => Float, { nullable: true, description: 'Apneas and hypopneas per hour of use; null when not available.' })
  ahi!: number | null;

  @Property({ type: decimal, nullable: true })
  @Field(() => Float, {
    nullable: true,
    description:
      'Average pressure of the night in cmH2O; of a bilevel device or a ventilator the pressure while breathing in (IPAP). Null when not available.',
  })
  pressure!: number | null;

  @Property({ type: decimal, nullable: true })
  @Field(() => Float, {
    nullable: true,
    description:
      '95th percentile of the pressure of the night in cmH2O; of a bilevel device or a ventilator that of IPAP. Null when not available. Several rows of one night have no common one: the highest is an approximation.',
  })
  p95!: number | null;

  @Property({ type: decimal, nullable: true })
  @Field(() => Float, {
    nullable: true,
    description:
      'Mean leak of the night in L/min, no 95th percentile. The device does not say whether it is unintentional or total leak. Null when not available: cards and QR+ codes do not contain it.',
  })
  leak!: number | null;

  @Property({ type: decimal, nullable: true })
  @Field(() => Float, { nullable: true, description: 'Snoring index, snores per hour; null when not available.' })
  sni!: number | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which the night first reached the server.' })
  arrivedAt!: Date;

  /** Our clock minus the device's in seconds when the night arrived; null when not known. */
  @Property({ type: 'bigint', nullable: true })
  driftSeconds!: string | null;

  /** The file of a card that brought the night. */
  @Property({ type: 'bigint', nullable: true })
  uploadFileId!: string | null;

  // A number of 64 bits, which the library reads as a bigint.
  @Field(() => String, { description: 'Integer id of the row.' })
  get databaseId(): string {
    return String(this.id);
  }

  @Field(() => ID, { name: 'id', description: 'Opaque id of the row, unique over all types.' })
  get globalId(): string {
    return toGlobalId('UsageNight', Number(this.id));
  }

  /** Its date, which alone is changed. */
  get version(): string {
    return this.usageDate;
  }

  @Field(() => Boolean, { description: 'True when the date was corrected.' })
  get corrected(): boolean {
    return this.usageDate !== this.night;
  }

  @Field(() => Boolean, {
    description:
      'True when the night counts: it is valid, and no source of higher priority has a valid night of the device on its date. Minutes of effective nights of one date add up.',
  })
  get effective(): boolean {
    return !this.overruled && this.state === VALID;
  }

  @Field(() => Int, {
    nullable: true,
    description:
      "Our clock minus the device's when the night arrived, in minutes; negative for a clock that was ahead. Null when not known.",
  })
  get driftMinutes(): number | null {
    return this.driftSeconds === null ? null : Math.round(Number(this.driftSeconds) / 60);
  }

  patientShown(): number | null {
    return this.patientId;
  }
}
