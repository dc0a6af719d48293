import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar } from '../shared/scalars.ts';
import { CMS_PAP, nightsWanted, type ComplianceRule } from './compliance.rule.ts';
import type { ComplianceState, LedgerNight, NightState, Verdict } from './compliance.verdict.ts';

const STATES = {
  MET: 'met',
  IN_PROGRESS: 'in_progress',
  AT_RISK: 'at_risk',
  NOT_MET: 'not_met',
  NO_THERAPY_START: 'no_therapy_start',
} as const;
registerEnumType(STATES, {
  name: 'ComplianceState',
  description: 'Where a patient stands with a rule of use.',
  valuesConfig: {
    MET: { description: 'Met, for good.' },
    IN_PROGRESS: { description: 'The period lasts, and there are nights to spare.' },
    AT_RISK: { description: 'The period lasts; every night that is left is needed, or the rule is out of reach.' },
    NOT_MET: { description: 'The period is over.' },
    NO_THERAPY_START: { description: 'There is no day to count from.' },
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
  description: 'What a night counts as.',
  valuesConfig: {
    COMPLIANT: { description: 'Enough minutes.' },
    SHORT: { description: 'Used, with too few minutes.' },
    UNUSED: { description: 'The device reported no use.' },
    FAULT: { description: 'More than 24 hours: a fault of the data, not counted.' },
    MISSING: { description: 'No data, which is not zero use.' },
    EXPECTED: { description: 'No data yet; it may be on its way.' },
  },
});

@ObjectType({ description: 'One day of the period as it was counted.' })
export class ComplianceNight {
  @Field(() => DateScalar, { description: "The evening's date: a night runs noon to noon, device-local." })
  date!: string;

  @Field(() => Int, { description: 'Day of the period; the day of therapy start is 1.' })
  day!: number;

  @Field(() => Int, { nullable: true, description: 'Minutes of use, device-reported; null when no data arrived.' })
  minutes!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'wireless, sd or qr: what brought the night. A source of lower priority is overruled and not counted.',
  })
  source!: LedgerNight['source'];

  @Field(() => NIGHTS, { description: 'What it counts as.' })
  state!: NightState;
}

/** A verdict as the API tells it, of a rule that may have nothing to count from. */
@ObjectType('Compliance', {
  description: 'What a rule of use says of a patient, counted from the nights as they are now.',
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

  @Field(() => STATES, { description: "Where the patient stands today, the viewer's organisation's date." })
  get state(): ComplianceState {
    return this.verdict?.state ?? 'no_therapy_start';
  }

  @Field(() => Int, { description: 'Days from therapy start within which the rule must be met.' })
  get period(): number {
    return this.rule.period;
  }

  @Field(() => Int, { description: 'Consecutive days of a window, wholly within the period.' })
  get windowDays(): number {
    return this.rule.window;
  }

  @Field(() => Int, { description: 'Minutes that make a night compliant.' })
  get minutesWanted(): number {
    return this.rule.minutes;
  }

  @Field(() => Int, { description: 'Compliant nights that a window needs.' })
  get nightsWanted(): number {
    return nightsWanted(this.rule);
  }

  @Field(() => DateScalar, {
    nullable: true,
    description:
      'First day of the window that meets the rule; else of the one that meets it first if every night from now on is compliant; else of the best one.',
  })
  get windowStart(): string | null {
    return this.verdict?.windowStart ?? null;
  }

  @Field(() => DateScalar, { nullable: true, description: 'Last day of that window.' })
  get windowEnd(): string | null {
    return this.verdict?.windowEnd ?? null;
  }

  @Field(() => DateScalar, { nullable: true, description: 'The night with which the rule was met.' })
  get metOn(): string | null {
    return this.verdict?.metOn ?? null;
  }

  @Field(() => Int, { description: 'Compliant nights of the window so far.' })
  get compliantDays(): number {
    return this.verdict?.compliantDays ?? 0;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Compliant nights still needed in the window; 0 when met, null when the rule cannot be met any more.',
  })
  get nightsNeeded(): number | null {
    return this.verdict?.nightsNeeded ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'When it was met, or can be met at the earliest; null when it cannot be met any more.',
  })
  get earliestDate(): string | null {
    return this.verdict?.earliestDate ?? null;
  }

  @Field(() => Int, {
    description:
      'Nights of the period of which no data arrived. Missing is not zero use: data that arrive later are counted.',
  })
  get missingNights(): number {
    return this.verdict?.ledger.filter(({ state }) => state === 'missing').length ?? 0;
  }
}

/** The rule of a patient. One so far; a payer's own would be chosen here. */
export const ruleOf = (): ComplianceRule => CMS_PAP;

@ObjectType({ description: 'Result of calculating the compliance again.' })
export class RecalculateCompliancePayload extends Payload {
  @Field(() => Patient, { nullable: true, description: 'The patient.' })
  patient!: Patient | null;

  @Field(() => Compliance, { nullable: true, description: 'The result, as it was stored.' })
  compliance!: Compliance | null;
}
