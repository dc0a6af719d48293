import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { NightConfidence } from './compliance-evidence.ts';

export const CONFIDENCES = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const satisfies Record<
  string,
  NightConfidence
>;
registerEnumType(CONFIDENCES, {
  name: 'Confidence',
  description: 'Confidence that the minutes of a night are those that the device counted.',
  valuesConfig: {
    HIGH: { description: 'The device sent them, or the card protects them with a checksum.' },
    MEDIUM: { description: 'A code has them in steps of five minutes, or the layout of the card is known in part.' },
    LOW: { description: 'The card has no checksum for them: damage may have gone unnoticed.' },
  },
});

@ObjectType({ description: 'Origin of a report of a night, as it was known at the time of the result.' })
export class ComplianceNightEvidence {
  @Field(() => String, { description: 'Serial number of the device.' })
  serial!: string;

  @Field(() => DateTimeScalar, { description: 'Time at which the night first reached the server.' })
  arrivedAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256 of the files of the SD card in hexadecimal; null for a night that no card brought.',
  })
  uploadDigest!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Parser of the card or codec of the code, with its version; null for a night that the device sent.',
  })
  reader!: string | null;

  @Field(() => CONFIDENCES, { nullable: true, description: 'Confidence in the minutes; null when it is not known.' })
  confidence!: NightConfidence | null;

  @Field(() => String, {
    nullable: true,
    description: 'E-mail address, at that time, of the user who corrected the date; null without a correction.',
  })
  correctedBy!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the correction; null without one.' })
  correctedAt!: Date | null;
}

@ObjectType({ description: 'A therapy start as it was entered.' })
export class TherapyStart {
  @Field(() => DateScalar, { nullable: true, description: 'First day of therapy; null when it was taken away.' })
  therapyStart!: string | null;

  @Field(() => DateTimeScalar, { description: 'Time at which it was entered.' })
  recordedAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'Name or e-mail address, at that time, of the user; null for the portal itself.',
  })
  by!: string | null;
}

@ObjectType({ description: 'A device of the patient, as the assignment was known at the time of the result.' })
export class ComplianceDevice {
  @Field(() => String, { description: 'Serial number of the device.' })
  serial!: string;

  @Field(() => DateScalar, { description: 'First day of the assignment.' })
  startDate!: string;

  @Field(() => DateScalar, { nullable: true, description: 'Day on which it ended; null while it is active.' })
  endDate!: string | null;

  @Field(() => Boolean, { description: 'True when it was removed from view; its nights stayed with the patient.' })
  isRemoved!: boolean;
}

@ObjectType({ description: 'Nights of SD cards of one device that staff voided together: they are in no figure.' })
export class ComplianceVoidedNights {
  @Field(() => String, { description: 'Serial number of the device.' })
  serial!: string;

  @Field(() => Int, { description: 'Number of the nights.' })
  nights!: number;

  @Field(() => DateScalar, { description: 'Date of the first one.' })
  firstDate!: string;

  @Field(() => DateScalar, { description: 'Date of the last one.' })
  lastDate!: string;

  @Field(() => String, { description: 'Reason for which they do not count.' })
  reason!: string;

  @Field(() => String, { description: 'E-mail address, at that time, of the user who voided them.' })
  by!: string;

  @Field(() => DateTimeScalar, { description: 'Time at which they were voided.' })
  at!: Date;
}

@ObjectType({ description: 'Basis of a result, as it was known at the time of the result.' })
export class ComplianceEvidence {
  @Field(() => DateScalar, {
    nullable: true,
    description: 'First night with use that was recorded, also before the start of therapy; null without one.',
  })
  firstUse!: string | null;

  @Field(() => String, { nullable: true, description: 'Serial number of the device of that night.' })
  firstUseSerial!: string | null;

  @Field(() => Int, { description: 'Nights with data before the start of therapy. No rule counts them.' })
  nightsBeforeStart!: number;

  @Field(() => Int, { description: 'Nights before the start of therapy that have the minutes of the rule.' })
  compliantBeforeStart!: number;

  @Field(() => [TherapyStart], { description: 'Every start of therapy that was entered, oldest first.' })
  therapyStarts!: TherapyStart[];

  @Field(() => [ComplianceDevice], { description: 'The devices of the patient, by the first day of the assignment.' })
  devices!: ComplianceDevice[];

  @Field(() => Int, { description: 'Counted nights of the period that no listed device covers.' })
  unlistedNights!: number;

  @Field(() => [ComplianceVoidedNights], {
    description: 'Nights up to the end of the period that staff voided, the first void first. No figure counts them.',
  })
  voidedNights!: ComplianceVoidedNights[];
}
