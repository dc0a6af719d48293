import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { PatientData } from '../shared/patient-data.ts';

/** The last computed result of a rule for a patient. The state follows from the dates and today's date (`stateOn`). */
@Entity({ tableName: 'compliance_results' })
export class ComplianceResult implements PatientData {
  @PrimaryKey({ type: 'integer' })
  patientId!: number;

  /** Name of the rule. */
  @PrimaryKey({ type: 'text' })
  rule!: string;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  ruleVersion!: number;

  @Property({ type: 'integer' })
  period!: number;

  /** Therapy start at that time; null when there was no date to count from. */
  @Property({ type: 'date', nullable: true })
  therapyStart!: string | null;

  @Property({ type: 'date', nullable: true })
  windowStart!: string | null;

  @Property({ type: 'date', nullable: true })
  windowEnd!: string | null;

  @Property({ type: 'integer' })
  compliantDays!: number;

  @Property({ type: 'date', nullable: true })
  metOn!: string | null;

  @Property({ type: 'date', nullable: true })
  atRiskOn!: string | null;

  @Property({ type: 'date', nullable: true })
  cannotBeMetOn!: string | null;

  @Property({ type: 'date', nullable: true })
  closesOn!: string | null;

  @Property({ type: 'datetime' })
  computedAt!: Date;

  patientShown(): number {
    return this.patientId;
  }
}
