import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { enumOf } from '../shared/enums.ts';
import { toGlobalId } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { FollowUpDecision } from './follow-up-decision.entity.ts';
import type { FollowUpRow } from './follow-ups.reads.ts';
import {
  FOLLOW_UP_ASSIGNED,
  FOLLOW_UP_STATES,
  FOLLOW_UP_OUTCOMES,
  FOLLOW_UP_REASONS,
  FOLLOW_UP_PAGE,
  HIDDEN_DAYS,
  MAX_FOLLOW_UP_NOTE,
  MAX_FOLLOW_UP_PAGE,
  type FollowUpAssigned,
  type FollowUpOutcome,
  type FollowUpReason,
  type FollowUpState,
} from './follow-ups.rules.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { SEEN_OR_NONE, Versioned, VersionedPayload, VersionScalar } from '../shared/versioned.ts';

export const FollowUpReasonEnum = enumOf(FOLLOW_UP_REASONS);
registerEnumType(FollowUpReasonEnum, {
  name: 'FollowUpReason',
  description: 'Reason for which a patient is to be called.',
  valuesConfig: {
    NIGHTS_NEEDED: {
      description: 'The compliance rule can still be met, and at most three of the nights that are left may be missed.',
    },
    ICODE_CALL: { description: 'An iCode is to be read, and no wireless night of the last week arrived.' },
    SILENT: { description: 'The active device has a module and has not connected for 48 hours or longer.' },
    SETTINGS_FAILED: { description: 'The active device did not receive its latest settings change.' },
  },
});

export const FollowUpOutcomeEnum = enumOf(FOLLOW_UP_OUTCOMES);
registerEnumType(FollowUpOutcomeEnum, {
  name: 'FollowUpOutcome',
  description: 'Outcome of a follow-up.',
  valuesConfig: {
    REACHED: { description: 'The patient was reached.' },
    LEFT_MESSAGE: { description: 'A message was left.' },
    NO_ANSWER: { description: 'No one answered.' },
    WRONG_NUMBER: { description: 'The phone number is wrong.' },
    NOT_NEEDED: { description: 'No call was needed.' },
  },
});

export const FollowUpStateEnum = enumOf(FOLLOW_UP_STATES);
registerEnumType(FollowUpStateEnum, {
  name: 'FollowUpState',
  description: 'State of a follow-up.',
  valuesConfig: {
    OPEN: { description: 'To do.' },
    SNOOZED: { description: 'Hidden until a day that a user chose.' },
    DONE: { description: 'Done, and hidden until the day on which it comes back if the reason still holds.' },
  },
});

export const FollowUpAssignedEnum = enumOf(FOLLOW_UP_ASSIGNED);
registerEnumType(FollowUpAssignedEnum, {
  name: 'FollowUpAssigned',
  description: 'Assignee to which the list is limited.',
  valuesConfig: {
    ME: { description: 'Assigned to the viewer.' },
    NO_ONE: { description: 'Assigned to no one.' },
  },
});

@WithoutPatients()
@ObjectType({ description: "A user of the viewer's organization, by name." })
export class Colleague {
  @Field(() => ID, { description: 'Global id of the user.' })
  id!: string;

  @Field(() => String, { description: 'Last name, first name.' })
  name!: string;
}

@ObjectType({
  implements: Versioned,
  description: 'A reason to call a patient, and the last day on which a call helps.',
})
export class FollowUp implements PatientData, Versioned {
  constructor(readonly row: FollowUpRow) {}

  @Field(() => ID, { description: 'The integer id of the patient and the reason: the same for as long as both are.' })
  get id(): string {
    return `${this.row.patientId}-${this.row.reason.toUpperCase()}`;
  }

  @Field(() => FollowUpReasonEnum, { description: 'Reason for which the patient is to be called.' })
  get reason(): FollowUpReason {
    return this.row.reason;
  }

  @Field(() => DateScalar, {
    description:
      "First day of the reason, in the zone of the viewer's organization; of a silent device the day on which it connected last.",
  })
  get sinceDay(): string {
    return this.row.sinceDay;
  }

  @Field(() => DateScalar, { nullable: true, description: 'Last day on which a call helps; null without one.' })
  get until(): string | null {
    return this.row.until;
  }

  @Field(() => FollowUpStateEnum, { description: 'State of the follow-up.' })
  get state(): FollowUpState {
    return this.row.state;
  }

  @Field(() => Colleague, {
    nullable: true,
    description: 'Colleague who does it, by their name at that time; null for no one.',
  })
  get assignee(): Colleague | null {
    const { assigneeId, assigneeName } = this.row;
    return assigneeId === null ? null : { id: toGlobalId('User', assigneeId), name: assigneeName! };
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'Day on which a snoozed follow-up, or a done one whose reason still holds, is shown again; else null.',
  })
  get hiddenUntil(): string | null {
    return this.row.state === 'open' ? null : this.row.hiddenUntil;
  }

  @Field(() => FollowUpOutcomeEnum, {
    nullable: true,
    description: 'Outcome when it was done last; null when it never was, and after it was snoozed or reopened.',
  })
  get outcome(): FollowUpOutcome | null {
    return this.row.outcome;
  }

  @Field(() => String, { nullable: true, description: 'The note of the latest act; null without one.' })
  get note(): string | null {
    return this.row.note;
  }

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the latest act; null without one.' })
  get decidedAt(): Date | null {
    return this.row.decidedAt;
  }

  @Field(() => String, { nullable: true, description: 'Last name, first name of the user of the latest act.' })
  get decidedBy(): string | null {
    return this.row.decidedBy;
  }

  /** The id of the latest act; 0 when there is none yet. */
  get version(): number {
    return this.row.version ?? 0;
  }

  patientShown(): number {
    return this.row.patientId;
  }
}

@WithoutPatients()
@ObjectType({ description: 'The number of open follow-ups of a reason.' })
export class FollowUpCount {
  @Field(() => FollowUpReasonEnum, { description: 'The reason.' })
  reason!: FollowUpReason;

  @Field(() => Int, { description: 'Number of open follow-ups; 10,000 when there are more.' })
  count!: number;

  @Field(() => Boolean, { description: 'True when there are more than `count`.' })
  countIsCapped!: boolean;
}

@ArgsType()
export class FollowUpsArgs {
  @Field(() => Int, {
    defaultValue: FOLLOW_UP_PAGE,
    description: `Number of follow-ups, at most ${MAX_FOLLOW_UP_PAGE}.`,
  })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor after which the follow-ups start.' })
  after?: string | null;

  @Field(() => FollowUpStateEnum, { defaultValue: 'open', description: 'Follow-ups in this state.' })
  state!: FollowUpState;

  @Field(() => [FollowUpReasonEnum], { nullable: true, description: 'Only these reasons; all when omitted.' })
  reasons?: FollowUpReason[] | null;

  @Field(() => FollowUpAssignedEnum, {
    nullable: true,
    description: 'Assignee to which the list is limited; all when omitted.',
  })
  assigned?: FollowUpAssigned | null;
}

@InputType({ description: 'A follow-up that a user acts on.' })
class FollowUpInput {
  @Field(() => VersionScalar, SEEN_OR_NONE)
  version?: RowVersion | null;

  @Field(() => ID, { description: 'Global id or integer id of the patient.' })
  patientId!: string;

  @Field(() => FollowUpReasonEnum, { description: 'The reason.' })
  reason!: FollowUpReason;
}

const NOTE = `Plain text of at most ${MAX_FOLLOW_UP_NOTE} letters. Blanks around it are left out.`;

@InputType({ description: 'The colleague who is given a follow-up.' })
export class AssignFollowUpInput extends FollowUpInput {
  @Field(() => ID, { nullable: true, description: 'Global id or integer id of the colleague; null for no one.' })
  userId?: string | null;
}

@InputType({ description: 'The day until which a follow-up is hidden.' })
export class SnoozeFollowUpInput extends FollowUpInput {
  @Field(() => String, {
    description: `YYYY-MM-DD on which it is shown again: from tomorrow to ${HIDDEN_DAYS.most} days from today.`,
  })
  until!: string;

  @Field(() => String, { nullable: true, description: NOTE })
  note?: string | null;
}

@InputType({ description: 'Outcome of a follow-up.' })
export class CompleteFollowUpInput extends FollowUpInput {
  @Field(() => FollowUpOutcomeEnum, { description: 'Outcome.' })
  outcome!: FollowUpOutcome;

  @Field(() => String, {
    nullable: true,
    description: `YYYY-MM-DD on which it is shown again if the reason still holds: from tomorrow to ${HIDDEN_DAYS.most} days from today; ${HIDDEN_DAYS.done} days from today when omitted.`,
  })
  lookAgainOn?: string | null;

  @Field(() => String, { nullable: true, description: NOTE })
  note?: string | null;
}

@InputType({ description: 'A follow-up that is to do again.' })
export class ReopenFollowUpInput extends FollowUpInput {}

@ObjectType({ description: 'Result of an act on a follow-up.' })
export class FollowUpPayload extends VersionedPayload {
  /** The act. */
  decision: FollowUpDecision | null = null;
}
