import { DecimalType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { PatientData } from '../shared/patient-data.ts';

const decimal = new DecimalType('number');

/** One night of use as one source reported it. A missing night has no row: missing is not zero use. */
@Entity({ tableName: 'usage_nights' })
export class UsageNight implements PatientData {
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

  /** The date of the evening as recorded; a night lasts from noon to noon, device-local. Never changes. */
  @Property({ type: 'date' })
  night!: string;

  /** The date that counts: the recorded one, or its correction. */
  @Property({ type: 'date' })
  usageDate!: string;

  @Property({ type: 'text' })
  source!: 'wireless' | 'sd' | 'qr';

  /** True when a source of higher priority has a valid night of the machine on this date. */
  @Property({ type: 'boolean' })
  overruled!: boolean;

  /** 1: valid; other nights are kept and not counted. */
  @Property({ type: 'smallint' })
  state!: number;

  /** The device's own number of the record; wireless nights only. */
  @Property({ type: 'integer', nullable: true })
  recordNo!: number | null;

  @Property({ type: 'integer' })
  minutes!: number;

  // Figures are null when the source does not have them: not available is not zero.

  @Property({ type: 'smallint', nullable: true })
  sessions!: number | null;

  @Property({ type: 'integer', nullable: true })
  obstructiveApneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  centralApneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  unclassifiedApneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  hypopneas!: number | null;

  @Property({ type: 'integer', nullable: true })
  reras!: number | null;

  /** Apneas and hypopneas per hour. */
  @Property({ type: decimal, nullable: true })
  ahi!: number | null;

  /** Mean pressure in cmH2O. */
  @Property({ type: decimal, nullable: true })
  pressure!: number | null;

  /** 95th percentile of the pressure in cmH2O. */
  @Property({ type: decimal, nullable: true })
  p95!: number | null;

  /** Percent of the time with a high leak. */
  @Property({ type: decimal, nullable: true })
  leak!: number | null;

  /** Snores per hour. */
  @Property({ type: decimal, nullable: true })
  sni!: number | null;

  @Property({ type: 'datetime' })
  arrivedAt!: Date;

  /** Our clock minus the device's in seconds when the night arrived; null when not known. */
  @Property({ type: 'bigint', nullable: true })
  driftSeconds!: string | null;

  /** The file of a card that brought the night. */
  @Property({ type: 'bigint', nullable: true })
  uploadFileId!: string | null;

  patientShown(): number | null {
    return this.patientId;
  }
}
