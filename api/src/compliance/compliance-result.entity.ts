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

  /** From then on at most three of the nights that are left may be missed, or the rule is out of reach. */
  @Property({ type: 'date', nullable: true })
  shortOn!: string | null;

  /** iCodes are to be read from this day, */
  @Property({ type: 'date', nullable: true })
  callOn!: string | null;

  /** until this one, */
  @Property({ type: 'date', nullable: true })
  callUntil!: string | null;

  /** and on that last day also the code of so many days; null when there is none. */
  @Property({ type: 'integer', nullable: true })
  callLongest!: number | null;

  @Property({ type: 'date', nullable: true })
  closesOn!: string | null;

  @Property({ type: 'datetime' })
  computedAt!: Date;

  patientShown(): number {
    return this.patientId;
  }
}
