import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar } from '../shared/scalars.ts';
import { NightSourceEnum } from '../usage/usage-night.entity.ts';
import { CMS_PAP, nightsWanted, type ComplianceRule } from './compliance.rule.ts';
import type { ComplianceState, LedgerNight, NightState, Verdict } from './compliance.verdict.ts';

export const STATES = {
  MET: 'met',
  IN_PROGRESS: 'in_progress',
  AT_RISK: 'at_risk',
  NOT_MET: 'not_met',
  NO_THERAPY_START: 'no_therapy_start',
} as const;
registerEnumType(STATES, {
  name: 'ComplianceState',
  description: 'The state of a patient under a rule of use.',
  valuesConfig: {
    MET: { description: 'The rule was met; this state is final.' },
    IN_PROGRESS: { description: 'The period is running, and nights can still be missed.' },
    AT_RISK: {
      description: 'The period is running; every remaining night is needed, or the rule can no longer be met.',
    },
    NOT_MET: { description: 'The period ended without the rule being met.' },
    NO_THERAPY_START: { description: 'There is no date to count from.' },
  },
});

const NIGHTS = {
  COMPLIANT: 'compliant',
  SHORT: 'short',
  UNUSED: 'unused',
  FAULT: 'fault',
  MISSING: 'missing',
  EXPECTED: 'expected',
} as const;
registerEnumType(NIGHTS, {
  name: 'ComplianceNightState',
  description: 'How a night is counted.',
  valuesConfig: {
    COMPLIANT: { description: 'Enough minutes of use.' },
    SHORT: { description: 'Some use, with too few minutes.' },
    UNUSED: { description: 'The device reported no use.' },
    FAULT: { description: 'More than 24 hours: a data fault, not counted.' },
    MISSING: { description: 'No data. Missing data is not zero use.' },
    EXPECTED: { description: 'No data yet; it may still arrive.' },
  },
});

@ObjectType({ description: 'One day of the compliance period.' })
export class ComplianceNight {
  @Field(() => DateScalar, { description: 'Date of the evening: a night lasts from noon to noon, device-local.' })
  date!: string;

  @Field(() => Int, { description: 'Day of the period, from 1, the day of therapy start.' })
  day!: number;

  @Field(() => Int, { nullable: true, description: 'Device-reported use in minutes; null when no data arrived.' })
  minutes!: number | null;

  @Field(() => NightSourceEnum, {
    nullable: true,
    description:
      'Source of the night. A night from a source of lower priority is not counted. Null when no data arrived.',
  })
  source!: LedgerNight['source'];

  @Field(() => NIGHTS, { description: 'How the night is counted.' })
  state!: NightState;
}

/** A result as the API returns it; its rule may have no date to count from. */
@ObjectType('Compliance', {
  description: 'The result of a rule of use for a patient, computed from the current nights.',
})
export class Compliance {
  constructor(
    readonly patientId: number,
    readonly therapyStart: string | null,
    readonly rule: ComplianceRule,
    readonly verdict: Verdict | null,
  ) {}

  @Field(() => String, { description: 'Name of the rule, such as CMS PAP.' })
  get ruleName(): string {
    return this.rule.name;
  }

  @Field(() => Int, { description: 'Version of the rule.' })
  get ruleVersion(): number {
    return this.rule.version;
  }

  @Field(() => STATES, {
    description: "The patient's state today, by the date in the zone of the viewer's organization.",
  })
  get state(): ComplianceState {
    return this.verdict?.state ?? 'no_therapy_start';
  }

  @Field(() => Int, { description: 'Days from therapy start within which the rule must be met.' })
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
      'First day of the window that meets the rule. If none does: of the window that meets it first when every night from now on is compliant; otherwise of the best window. Null when there is no date to count from.',
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

  @Field(() => Int, {
    description: 'Nights of the period without data. Missing is not zero use: data that arrives later is counted.',
  })
  get missingNights(): number {
    return this.verdict?.ledger.filter(({ state }) => state === 'missing').length ?? 0;
  }
}

/** Returns the rule of a patient. There is only one so far; a payer's own rule would be chosen here. */
export const ruleOf = (): ComplianceRule => CMS_PAP;

@ObjectType({ description: 'Result of recalculating compliance.' })
export class RecalculateCompliancePayload extends Payload {
  @Field(() => Patient, { nullable: true, description: 'The patient; null when refused.' })
  patient: Patient | null = null;

  @Field(() => Compliance, { nullable: true, description: 'The stored result; null when refused.' })
  compliance: Compliance | null = null;
}
