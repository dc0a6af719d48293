import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateScalar } from '../shared/scalars.ts';
import type { PatientCallPlan } from './icode-assistant.service.ts';
import type { CallReason, ICodeCall } from './icode-calls.ts';
import type { ContradictionKind } from './icode-contradictions.ts';
import { ICodeReport } from './icode-report.entity.ts';
import type { AllowedNights } from './icode-recorded.ts';

const REASONS: Record<Uppercase<CallReason>, CallReason> = {
  FIRST_WINDOW: 'first_window',
  TARGET_POSSIBLE: 'target_possible',
  OVERDUE: 'overdue',
  WHOLE_PERIOD: 'whole_period',
};
registerEnumType(REASONS, {
  name: 'ICodeCallReason',
  description: 'Reason for which codes are to be read on a day.',
  valuesConfig: {
    FIRST_WINDOW: { description: 'The first whole window of the rule has ended.' },
    TARGET_POSSIBLE: { description: 'By the last code, no earlier window can hold enough nights.' },
    OVERDUE: { description: 'The planned day has passed without a code: read it today.' },
    WHOLE_PERIOD: {
      description: 'The longest code within the period contains the best window of its nights, on this day only.',
    },
  },
});

type PlanState = PatientCallPlan['state'];
const STATES: Record<Uppercase<PlanState>, PlanState> = {
  NONE: 'none',
  NO_DEVICE: 'no_device',
  MET: 'met',
  PLANNED: 'planned',
  CAUGHT: 'caught',
  MISSED: 'missed',
};
registerEnumType(STATES, {
  name: 'ICodeCallState',
  description: 'State of the proof by iCodes that the rule of use is met.',
  valuesConfig: {
    NONE: { description: 'There is no therapy start, or iCodes do not count what the rule counts.' },
    NO_DEVICE: { description: 'The patient has no device from which a code can be read.' },
    MET: { description: 'The nights that were recorded meet the rule: no code is needed.' },
    PLANNED: { description: 'Codes are to be read on the days of `calls`.' },
    CAUGHT: { description: 'A code that is in no contradiction proves that the rule was met.' },
    MISSED: { description: 'No code can prove it any more.' },
  },
});

const KINDS: Record<Uppercase<ContradictionKind>, ContradictionKind> = {
  COMPLIANT_DAYS: 'compliant_days',
  BEST30: 'best30',
  MINUTES: 'minutes',
  RECORDED_NIGHTS: 'recorded_nights',
};
registerEnumType(KINDS, {
  name: 'ICodeContradictionKind',
  description:
    'Figure in which two codes of one device contradict each other, or a code contradicts itself or the recorded nights.',
  valuesConfig: {
    COMPLIANT_DAYS: { description: 'One code holds more compliant days than the other, or its own period, allows.' },
    BEST30: { description: 'The best 30 does not fit the other code, or the compliant days of its own code.' },
    MINUTES: { description: 'The average use does not fit the other code, or the compliant days of its own code.' },
    RECORDED_NIGHTS: {
      description: 'The code holds fewer or more compliant days than the recorded nights of its period allow.',
    },
  },
});

@ObjectType('ICodeCall', { description: 'A day on which to have iCodes read.' })
export class ICodeCallType implements ICodeCall {
  @Field(() => DateScalar, { description: 'Date of the reading, in the morning.' })
  on!: string;

  @Field(() => [Int], { description: 'Periods of the codes to read, in days.' })
  periods!: number[];

  @Field(() => DateScalar, { description: 'First night that the longest of the codes covers on this date.' })
  firstNight!: string;

  @Field(() => DateScalar, { description: 'Last night that the codes cover on this date.' })
  lastNight!: string;

  @Field(() => REASONS, { description: 'Reason for this day.' })
  reason!: CallReason;
}

@ObjectType({ description: 'A code that proves that the rule of use was met.' })
export class ICodeProof {
  @Field(() => DateScalar, { description: 'Date of the reading.' })
  collected!: string;

  @Field(() => DateScalar, { description: 'First night that the code covers.' })
  firstNight!: string;

  @Field(() => DateScalar, { description: 'Last night that the code covers.' })
  lastNight!: string;
}

@ObjectType({
  description: 'The days on which to have iCodes read so that the window that meets the rule of use is caught.',
})
export class ICodeCallPlan implements PatientCallPlan {
  @Field(() => STATES, { description: 'State of the proof by codes.' })
  state!: PlanState;

  @Field(() => String, {
    nullable: true,
    description: 'Serial number of the device of the codes; null when there are none to read and none proves it.',
  })
  serial!: string | null;

  @Field(() => Boolean, {
    description: 'True when a wireless night of the last 7 days arrived: codes are needed only if that ends.',
  })
  nightsArrive!: boolean;

  @Field(() => [ICodeCallType], { description: 'Days to call, earliest first; empty unless the state is PLANNED.' })
  calls!: ICodeCall[];

  @Field(() => ICodeProof, { nullable: true, description: 'The code that proves it; null unless the state is CAUGHT.' })
  caught!: ICodeProof | null;
}

@ObjectType({
  description: 'The compliant nights that recorded nights allow. A night that is not recorded can be either.',
})
export class ICodeAllowedNights implements AllowedNights {
  @Field(() => Int, { description: 'The fewest: the recorded nights that are compliant for certain.' })
  least!: number;

  @Field(() => Int, { description: 'The most: all nights of the period except those that are short for certain.' })
  most!: number;
}

@ObjectType({
  description:
    'Codes of one device that cannot all be right, or one that does not fit the recorded nights. None of them proves that a rule was met, and the night of a one-day code that contradicts another code does not count.',
})
export class ICodeContradiction {
  @Field(() => KINDS, { description: 'Figure that does not fit.' })
  kind!: ContradictionKind;

  @Field(() => [ICodeReport], { description: 'The two codes; one when it contradicts itself or the recorded nights.' })
  reports!: ICodeReport[];

  @Field(() => ICodeAllowedNights, {
    nullable: true,
    description:
      'Compliant nights that the recorded nights of the period allow; null unless the kind is RECORDED_NIGHTS.',
  })
  allowed!: ICodeAllowedNights | null;
}
