import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { COMPLIANCE_STATES, ComplianceRuleType } from '../compliance/compliance.types.ts';
import type { ComplianceRule } from '../compliance/compliance-rule.ts';
import type { ComplianceState } from '../compliance/compliance-verdict.ts';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { DateScalar } from '../shared/scalars.ts';
import { COMPLIANCE_SUMMARY_KEYS } from './compliance-summary-keys.ts';
import type { ComplianceSummaryRow } from './compliance-summary.reads.ts';

export const ComplianceSummaryKeyEnum = enumOf(COMPLIANCE_SUMMARY_KEYS);
registerEnumType(ComplianceSummaryKeyEnum, {
  name: 'ComplianceSummaryKey',
  description: 'A value by which a summary of compliance is grouped.',
  valuesConfig: {
    PROVIDER: { description: 'Equipment provider (DME) of the patient.' },
    LOCATION: { description: 'Location of the patient.' },
    CLINICIAN: { description: 'Clinician in charge of the patient.' },
    MODEL: { description: 'Model of the active device.' },
    COMPLIANCE_STATE: { description: 'State under the compliance rule.' },
    MONTH: { description: 'Month in which therapy started.' },
  },
});

@WithoutPatients()
@ObjectType({
  description: 'Numbers of patients in each state under the compliance rule. Each patient is in one of them.',
})
export class ComplianceStateCounts {
  constructor(private readonly states: ComplianceSummaryRow['states']) {}

  @Field(() => Int, { description: 'Patients who met the rule.' })
  get met(): number {
    return this.states.met;
  }

  @Field(() => Int, { description: 'Patients in the period who can still miss nights.' })
  get inProgress(): number {
    return this.states.in_progress;
  }

  @Field(() => Int, {
    description: 'Patients in the period who need every remaining night, and can still meet the rule.',
  })
  get atRisk(): number {
    return this.states.at_risk;
  }

  @Field(() => Int, { description: 'Patients in the period whose remaining nights are not enough.' })
  get cannotBeMet(): number {
    return this.states.cannot_be_met;
  }

  @Field(() => Int, { description: 'Patients whose period ended without the rule being met.' })
  get notMet(): number {
    return this.states.not_met;
  }

  @Field(() => Int, { description: 'Patients without a start of therapy.' })
  get noTherapyStart(): number {
    return this.states.no_therapy_start;
  }

  @Field(() => Int, { description: 'Patients in therapy whose result is not computed yet.' })
  get notComputed(): number {
    return this.states.not_computed;
  }
}

@WithoutPatients()
@ObjectType({
  description:
    'Compliant nights of the patients of a group: those in the window of each result, as `compliance { compliantDays }` on the day on which the result was computed.',
})
export class CompliantNights {
  constructor(private readonly row: ComplianceSummaryRow) {}

  @Field(() => Int, {
    description: 'Patients whose nights are counted: the number of those in the mean and the median.',
  })
  get known(): number {
    return this.row.knownNights;
  }

  @Field(() => Int, {
    description:
      'Patients among `known` whose count is of an earlier day and not final: no night has arrived since, and the window may have moved on.',
  })
  get earlier(): number {
    return this.row.earlierNights;
  }

  @Field(() => Int, {
    description:
      'Patients whose nights are not known, and not zero: without a start of therapy, or without a result for the present one yet.',
  })
  get unknown(): number {
    return this.row.patients - this.row.knownNights;
  }

  @Field(() => Float, {
    nullable: true,
    description: 'Mean nights of a patient, to one decimal; null when none are known.',
  })
  get mean(): number | null {
    return this.row.meanNights;
  }

  @Field(() => Float, {
    nullable: true,
    description:
      'Median nights of a patient, to one decimal: of an even number, the mean of the two in the middle. Null when none are known.',
  })
  get median(): number | null {
    return this.row.medianNights;
  }
}

@WithoutPatients()
@ObjectType({ description: 'Patients of a summary that have the same values.' })
export class ComplianceSummaryGroup {
  constructor(readonly row: ComplianceSummaryRow) {}

  @Field(() => String, {
    nullable: true,
    description: 'Name of the model of the active device; null without one, and when the summary is not grouped by it.',
  })
  get model(): string | null {
    return this.row.model ?? null;
  }

  @Field(() => COMPLIANCE_STATES, {
    nullable: true,
    description:
      'State under the compliance rule; null before it is computed, and when the summary is not grouped by it.',
  })
  get complianceState(): ComplianceState | null {
    return this.row.complianceState ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description:
      'First day of the month in which therapy started; null without a start, and when the summary is not grouped by it.',
  })
  get month(): string | null {
    return this.row.month ?? null;
  }

  @Field(() => Int, { description: 'Number of patients.' })
  get patients(): number {
    return this.row.patients;
  }

  @Field(() => ComplianceStateCounts, { description: 'Numbers of these patients by state.' })
  get states(): ComplianceStateCounts {
    return new ComplianceStateCounts(this.row.states);
  }

  @Field(() => CompliantNights, {
    description: 'Compliant nights of these patients; for at most 100,000 patients of a summary.',
  })
  get nights(): CompliantNights {
    return new CompliantNights(this.row);
  }
}

@WithoutPatients()
@ObjectType({
  description:
    "A summary of the stored results of compliance of patients, of today in the zone of the viewer's organization.",
})
export class ComplianceSummary {
  @Field(() => DateScalar, { description: 'The day of the states.' })
  asOf!: string;

  @Field(() => ComplianceRuleType, { description: 'The rule: the default one, by which lists show states.' })
  rule!: ComplianceRule;

  @Field(() => [ComplianceSummaryGroup], {
    description:
      'The groups that have patients, in the order of their values: by name, state or month, and none last. One group without values when `groupBy` is empty.',
  })
  groups!: ComplianceSummaryGroup[];
}
