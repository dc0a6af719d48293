import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { COMPLIANCE_STATES } from '../compliance/compliance.types.ts';
import type { ComplianceState } from '../compliance/compliance-verdict.ts';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { DateScalar } from '../shared/scalars.ts';
import { USAGE_SUMMARY_KEYS, type Measure, type UsageSummaryRow } from './usage-summary.reads.ts';

export const UsageSummaryKeyEnum = enumOf(USAGE_SUMMARY_KEYS);
registerEnumType(UsageSummaryKeyEnum, {
  name: 'UsageSummaryKey',
  description: 'A value by which a summary of use is grouped.',
  valuesConfig: {
    PROVIDER: { description: 'Equipment provider (DME) of the patient.' },
    LOCATION: { description: 'Location of the patient.' },
    CLINICIAN: { description: 'Clinician in charge of the patient.' },
    MODEL: { description: 'Model of the device of the night.' },
    COMPLIANCE_STATE: { description: 'Present state of the patient under the compliance rule.' },
    MONTH: { description: 'Month of the night.' },
  },
});

@WithoutPatients()
@ObjectType({
  description: 'One measurement of the nights of a group. Nights without it are in no mean and no median.',
})
export class MeasuredNights {
  @Field(() => Int, {
    description: 'Nights that have the measurement: the number of those in the mean and the median.',
  })
  known!: number;

  @Field(() => Int, { description: 'Nights that count and do not have the measurement, which is not zero.' })
  unknown!: number;

  @Field(() => Float, { nullable: true, description: 'Mean of a night, to one decimal; null when none are known.' })
  mean!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Median of a night, to one decimal: of an even number, the mean of the two in the middle. Null when none are known.',
  })
  median!: number | null;
}

@WithoutPatients()
@ObjectType({ description: 'Nights of a summary that have the same values.' })
export class UsageSummaryGroup {
  constructor(readonly row: UsageSummaryRow) {}

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the model of the device; null when the viewer may not see the device, and when the summary is not grouped by it.',
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
    description: 'First day of the month; null when the summary is not grouped by it.',
  })
  get month(): string | null {
    return this.row.month ?? null;
  }

  @Field(() => Int, {
    description:
      'Number of nights that count, as the list of nights has them: one for each patient, device and date, by its corrected date. Voided, invalid and overruled readings are in none.',
  })
  get nights(): number {
    return this.row.nights;
  }

  @Field(() => Int, { description: 'Number of patients who have such a night.' })
  get patients(): number {
    return this.row.patients;
  }

  @Field(() => Int, { description: 'Number of these nights on which the device reported no use: zero minutes.' })
  get unused(): number {
    return this.row.unused;
  }

  @Field(() => Int, { description: 'Number of these nights whose date was corrected.' })
  get corrected(): number {
    return this.row.corrected;
  }

  @Field(() => Int, {
    description:
      'Number of days on which a patient had the device and there is no night that counts. They are not zero use, and in no mean.',
  })
  get missing(): number {
    return this.row.missing;
  }

  @Field(() => Int, {
    description: 'Number of such days, today or one of the two before, whose data may still arrive. Not in `missing`.',
  })
  get expected(): number {
    return this.row.expected;
  }

  @Field(() => MeasuredNights, { description: 'Use in minutes, nights without use included.' })
  get minutes(): MeasuredNights {
    return this.figures('minutes');
  }

  @Field(() => MeasuredNights, {
    description: 'Apneas and hypopneas per hour of use. Each night counts once, however long it was.',
  })
  get ahi(): MeasuredNights {
    return this.figures('ahi');
  }

  @Field(() => MeasuredNights, {
    description: 'Mean leak of the night in L/min, which cards and QR+ codes do not contain.',
  })
  get leak(): MeasuredNights {
    return this.figures('leak');
  }

  private figures(measure: Measure): MeasuredNights {
    const { known, mean, median } = this.row[measure]!;
    return { known, unknown: this.row.nights - known, mean, median };
  }
}

@WithoutPatients()
@ObjectType({ description: 'A summary of the nights of patients between two dates.' })
export class UsageSummary {
  @Field(() => DateScalar, {
    description: "The day on which it was read, in the zone of the viewer's organization.",
  })
  asOf!: string;

  @Field(() => [UsageSummaryGroup], {
    description:
      'The groups that have nights or days with a device, in the order of their values: by name, state or month, and none last. One group without values when `groupBy` is empty.',
  })
  groups!: UsageSummaryGroup[];
}
