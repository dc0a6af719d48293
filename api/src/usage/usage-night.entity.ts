import { DecimalType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { PatientData } from '../shared/patient-data.ts';

const decimal = new DecimalType('number');

/** One night of use as one source reported it. A missing night has no row: missing is not zero use. */
@Entity({ tableName: 'usage_nights' })
export class UsageNight implements PatientData {
  @PrimaryKey({ type: 'bigint' })
  id!: string;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  patientId!: number;

  @Property({ type: 'integer' })
  machineOrgId!: number;

  @Property({ type: 'integer' })
  machineId!: number;

  /** The date of the evening; a night lasts from noon to noon, device-local. */
  @Property({ type: 'date' })
  night!: string;

  @Property({ type: 'text' })
  source!: 'wireless' | 'sd' | 'qr';

  /** True when a source of higher priority reported this night. */
  @Property({ type: 'boolean' })
  overruled!: boolean;

  @Property({ type: 'integer' })
  minutes!: number;

  @Property({ type: decimal, nullable: true })
  ahi!: number | null;

  @Property({ type: decimal, nullable: true })
  pressure!: number | null;

  @Property({ type: decimal, nullable: true })
  p95!: number | null;

  @Property({ type: decimal, nullable: true })
  leak!: number | null;

  patientShown(): number {
    return this.patientId;
  }
}
