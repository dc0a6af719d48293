import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { MigrationState, PatientScope } from './patient-migrations.store.ts';

export const PatientMigrationScopeEnum: Record<Uppercase<PatientScope>, PatientScope> = {
  ACTIVE: 'active',
  INACTIVE: 'inactive',
  ALL: 'all',
};
registerEnumType(PatientMigrationScopeEnum, {
  name: 'PatientMigrationScope',
  description: 'Selection of patients of a location to migrate.',
  valuesConfig: {
    ACTIVE: { description: 'Those that are active in the legacy system.' },
    INACTIVE: { description: 'Those that are not.' },
    ALL: { description: 'All of them, the active ones first.' },
  },
});

export const PatientMigrationStateEnum: Record<Uppercase<MigrationState>, MigrationState> = {
  WAITING: 'waiting',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
  UNDOING: 'undoing',
  UNDONE: 'undone',
  UNDO_FAILED: 'undo_failed',
};
registerEnumType(PatientMigrationStateEnum, {
  name: 'PatientMigrationState',
  description: 'State of a patient migration.',
  valuesConfig: {
    WAITING: { description: 'It starts as soon as a node takes it.' },
    RUNNING: { description: 'Patients are being migrated; also while it waits for the legacy system.' },
    DONE: { description: 'Every patient has a result.' },
    FAILED: { description: 'The job failed; the results so far stay.' },
    UNDOING: { description: 'The patients that it added are being removed.' },
    UNDONE: { description: 'They were removed, except those that later records depend on.' },
    UNDO_FAILED: { description: 'The undo failed; the patients removed so far stay removed. It can be repeated.' },
  },
});

@WithoutPatients()
@ObjectType({
  description: 'Progress of a migration of patients: the fields of PatientMigration that change while it runs.',
})
export class PatientMigrationProgress {
  @Field(() => ID, { description: 'Integer id of the migration.' })
  id!: number;

  @Field(() => PatientMigrationStateEnum, { description: 'Progress.' })
  state!: MigrationState;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of patients to migrate; null before the legacy system said it.',
  })
  total!: number | null;

  @Field(() => Int, { description: 'Number of patients that it added, also of those that an undo removed.' })
  migrated!: number;

  @Field(() => Int, { description: 'Number of patients that were here before.' })
  alreadyHere!: number;

  @Field(() => Int, { description: 'Number of patients that were refused.' })
  refused!: number;

  @Field(() => Int, { description: 'Number of patients that an undo removed.' })
  undone!: number;

  @Field(() => Int, { description: 'Number of patients that an undo left, because later records depend on them.' })
  kept!: number;

  @Field(() => String, {
    nullable: true,
    description: "Reason for which it waits or has failed, in the viewer's language; null while it runs.",
  })
  problem!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time at which its job began; null before.' })
  startedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time at which its job ended; null before.' })
  endedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time until which it can be undone; null before its end.',
  })
  undoUntil!: Date | null;

  @Field(() => Boolean, { description: 'True when the viewer may undo it now.' })
  viewerCanUndo!: boolean;
}

@ObjectType({ description: 'A migration of the patients of a location from the legacy system.' })
export class PatientMigration extends PatientMigrationProgress {
  @Field(() => String, { description: 'DME ID of the location.' })
  dmeId!: string;

  organizationId!: number;
  locationId!: number;

  @Field(() => PatientMigrationScopeEnum, {
    nullable: true,
    description: 'Selection of patients of the location; null when a request named them by their ids.',
  })
  scope!: PatientScope | null;

  @Field(() => String, { description: 'Name of the user who started it.' })
  startedBy!: string;

  @Field(() => DateTimeScalar, { description: 'Time at which it was asked for.' })
  createdAt!: Date;
}

@InputType({ description: 'Patients of a location to migrate.' })
export class MigratePatientsInput {
  @Field(() => String, { description: 'DME ID of a location that was migrated.' })
  dmeId!: string;

  @Field(() => PatientMigrationScopeEnum, { description: 'Selection of patients.' })
  scope!: PatientScope;
}

@ObjectType({ description: 'Result of starting a migration of patients.' })
export class MigratePatientsPayload extends Payload {
  @Field(() => PatientMigration, { nullable: true, description: 'The migration; null when refused.' })
  migration: PatientMigration | null = null;
}

@InputType({ description: 'A migration of patients to undo.' })
export class UndoPatientMigrationInput {
  @Field(() => ID, { description: 'Id of a migration that ended, or whose undo failed, within the last 24 hours.' })
  id!: string;
}

@ObjectType({ description: 'Result of undoing a migration of patients.' })
export class UndoPatientMigrationPayload extends Payload {
  @Field(() => PatientMigration, { nullable: true, description: 'The migration; null when refused.' })
  migration: PatientMigration | null = null;
}
