import type { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import type { CardWarning } from './cards/card-warnings.ts';
import { UPLOAD_STATES } from './uploads.list.rules.ts';

export type UploadState = (typeof UPLOAD_STATES)[number];

export const UploadStateEnum = enumOf(UPLOAD_STATES);
registerEnumType(UploadStateEnum, {
  name: 'UploadState',
  description: 'State of an upload.',
  valuesConfig: {
    QUEUED: { description: 'Its files are stored; it is read as soon as a node takes it.' },
    PARSING: { description: 'Its files are being read.' },
    TO_CONFIRM: {
      description: 'It was read, and is not saved until a user confirms it: see checkConfirmUpload.',
    },
    PARSED: { description: 'Everything in it was read.' },
    PARTLY: { description: 'It was read, with warnings.' },
    REFUSED: { description: 'It was refused as a whole, for the given reason.' },
  },
});

/** The files of a card that a user sent together. Only the job that reads them changes it (uploads.jobs.ts). */
@Entity({ tableName: 'uploads' })
@ObjectType({ implements: LegacyNode, description: 'Files of an SD card, or usage files, that were sent together.' })
export class Upload extends LegacyNode {
  declare [OptionalProps]?: 'globalId' | 'databaseId' | 'updatedAt';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  userId!: number;

  @Property({ type: 'text' })
  @Field(() => UploadStateEnum, { description: 'Progress or result.' })
  state!: UploadState;

  /** Code of the reason. */
  @Property({ type: 'text', nullable: true, fieldName: 'reason' })
  reasonCode!: UploadReason | null;

  @Property({ type: 'integer', nullable: true })
  machineId!: number | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Serial number of the device; null until the card was read, and when it was refused.',
  })
  serial!: string | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of the user who sent it, or who confirmed it.' })
  sentBy!: string;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Number of files.' })
  fileCount!: number;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Bytes of all files.' })
  byteCount!: number;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Number of nights that were read from it.' })
  nightCount!: number;

  @Property({ type: 'integer' })
  @Field(() => Int, {
    description:
      'Number of nights that it added, or made longer. The others were completed, were known from an earlier card, or are not of a patient that the sender sees.',
  })
  addedCount!: number;

  @Property({ type: 'integer' })
  @Field(() => Int, {
    description: 'Number of nights of earlier cards whose missing figures it filled; their minutes are the same.',
  })
  completedCount!: number;

  @Property({ type: 'integer' })
  @Field(() => Int, {
    description: 'Number of nights on the card that had been voided when it was saved; they stay voided.',
  })
  voidedCount!: number;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, {
    nullable: true,
    description: 'First night of the card, by its own dates; null until it was read, and without nights.',
  })
  firstNight!: string | null;

  @Property({ type: 'date', nullable: true })
  @Field(() => DateScalar, {
    nullable: true,
    description: 'Newest night of the card, by its own dates; null until it was read, and without nights.',
  })
  lastNight!: string | null;

  @Property({ type: 'integer' })
  @Field(() => Int, {
    description: 'Days by which its nights were moved when they were saved; 0 when they have the dates of the card.',
  })
  shiftDays!: number;

  @Property({ type: 'json' })
  warnings!: CardWarning[];

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which it was received.' })
  createdAt!: Date;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time of the last change of its state or of its figures.' })
  updatedAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    name: 'ended',
    nullable: true,
    description: 'Time at which it was read or refused; null until then.',
  })
  endedAt!: Date | null;
}

/** Why nothing of an upload was used. A serial number that the sender does not see is like one that does not exist. */
export type UploadReason =
  | 'no_serial'
  | 'no_usage'
  | 'other_device'
  | 'sender_inactive'
  | 'serial_unknown'
  | 'two_serials'
  | 'unreadable'
  | 'wrong_dates';

/** One file of an upload. */
@Entity({ tableName: 'upload_files' })
export class StoredUploadFile {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'integer' })
  uploadId!: number;

  @Property({ type: 'integer' })
  place!: number;

  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'integer' })
  byteCount!: number;

  @Property({ type: 'text', nullable: true })
  format!: CardReading['files'][number]['format'];

  @Property({ type: 'text' })
  state!: 'queued' | 'parsed' | 'partly' | 'refused';

  @Property({ type: 'json' })
  warnings!: CardWarning[];
}
