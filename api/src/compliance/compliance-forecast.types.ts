import { Field, Int, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { DateScalar } from '../shared/scalars.ts';
import type { Forecast } from './compliance-forecast.ts';
import { COMPLIANCE_STATES } from './compliance.types.ts';
import type { Verdict } from './compliance-verdict.ts';

@ObjectType({ description: 'Compliance before or after a change.' })
export class ComplianceForecast {
  constructor(readonly verdict: Verdict | null) {}

  @Field(() => COMPLIANCE_STATES, { description: 'The state today.' })
  get state(): string {
    return this.verdict?.state ?? COMPLIANCE_STATES.NO_THERAPY_START;
  }

  @Field(() => Int, { description: 'Compliant nights in the window.' })
  get compliantDays(): number {
    return this.verdict?.compliantDays ?? 0;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Compliant nights still needed; 0 when met, null when the rule can no longer be met.',
  })
  get nightsNeeded(): number | null {
    return this.verdict?.nightsNeeded ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'First day of the window; null when there is no date to count from.',
  })
  get windowStart(): string | null {
    return this.verdict?.windowStart ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'Last day of the window; null when there is no date to count from.',
  })
  get windowEnd(): string | null {
    return this.verdict?.windowEnd ?? null;
  }

  @Field(() => DateScalar, { nullable: true, description: 'Night on which the rule is met; null when it is not.' })
  get metOn(): string | null {
    return this.verdict?.metOn ?? null;
  }
}

@ObjectType({ description: 'Compliance of a patient before and after a change of dates.' })
export class UsageDateForecast {
  @Field(() => Patient, { description: 'The patient.' })
  readonly patient: Patient;

  @Field(() => Int, { description: 'Number of moving nights that are or would be of the patient.' })
  readonly nights: number;

  @Field(() => ComplianceForecast, { description: 'Compliance before the change.' })
  readonly before: ComplianceForecast;

  @Field(() => ComplianceForecast, { description: 'Compliance after the change.' })
  readonly after: ComplianceForecast;

  constructor({ patient, nights, before, after }: Forecast) {
    this.patient = patient;
    this.nights = nights;
    this.before = new ComplianceForecast(before);
    this.after = new ComplianceForecast(after);
  }
}
