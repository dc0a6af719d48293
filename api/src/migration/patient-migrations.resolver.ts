import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import { patientsById } from '../patients/patients.service.ts';
import type { Topics } from '../realtime/topics.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { PatientMigrationRow, PatientMigrationResultEnum } from './patient-migration-row.entity.ts';
import { patientMigrationEvents } from './patient-migrations.channel.ts';
import { undoMigration } from './patient-migrations-undo.service.ts';
import {
  locationOfMigration,
  migratePatients,
  migrationRows,
  patientMigration,
  patientMigrations,
} from './patient-migrations.service.ts';
import {
  MigratePatientsInput,
  MigratePatientsPayload,
  PatientMigration,
  PatientMigrationProgress,
  UndoPatientMigrationInput,
  UndoPatientMigrationPayload,
} from './patient-migrations.types.ts';
import { reasonText } from './patient-migrations.view.ts';
import { patientMigrationRowsList } from './patient-migration-rows.list.ts';
import { listTypes } from '../shared/list-types.ts';

const PatientMigrationRowConnection = connectionOf(PatientMigrationRow, 'PatientMigrationRow');
const { Args: PatientMigrationRowsArgs } = listTypes('PatientMigrationRows', patientMigrationRowsList, {
  enums: { result: PatientMigrationResultEnum },
});

@Resolver(() => PatientMigration)
export class PatientMigrationsResolver {
  @Query(() => PatientMigration, { description: 'A migration of patients, for support staff.' })
  patientMigration(
    @Arg('id', () => ID, { description: 'Id of the migration.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<PatientMigration> {
    return patientMigration(ctx, rowId('PatientMigration', id));
  }

  @Query(() => [PatientMigration], {
    description: 'The migrations of patients to an organization, the newest 50, for support staff.',
  })
  patientMigrations(
    @Arg('organizationId', () => ID, { description: 'Global id or integer id of the organization.' })
    organizationId: string,
    @Ctx() ctx: Context,
  ): Promise<PatientMigration[]> {
    return patientMigrations(ctx, organizationId);
  }

  @Mutation(() => MigratePatientsPayload, {
    description:
      'Starts the job that migrates the patients of a location that was migrated. Each patient is added once.',
  })
  async migratePatients(
    @Arg('input', () => MigratePatientsInput, { description: 'The patients.' }) input: MigratePatientsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<MigratePatientsPayload>> {
    return { migration: await migratePatients(ctx, input) };
  }

  @Mutation(() => UndoPatientMigrationPayload, {
    description:
      'Starts the job that removes the patients that a migration added, within 24 hours of its end. Patients that later records depend on stay, and are named.',
  })
  async undoPatientMigration(
    @Arg('input', () => UndoPatientMigrationInput, { description: 'The migration.' }) input: UndoPatientMigrationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UndoPatientMigrationPayload>> {
    return { migration: await undoMigration(ctx, rowId('PatientMigration', input.id)) };
  }

  @Subscription(() => PatientMigrationProgress, {
    description: 'Progress of a migration of patients: at once, and again after each step of its job until its end.',
    subscribe: ({ args, context }) =>
      patientMigrationEvents(context as Context, rowId('PatientMigration', (args as { id: string }).id)),
  })
  patientMigrationProgress(
    @Arg('id', () => ID, { description: 'Id of the migration.' }) _id: string,
    @Root() { migrationId }: Topics['patient-migration.progressed'],
    @Ctx() ctx: Context,
  ): Promise<PatientMigrationProgress> {
    return patientMigration(ctx, migrationId);
  }

  @FieldResolver(() => Organization, { description: 'The organization that gets the patients.' })
  organization(@Root() { organizationId }: PatientMigration, @Ctx() ctx: Context): Promise<Organization> {
    return organizationOf(ctx, { organization: { id: organizationId } });
  }

  @FieldResolver(() => Location, { description: 'The location that gets the patients.' })
  location(@Root() migration: PatientMigration, @Ctx() ctx: Context): Promise<Location> {
    return locationOfMigration(ctx, migration);
  }

  @FieldResolver(() => PatientMigrationRowConnection, {
    description: 'The patients with their results, by id in the legacy system; filtered by `result`, searched by name.',
  })
  rows(
    @Root() { id }: PatientMigration,
    @Args(() => PatientMigrationRowsArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<PatientMigrationRow>> {
    return migrationRows(ctx, id, args);
  }
}

@Resolver(() => PatientMigrationRow)
export class PatientMigrationRowResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Reason for which the patient was refused, not added, or left, in the viewer's language; null when there is none.",
  })
  reason(@Root() row: PatientMigrationRow, @Ctx() ctx: Context): string | null {
    return reasonText(ctx, row);
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description: 'The patient; null when there is none, or the viewer may not see them now.',
  })
  patient(@Root() { patientId }: PatientMigrationRow, @Ctx() ctx: Context): Promise<Patient | null> {
    return patientId === null ? Promise.resolve(null) : ctx.loader(patientsById).load(patientId);
  }
}
