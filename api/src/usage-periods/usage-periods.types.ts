import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { ComplianceRule } from '../compliance/compliance-rule.ts';
import { ComplianceRuleType } from '../compliance/compliance.types.ts';
import { PressureKindEnum, type PressureKind } from '../machines/machines-pressure.ts';
import { WithoutPatients } from '../shared/marks.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateScalar } from '../shared/scalars.ts';
import type { UsageRange } from '../usage/usage-range.ts';
import type { PeriodFigures, PeriodMean } from './usage-period.ts';

@WithoutPatients()
@ObjectType({ description: 'Mean of a figure over the hours of use of a period.' })
export class UsageMean {
  @Field(() => Float, { description: 'Mean of the nights that have the figure, weighted by their minutes of use.' })
  mean!: number;

  @Field(() => Int, { description: 'Number of nights that have the figure.' })
  nights!: number;
}

@ObjectType({
  description:
    'Figures of the nights of a patient between two dates. A night without data is in no mean: not available is not zero.',
})
export class UsagePeriod implements PatientData {
  constructor(
    private readonly patientId: number,
    private readonly range: UsageRange,
    private readonly countedBy: ComplianceRule,
    private readonly figures: PeriodFigures,
  ) {}

  @Field(() => DateScalar, { description: 'First night.' })
  get from(): string {
    return this.range.from;
  }

  @Field(() => DateScalar, { description: 'Last night.' })
  get to(): string {
    return this.range.to;
  }

  @Field(() => ComplianceRuleType, { description: 'The rule of use by which nights are compliant: the default rule.' })
  get rule(): ComplianceRule {
    return this.countedBy;
  }

  @Field(() => Int, {
    description: "Nights from the first to the last one, without those after today at the patient's provider.",
  })
  get nights(): number {
    return this.figures.nights;
  }

  @Field(() => Int, { description: 'Nights with use.' })
  get usedNights(): number {
    return this.figures.used;
  }

  @Field(() => Int, { description: 'Nights on which the device reported no use.' })
  get unusedNights(): number {
    return this.figures.unused;
  }

  @Field(() => Int, { description: 'Nights without data, which is not zero use.' })
  get missingNights(): number {
    return this.figures.missing;
  }

  @Field(() => Int, { description: 'Nights without data yet: it may still arrive.' })
  get expectedNights(): number {
    return this.figures.expected;
  }

  @Field(() => Int, { description: 'Nights with more than 24 hours of use, which are faulty: they are in no mean.' })
  get faultyNights(): number {
    return this.figures.faulty;
  }

  @Field(() => Int, { description: 'Nights with as much use as the rule requires.' })
  get compliantNights(): number {
    return this.figures.compliant;
  }

  @Field(() => Float, { nullable: true, description: 'Mean minutes of the nights with use; null without one.' })
  get meanMinutes(): number | null {
    return this.figures.meanMinutes;
  }

  @Field(() => Float, { nullable: true, description: 'Median minutes of the nights with use; null without one.' })
  get medianMinutes(): number | null {
    return this.figures.medianMinutes;
  }

  @Field(() => UsageMean, { nullable: true, description: 'Apneas and hypopneas per hour; null when not available.' })
  get ahi(): PeriodMean | null {
    return this.figures.ahi;
  }

  @Field(() => UsageMean, { nullable: true, description: 'Mean leak in L/min; null when not available.' })
  get leak(): PeriodMean | null {
    return this.figures.leak;
  }

  @Field(() => UsageMean, {
    nullable: true,
    description:
      'Mean pressure in cmH2O, of the kind in pressureKinds. Null when not available, and for a period with both kinds, which have no common mean.',
  })
  get pressure(): PeriodMean | null {
    return this.figures.pressure;
  }

  @Field(() => [PressureKindEnum], { description: 'Kinds of the pressures of the nights; empty without one.' })
  get pressureKinds(): PressureKind[] {
    return this.figures.pressureKinds;
  }

  patientShown(): number {
    return this.patientId;
  }
}
