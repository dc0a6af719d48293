import { Location } from '../locations/location.entity.ts';
import { findOrganization } from '../organizations/organizations.service.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, type Refusal } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { MAX_PATIENTS } from './migration.access.ts';
import { canUndoMigration } from './migration.policy.ts';
import type { PatientMigrationRow } from './patient-migration-row.entity.ts';
import { rowsOfMigration } from './patient-migration-rows.list.ts';
import {
  findMigration,
  migratedLocation,
  newestMigrations,
  storeChosen,
  storeMigration,
  type MigratedLocation,
  type PatientScope,
  type StoredMigration,
} from './patient-migrations.store.ts';
import type { PatientMigration } from './patient-migrations.types.ts';
import { problemText } from './patient-migrations.view.ts';

/** Migrations in the panel of an organization. */
const NEWEST = 50;
/** Characters of an id in the legacy system. */
const MAX_ID = 64;

const refused = (field: string, code: string, message: Refusal['message'], values?: Refusal['values']) =>
  new InvalidInput([{ field, code, message, values }]);

function toShow(ctx: Context, found: StoredMigration): PatientMigration {
  return {
    ...found,
    problem: problemText(ctx, found),
    viewerCanUndo: canUndoMigration(ctx.viewer, found, ctx.app.now()),
  };
}

/** Returns a migration. Throws NotFound for one that the viewer may not see. */
export const patientMigration = async (ctx: Context, id: number): Promise<PatientMigration> =>
  toShow(ctx, await findMigration(ctx, id));

/** Returns the newest migrations to an organization. Throws NotFound for one that the viewer may not see. */
export async function patientMigrations(ctx: Context, organizationId: string): Promise<PatientMigration[]> {
  const { id } = await findOrganization(ctx, organizationId);
  return (await newestMigrations(ctx, id, NEWEST)).map((found) => toShow(ctx, found));
}

/** Returns a page of the patients of a migration. Refuses unknown columns, conditions, sizes and cursors. */
export async function migrationRows(
  ctx: Context,
  id: number,
  args: ListArgs,
): Promise<ConnectionShape<PatientMigrationRow>> {
  return connection(ctx, rowsOfMigration(id), args);
}

/** Returns the location that gets the patients of a migration. */
export const locationOfMigration = (ctx: Context, { locationId }: { locationId: number }): Promise<Location> =>
  findVisible(ctx, Location, { id: locationId });

async function start(
  ctx: Context,
  location: MigratedLocation,
  asked: { scope: PatientScope | null; total: number | null },
): Promise<number> {
  const migrationId = await storeMigration(ctx, location, asked);
  ctx.note({ migration: migrationId, organization: location.orgId, location: location.id, ...asked });
  await ctx.enqueue('migrate-patients', { migrationId, userId: ctx.viewer.userId }, { key: String(migrationId) });
  return migrationId;
}

/** Starts the job that migrates patients of a location. Refuses a DME ID that no location here has, and a closed one. */
export async function migratePatients(
  ctx: Context,
  { dmeId, scope }: { dmeId: string; scope: PatientScope },
): Promise<PatientMigration> {
  const location = await migratedLocation(ctx, { dmeId });
  if (!location) throw refused('dmeId', 'migration.not_migrated', 'migration.not_migrated');
  if (location.isClosed) throw refused('dmeId', 'location.closed', 'location.closed');
  return patientMigration(ctx, await start(ctx, location, { scope, total: null }));
}

/** Patients that a request names by their ids, unchecked. */
export interface ChosenPatients {
  patients: unknown;
  locationId: unknown;
}

/** Returns each id once. Refuses anything but a list of ids. */
function idsOf(patients: unknown): string[] {
  if (!Array.isArray(patients) || patients.length === 0) throw refused('patients', 'required', 'required');
  if (patients.length > MAX_PATIENTS) throw refused('patients', 'shape.list', 'shape.list', { max: MAX_PATIENTS });
  const ids = patients.map((value) =>
    typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '',
  );
  const wrong = ids.findIndex((id) => id === '' || id.length > MAX_ID);
  if (wrong >= 0) throw refused(`patients.${wrong}`, 'invalid', 'invalid');
  return [...new Set(ids)];
}

/** Runs every check of `migrateChosen` without writing. */
export async function checkChosen(
  ctx: Context,
  { patients, locationId }: ChosenPatients,
): Promise<{ ids: string[]; location: MigratedLocation }> {
  const ids = idsOf(patients);
  if (locationId === undefined || locationId === null || locationId === '')
    throw refused('locationId', 'required', 'required');
  if (!/^\d{1,9}$/.test(String(locationId))) throw refused('locationId', 'invalid', 'invalid');
  const location = await migratedLocation(ctx, { id: rowId('Location', String(locationId)) });
  if (!location) throw refused('locationId', 'migration.not_migrated', 'migration.not_migrated');
  // Nothing new belongs to it: the job would fail at its first patient.
  if (location.isClosed) throw refused('locationId', 'location.closed', 'location.closed');
  return { ids, location };
}

/**
 * Starts the job that migrates the patients with these ids in the legacy system. The ids are kept with the job, or
 * neither is: the answer does not wait for the legacy system.
 */
export async function migrateChosen(ctx: Context, chosen: ChosenPatients): Promise<number> {
  const { ids, location } = await checkChosen(ctx, chosen);
  const id = await start(ctx, location, { scope: null, total: ids.length });
  await storeChosen(ctx, id, ids);
  return id;
}
