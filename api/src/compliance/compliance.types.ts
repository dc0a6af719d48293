import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import { nightsWanted, type ComplianceRule } from './compliance-rule.ts';
import type { Evidence } from './compliance-evidence.ts';
import type { ComplianceState, Verdict } from './compliance-verdict.ts';

export const COMPLIANCE_STATES = {
  MET: 'met',
  IN_PROGRESS: 'in_progress',
  AT_RISK: 'at_risk',
  CANNOT_BE_MET: 'cannot_be_met',
  NOT_MET: 'not_met',
  NO_THERAPY_START: 'no_therapy_start',
} as const;
registerEnumType(COMPLIANCE_STATES, {
  name: 'ComplianceState',
  description: 'The state of a patient under a rule of use.',
  valuesConfig: {
    MET: { description: 'The rule was met; this state is final.' },
    IN_PROGRESS: { description: 'The period is running, and nights can still be missed.' },
    AT_RISK: { description: 'The period is running; every remaining night is needed, and the rule can still be met.' },
    CANNOT_BE_MET: {
      description:
        'The period is running; the remaining nights are not enough. Nights that arrive late may still change this.',
    },
    NOT_MET: { description: 'The period ended without the rule being met.' },
    NO_THERAPY_START: { description: 'There is no date to count from.' },
  },
});

@WithoutPatients()
@ObjectType('ComplianceRule', {
  description: 'A rule of use as data. A published version never changes; a changed rule is a new version.',
})
export class ComplianceRuleType {
  @Field(() => String, { description: 'The name of the rule in requests, such as cms-pap.' })
  id!: string;

  @Field(() => String, { description: 'The name of the rule on screen, such as CMS PAP.' })
  name!: string;

  @Field(() => Int, { description: 'Version of the rule.' })
  version!: number;

  @Field(() => Int, { description: 'Day of therapy on which the period begins; therapy start is day 1.' })
  firstDay!: number;

  @Field(() => Int, { description: 'Days of the period within which the rule must be met.' })
  period!: number;

  @Field(() => Int, { description: 'Length of a window in consecutive days, entirely within the period.' })
  window!: number;

  @Field(() => Int, { description: 'Minutes of use that make a night compliant.' })
  minutes!: number;

  @Field(() => Int, { description: "Required share of a window's days in percent. Days without data count as days." })
  percent!: number;
}

/** What a result consists of. `verdict`: null when there is no date to count from. */
export type ComplianceFacts = Pick<
  Compliance,
  'patientId' | 'therapyStart' | 'rule' | 'asOf' | 'timezone' | 'knownAt' | 'isPresent' | 'verdict'
> &
  Partial<Pick<Compliance, 'evidence'>>;

/** A result as the API returns it; its rule may have no date to count from. */
@ObjectType('Compliance', {
  description: 'The result of a rule of use for a patient, computed from the nights known at `knownAt`.',
})
export class Compliance {
  readonly patientId: number;

  @Field(() => DateScalar, { nullable: true, description: 'First day of therapy; null when it is, or was, not known.' })
  readonly therapyStart: string | null;

  @Field(() => ComplianceRuleType, { description: 'The rule.' })
  readonly rule: ComplianceRule;

  @Field(() => DateScalar, {
    description:
      'The date of the result, in `timezone`. Nights, corrections, assignments and entries that came later are left out, unless `knownAt` is later.',
  })
  readonly asOf: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Time zone in which that date begins and ends: of the patient's provider, or of the patient's organization when there is none. Null in a report that was issued before this was kept.",
  })
  readonly timezone: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The time of knowledge that was asked for; null: the end of `asOf`, and now for today.',
  })
  readonly knownAt: Date | null;

  /** Whether the result is of today and of what is known now. */
  readonly isPresent: boolean;

  /** Null when there is no date to count from. */
  readonly verdict: Verdict | null;

  /** What an issued report was based on, null when it does not say; undefined for a result that is computed. */
  readonly evidence: Evidence | null | undefined;

  constructor(facts: ComplianceFacts) {
    const { patientId, therapyStart, rule, asOf, timezone, knownAt, isPresent, verdict, evidence } = facts;
    this.patientId = patientId;
    this.timezone = timezone;
    this.knownAt = knownAt;
    this.isPresent = isPresent;
    this.therapyStart = therapyStart;
    this.rule = rule;
    this.asOf = asOf;
    this.verdict = verdict;
    this.evidence = evidence;
  }

  @Field(() => String, { description: 'Name of the rule, such as CMS PAP.' })
  get ruleName(): string {
    return this.rule.name;
  }

  @Field(() => Int, { description: 'Version of the rule.' })
  get ruleVersion(): number {
    return this.rule.version;
  }

  @Field(() => COMPLIANCE_STATES, { description: "The patient's state on the date of the result." })
  get state(): ComplianceState {
    return this.verdict?.state ?? 'no_therapy_start';
  }

  @Field(() => Boolean, {
    description:
      'True while the rule is not met and data can still change this: the period has not closed, or nights of it are without data. False without a date to count from.',
  })
  get isProvisional(): boolean {
    const { state } = this;
    if (this.verdict === null || state === 'met') return false;
    return state !== 'not_met' || this.missingNights > 0;
  }

  @Field(() => Int, { description: 'Days of the period within which the rule must be met.' })
  get period(): number {
    return this.rule.period;
  }

  @Field(() => Int, { description: 'Length of a window in consecutive days, entirely within the period.' })
  get windowDays(): number {
    return this.rule.window;
  }

  @Field(() => Int, { description: 'Minutes of use that make a night compliant.' })
  get minutesWanted(): number {
    return this.rule.minutes;
  }

  @Field(() => Int, { description: 'Compliant nights required in a window.' })
  get nightsWanted(): number {
    return nightsWanted(this.rule);
  }

  @Field(() => DateScalar, {
    nullable: true,
    description:
      'First day of the window that meets the rule. If none does: of the window that meets it first when every remaining night is compliant; otherwise of the best window. Null when there is no date to count from.',
  })
  get windowStart(): string | null {
    return this.verdict?.windowStart ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'Last day of that window; null when there is no date to count from.',
  })
  get windowEnd(): string | null {
    return this.verdict?.windowEnd ?? null;
  }

  @Field(() => DateScalar, { nullable: true, description: 'Night on which the rule was met; null when it is not met.' })
  get metOn(): string | null {
    return this.verdict?.metOn ?? null;
  }

  @Field(() => Int, { description: 'Compliant nights in the window so far.' })
  get compliantDays(): number {
    return this.verdict?.compliantDays ?? 0;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Compliant nights still needed in the window; 0 when met, null when the rule can no longer be met.',
  })
  get nightsNeeded(): number | null {
    return this.verdict?.nightsNeeded ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'Date on which the rule was met or can be met at the earliest; null when it can no longer be met.',
  })
  get earliestDate(): string | null {
    return this.verdict?.earliestDate ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description:
      'Last night that can still complete a window: when the rule is not met with it, it is not met at all. The date on which it was met; null when it can no longer be met.',
  })
  get latestDate(): string | null {
    return this.verdict?.latestDate ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description:
      "First day since which, by what was recorded by the end of each day in the zone of the patient's provider, every remaining night has been needed or the rule could not be met; while nights can still be missed, the first day on which none can if no night arrives. Null when the rule is met.",
  })
  get atRiskOn(): string | null {
    return this.verdict?.atRiskOn ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description:
      "First day since which, by what was recorded by the end of each day in the zone of the patient's provider, the rule could not be met; while it can be met, the first day on which it cannot if no night arrives. Null when the rule is met.",
  })
  get cannotBeMetOn(): string | null {
    return this.verdict?.cannotBeMetOn ?? null;
  }

  @Field(() => Int, { description: 'Nights of the period whose counted data has a corrected date.' })
  get correctedNights(): number {
    return this.verdict?.ledger.filter(({ corrected }) => corrected).length ?? 0;
  }

  @Field(() => Int, {
    description: 'Nights of the period without data. Missing is not zero use: data that arrives later is counted.',
  })
  get missingNights(): number {
    return this.verdict?.ledger.filter(({ state }) => state === 'missing').length ?? 0;
  }
}

@ObjectType({ description: 'Result of recalculating compliance.' })
export class RecalculateCompliancePayload extends Payload {
  @Field(() => Patient, { nullable: true, description: 'The patient; null when refused.' })
  patient: Patient | null = null;

  @Field(() => Compliance, { nullable: true, description: 'The stored result; null when refused.' })
  compliance: Compliance | null = null;
}
