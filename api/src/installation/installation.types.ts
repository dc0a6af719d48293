import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

export type StorageKind = 'folder' | 'bucket';

export const StorageKindEnum = enumOf<StorageKind>(['folder', 'bucket']);
registerEnumType(StorageKindEnum, {
  name: 'StorageKind',
  description: 'The place of the files that users send.',
  valuesConfig: {
    FOLDER: { description: 'A folder that all nodes share (DATA_DIR).' },
    BUCKET: { description: 'A bucket (STORAGE_URL).' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'A process of the portal.' })
export class InstallationNode {
  @Field(() => ID, { description: 'Id of the process: a start makes a new one.' })
  id!: string;

  @Field(() => String, { description: 'Name of its machine or container.' })
  host!: string;

  @Field(() => String, { description: 'Version that it runs.' })
  version!: string;

  @Field(() => String, { description: 'Newest migration of its code.' })
  migration!: string;

  @Field(() => DateTimeScalar, { description: 'Time at which it started.' })
  startedAt!: Date;

  @Field(() => DateTimeScalar, { description: 'Time of its last sign of life; it gives one every 15 seconds.' })
  seenAt!: Date;

  @Field(() => Boolean, { description: 'True when it was not seen for a minute: it was killed, or lost its database.' })
  isSilent!: boolean;

  @Field(() => Boolean, { description: 'True for the node that answers this request.' })
  isThis!: boolean;
}

@WithoutPatients()
@ObjectType({ description: 'The jobs of a queue by their states.' })
export class InstallationQueue {
  @Field(() => String, { description: 'Name of the queue, as in the log and the metrics.' })
  queue!: string;

  @Field(() => Int, { description: 'Jobs whose time has come.' })
  waiting!: number;

  @Field(() => Int, { description: 'Jobs of a later time.' })
  later!: number;

  @Field(() => Int, { description: 'Jobs that run.' })
  active!: number;

  @Field(() => Int, { description: 'Jobs that failed in their last attempt, and are kept for some days.' })
  failed!: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time since which the oldest waiting job could run; null when none waits.',
  })
  waitingSince!: Date | null;
}

@WithoutPatients()
@ObjectType({ description: 'A job that failed in its last attempt. Its data stay in the queue.' })
export class FailedJob {
  @Field(() => ID, { description: 'Id of the job, as in the log.' })
  id!: string;

  @Field(() => String, { description: 'Name of its queue.' })
  queue!: string;

  @Field(() => DateTimeScalar, { description: 'Time of the last attempt.' })
  failedAt!: Date;

  @Field(() => Int, { description: 'Number of attempts.' })
  attempts!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Kind of the error and its code, such as DriverException 57014, never its text; TimedOut and NodeLost when the node did not end the job; null when it was not noted.',
  })
  reason!: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'The outbox of mails.' })
export class InstallationMails {
  @Field(() => Int, { description: 'Mails that wait to be sent.' })
  waiting!: number;

  @Field(() => Int, { description: 'Mails that failed within the last 24 hours.' })
  failed!: number;

  @Field(() => Int, { description: 'Addresses to which no mail is sent.' })
  suppressed!: number;
}

@WithoutPatients()
@ObjectType({ description: 'The files that users sent.' })
export class InstallationStorage {
  @Field(() => StorageKindEnum, { description: 'The place that this node uses.' })
  kind!: StorageKind;

  @Field(() => Int, { description: 'Uploads whose files are kept, as the database knows them.' })
  uploads!: number;

  @Field(() => Float, { description: 'Bytes of these files, as they were sent.' })
  bytes!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Cards in the store of which the database has no upload, as after a restore: they are kept until a person decides. Null before the first sweep.',
  })
  held!: number | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the last sweep; null before the first one.' })
  sweptAt!: Date | null;
}

@WithoutPatients()
@ObjectType({ description: 'The last verifications; each is null before the first one.' })
export class InstallationChecks {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which all results of compliance were verified.',
  })
  complianceAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time at which all derived rows were verified.' })
  derivedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the last seal of the audit log.' })
  sealedAt!: Date | null;
}

@WithoutPatients()
@ObjectType({ description: 'A backup, as the command that took it noted.' })
export class InstallationBackup {
  @Field(() => DateTimeScalar, { description: 'Time at which it was taken.' })
  takenAt!: Date;

  @Field(() => Float, { description: 'Its size in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'Version of the portal that took it.' })
  version!: string;
}

@WithoutPatients()
@ObjectType({ description: 'The state of the installation, as the node that answers and the database know it.' })
export class Installation {
  @Field(() => String, { description: 'Version that the node runs.' })
  version!: string;

  @Field(() => String, { nullable: true, description: 'Commit of the build; null when the build does not know it.' })
  commit!: string | null;

  @Field(() => String, { description: 'Newest migration, which the database has.' })
  migration!: string;

  @Field(() => DateTimeScalar, { description: 'Time at which the node started.' })
  startedAt!: Date;

  @Field(() => [InstallationNode], {
    description: 'Nodes that run, and those that ended without a word in the last day.',
  })
  nodes!: InstallationNode[];

  @Field(() => [InstallationQueue], { description: 'All queues, by name.' })
  queues!: InstallationQueue[];

  @Field(() => [FailedJob], { description: 'The last 100 failed jobs, the newest first.' })
  failedJobs!: FailedJob[];

  @Field(() => InstallationMails, { description: 'The outbox of mails.' })
  mails!: InstallationMails;

  @Field(() => InstallationStorage, { description: 'The files that users sent.' })
  storage!: InstallationStorage;

  @Field(() => InstallationChecks, { description: 'The last verifications.' })
  checks!: InstallationChecks;

  @Field(() => InstallationBackup, { nullable: true, description: 'The last backup; null when none was noted.' })
  lastBackup!: InstallationBackup | null;
}

@InputType({ description: 'The failed jobs that run again.' })
export class RunJobsAgainInput {
  @Field(() => String, { description: 'Name of the queue.' })
  queue!: string;

  @Field(() => ID, { nullable: true, description: 'Id of one job; null for all failed ones of the queue.' })
  jobId?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of letting failed jobs run again.' })
export class RunJobsAgainPayload extends Payload {
  @Field(() => Int, { nullable: true, description: 'Number of jobs that run again; null when refused.' })
  count: number | null = null;
}
