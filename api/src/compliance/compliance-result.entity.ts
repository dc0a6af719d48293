import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What a rule said of a patient when it was last computed. The state follows from the dates and the present day (`stateOn`). */
@Entity({ tableName: 'compliance_results' })
export class ComplianceResult {
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

  /** As it was then; null: there was nothing to count from. */
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
  closesOn!: string | null;

  @Property({ type: 'datetime' })
  computedAt!: Date;
}
