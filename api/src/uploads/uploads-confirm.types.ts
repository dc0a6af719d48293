import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { UsageDateForecast } from '../compliance/compliance-forecast.types.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar } from '../shared/scalars.ts';
import { SentFileScalar, type SentFile } from '../shared/sent-file.ts';
import type { NightSource } from '../usage/night-source.rules.ts';
import { NightSourceEnum } from '../usage/usage-night.entity.ts';
import { Upload } from './upload.entity.ts';
import type { UploadedNightOutcome } from './uploads-plan.ts';
import { UnassignedNights } from './uploads.types.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { PLAN, VersionedInput, VersionScalar } from '../shared/versioned.ts';

const OUTCOMES: Record<Uppercase<UploadedNightOutcome>, UploadedNightOutcome> = {
  ADDED: 'added',
  LONGER: 'longer',
  COMPLETED: 'completed',
  KNOWN: 'known',
  VOIDED: 'voided',
};
registerEnumType(OUTCOMES, {
  name: 'UploadedNightOutcome',
  description: 'Result of an upload for a night of the card.',
  valuesConfig: {
    ADDED: { description: 'It is new.' },
    LONGER: { description: 'It replaces the shorter last night of an earlier card.' },
    COMPLETED: {
      description:
        'An earlier card brought it with the same minutes and without figures that this card has, which are added; or with events that an earlier version of the parser read out of order, which are replaced.',
    },
    KNOWN: { description: 'An earlier card brought it, and it stays as it is.' },
    VOIDED: { description: 'An earlier card brought it, and it stays voided until a user restores it.' },
  },
});

@InputType({ description: 'Files of a card that are sent together.' })
export class CreateUploadInput {
  @Field(() => [SentFileScalar], { description: 'All files of the card, in the order in which they are sent.' })
  files!: SentFile[];

  @Field(() => ID, {
    nullable: true,
    description: 'Global id or integer id of the device whose card it should be; any device when omitted.',
  })
  machineId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: nothing is written until confirmUpload. False when omitted: it is written when it was read.',
  })
  preview?: boolean | null;
}

@InputType({ description: 'An upload that waits for a confirmation.' })
export class ConfirmUploadInput extends VersionedInput {
  @Field(() => ID, { description: 'Global id or integer id of the upload.' })
  uploadId!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Days by which every new night and the settings are moved: the clock of the device was wrong. The recorded dates stay, each moved night is a line of the date change log, and it takes update.machine.date_change_utility. Nothing is moved when omitted.',
  })
  shiftDays?: number | null;
}

@InputType({ description: 'An upload that waits for a confirmation, to be discarded.' })
export class CancelUploadInput {
  @Field(() => ID, { description: 'Global id or integer id of the upload.' })
  uploadId!: string;
}

@ObjectType({ description: 'A night of a card, and its result if the upload is confirmed.' })
export class UploadedNight {
  @Field(() => DateScalar, {
    description:
      'Date of the evening by which it would count: the recorded one, its correction, or the one after the move.',
  })
  date!: string;

  @Field(() => DateScalar, { description: 'Date of the evening as the card has it.' })
  recordedDate!: string;

  @Field(() => Boolean, { description: 'False when it would be of no patient: no assignment covers its date.' })
  hasPatient!: boolean;

  @Field(() => Int, { description: 'Minutes of use on the card.' })
  minutes!: number;

  @Field(() => OUTCOMES, { description: 'Result for the night, if the upload is confirmed.' })
  outcome!: UploadedNightOutcome;

  @Field(() => NightSourceEnum, {
    nullable: true,
    description: 'The source whose night of the same date counts in its place; null when it counts itself.',
  })
  overruledBy!: NightSource | null;

  @Field(() => [NightSourceEnum], {
    description: 'The sources whose nights of the same date it overrules; empty when there are none.',
  })
  overrules!: NightSource[];
}

@ObjectType({ description: 'One setting of a card.' })
export class UploadedSetting {
  @Field(() => String, { description: 'Its name in the catalog.' })
  name!: string;

  @Field(() => String, { description: "Its label in the viewer's language." })
  label!: string;

  @Field(() => String, { description: 'Its value as displayed.' })
  value!: string;

  @Field(() => String, { nullable: true, description: 'Its unit; null when it has none.' })
  unit!: string | null;
}

@ObjectType({ description: 'The newest settings of a card.' })
export class UploadedSettings {
  @Field(() => DateScalar, { description: 'The night that has them.' })
  night!: string;

  @Field(() => Boolean, {
    description: 'True when they would become the current ones; false when the device has reported others since.',
  })
  isCurrent!: boolean;

  @Field(() => [UploadedSetting], { description: 'The settings.' })
  values!: UploadedSetting[];
}

@ObjectType({
  description: 'Every reason why confirmUpload would refuse the upload, or the changes that it would make.',
})
export class ConfirmUploadCheck extends Payload {
  @Field(() => VersionScalar, { nullable: true, description: PLAN })
  version: RowVersion | null = null;

  @Field(() => [UploadedNight], {
    description: 'The nights of the card, without those of patients that the viewer may not see; empty when refused.',
  })
  nights: UploadedNight[] = [];

  @Field(() => UnassignedNights, {
    nullable: true,
    description: 'Those of the nights that would be of no patient; null when there are none, or refused.',
  })
  unassigned: UnassignedNights | null = null;

  @Field(() => UploadedSettings, {
    nullable: true,
    description: 'The settings that would be collected; null when there are none, or refused.',
  })
  settings: UploadedSettings | null = null;

  @Field(() => [UsageDateForecast], { description: 'The patients concerned, by name; empty when refused.' })
  patients: UsageDateForecast[] = [];
}

@ObjectType({ description: 'Result of sending the files of a card.' })
export class CreateUploadPayload extends Payload {
  @Field(() => Upload, { nullable: true, description: 'The upload; null when refused.' })
  upload: Upload | null = null;
}

@ObjectType({ description: 'Result of confirming an upload.' })
export class ConfirmUploadPayload extends Payload {
  @Field(() => Upload, { nullable: true, description: 'The upload; null when refused.' })
  upload: Upload | null = null;
}

@ObjectType({ description: 'Result of discarding an upload.' })
export class CancelUploadPayload extends Payload {}
