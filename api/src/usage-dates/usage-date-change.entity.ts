import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { NightSourceEnum } from '../usage/usage-night.entity.ts';
import type { NightSource } from '../usage/night-source.rules.ts';

/** One line for each night that a change moved, written by the function that moves them (`change_usage_dates`). */
@Entity({ tableName: 'usage_date_changes' })
@ObjectType({ description: 'One line of the date change audit log: a night that a user moved to another date.' })
export class UsageDateChange implements PatientData {
  @PrimaryKey({ type: 'bigint' })
  id!: bigint;

  @Property({ type: 'integer', nullable: true })
  orgId!: number | null;

  /** The patient whose night it was after the change; null for a date without an assignment. */
  @Property({ type: 'integer', nullable: true })
  patientId!: number | null;

  @Property({ type: 'integer' })
  machineOrgId!: number;

  @Property({ type: 'integer' })
  machineId!: number;

  @Property({ type: 'bigint' })
  nightId!: bigint;

  @Property({ type: 'text' })
  @Field(() => NightSourceEnum, { description: 'Source of the night.' })
  source!: NightSource;

  @Property({ type: 'date' })
  @Field(() => DateScalar, { description: 'Date of the night as the device recorded it.' })
  night!: string;

  @Property({ type: 'date' })
  @Field(() => DateScalar, { description: 'Date before the change.' })
  oldDate!: string;

  @Property({ type: 'date' })
  @Field(() => DateScalar, { description: 'Date after the change.' })
  newDate!: string;

  @Property({ type: 'integer' })
  actorUserId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'E-mail address, at that time, of the user who made the change.' })
  email!: string;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time of the change.' })
  createdAt!: Date;

  // A number of 64 bits, which the library reads as a bigint.
  @Field(() => String, { description: 'Integer id of the line.' })
  get databaseId(): string {
    return String(this.id);
  }

  patientShown(): number | null {
    return this.patientId;
  }
}
