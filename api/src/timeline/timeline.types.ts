import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { PatientData } from '../shared/patient-data.ts';
import type { FactRow } from './timeline.reads.ts';
import { FACT_KINDS, FACT_PAGE, MAX_FACT_PAGE, type FactKind } from './timeline.rules.ts';

export const FactKindEnum = enumOf(FACT_KINDS);
registerEnumType(FactKindEnum, {
  name: 'PatientFactKind',
  description: 'Kind of a recorded fact about the therapy of a patient.',
  valuesConfig: {
    NIGHTS_ARRIVED: { description: 'One or more nights of a device arrived at the server.' },
    NIGHT_GREW: { description: 'A stored night got more minutes of use.' },
    CARD_READ: { description: 'The files of an SD card were read.' },
    DATES_CORRECTED: { description: 'A user corrected the dates of nights.' },
    NIGHTS_VOIDED: { description: 'A user voided nights of an SD card: they no longer count.' },
    NIGHTS_GIVEN_BACK: { description: 'A user restored voided nights: they count again.' },
    ASSIGNMENT_MADE: { description: 'A device was assigned to the patient.' },
    ASSIGNMENT_EDITED: { description: 'The dates of an assignment changed.' },
    ASSIGNMENT_DELETED: { description: 'An assignment was removed from view; its nights stayed.' },
    ASSIGNMENT_VOIDED: { description: 'An assignment was voided: it never was, and its nights left the patient.' },
    ASSIGNMENT_RESTORED: { description: 'A voided assignment was restored with its nights.' },
    THERAPY_START_SET: { description: 'The start of therapy was set, changed or removed.' },
    SETTINGS_SUBMITTED: { description: 'A user submitted a change of the settings of a device.' },
    SETTINGS_ANSWERED: { description: 'A device applied or refused a change of its settings, or the change expired.' },
    CODE_READ: { description: 'An iCode of a device was entered.' },
    REPORT_ISSUED: { description: 'A compliance report was issued.' },
    FOLLOW_UP_ASSIGNED: {
      description: "A follow-up was assigned to a colleague in the viewer's organization, or to no one.",
    },
    FOLLOW_UP_SNOOZED: { description: 'A follow-up was hidden until a day.' },
    FOLLOW_UP_DONE: { description: 'A follow-up was done, with its outcome.' },
    FOLLOW_UP_REOPENED: { description: 'A follow-up that was hidden was shown again.' },
  },
});

@ObjectType({ description: 'One detail of a fact.' })
export class PatientFactDetail {
  @Field(() => String, { description: 'Name of the detail, such as minutes or digest.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Value as text; null when it is not known.' })
  value!: string | null;
}

@ObjectType({
  description: 'A recorded fact about the therapy of a patient: its dates, its time, and the user who recorded it.',
})
export class PatientFact implements PatientData {
  readonly row: FactRow;

  constructor(
    private readonly patientId: number,
    row: FactRow,
  ) {
    this.row = row;
  }

  @Field(() => ID, { description: 'The fact within its patient: its kind and its row.' })
  get id(): string {
    return this.row.id;
  }

  @Field(() => FactKindEnum, { description: 'Kind of the fact.' })
  get kind(): FactKind {
    return this.row.kind;
  }

  @Field(() => DateTimeScalar, { description: 'Time at which the portal recorded it.' })
  get recordedAt(): Date {
    return this.row.recordedAt;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'First date that the fact is about; null for a fact that has no date but its time.',
  })
  get validFrom(): string | null {
    return this.row.validFrom;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'Last date that the fact is about; null for one without end.',
  })
  get validTo(): string | null {
    return this.row.validTo;
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Name or e-mail address, at that time, of the user who did it; null for a device and for the portal itself.',
  })
  get actor(): string | null {
    return this.row.actor;
  }

  @Field(() => String, { nullable: true, description: 'The reason that was given; null without one.' })
  get reason(): string | null {
    return this.row.reason;
  }

  @Field(() => [PatientFactDetail], {
    description: 'More fields of this kind of fact: minutes, nights, source, digest, parser, codec, rule.',
  })
  get details(): PatientFactDetail[] {
    return Object.entries(this.row.details).map(([name, value]) => ({
      name,
      value: value === null ? null : String(value),
    }));
  }

  patientShown(): number {
    return this.patientId;
  }
}

@ArgsType()
export class TimelineArgs {
  @Field(() => Int, { defaultValue: FACT_PAGE, description: `Number of facts, at most ${MAX_FACT_PAGE}.` })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor after which the facts start.' })
  after?: string | null;

  @Field(() => [FactKindEnum], { nullable: true, description: 'Only these kinds; all when omitted.' })
  kinds?: FactKind[] | null;

  @Field(() => DateScalar, {
    nullable: true,
    description: "First day on which the facts were recorded, in the zone of the viewer's organization.",
  })
  from?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Last day on which the facts were recorded.' })
  to?: string | null;
}
