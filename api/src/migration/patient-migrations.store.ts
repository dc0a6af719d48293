import { sql } from 'kysely';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import type { LegacyProblem } from './legacy.ts';

export type PatientScope = 'active' | 'inactive' | 'all';
/** waiting, running: the job. done, failed: it ended. undoing: what it added is removed. undone, undo_failed: that ended. */
export type MigrationState = 'waiting' | 'running' | 'done' | 'failed' | 'undoing' | 'undone' | 'undo_failed';
/** Of a migration that a job runs, or will. */
export const OPEN: readonly MigrationState[] = ['waiting', 'running', 'undoing'];
/** Why a migration waits or has failed: the legacy system, a fault here, or the user who started it is gone. */
export type MigrationProblem = LegacyProblem | 'fault' | 'user';

/** What a step of the job has left: more patients; or nothing, also when another job took the step. */
export type StepLeft = 'more' | 'nothing';

/** A migration without its rows. */
export interface StoredMigration {
  id: number;
  userId: number;
  startedBy: string;
  organizationId: number;
  locationId: number;
  dmeId: string;
  scope: PatientScope | null;
  state: MigrationState;
  total: number | null;
  migrated: number;
  alreadyHere: number;
  refused: number;
  undone: number;
  kept: number;
  problem: MigrationProblem | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  undoUntil: Date | null;
}

const FIELDS = `id, user_id as "userId", started_by as "startedBy", target_org_id as "organizationId", location_id as "locationId", dme_id as "dmeId",
  scope, state, total, migrated_count as migrated, already_here_count as "alreadyHere", refused_count as refused, undone_count as undone,
  kept_count as kept, problem, created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt", undo_until as "undoUntil"`;

const time = (value: Date | null) => value && new Date(value);

const shown = (found: StoredMigration): StoredMigration => ({
  ...found,
  createdAt: new Date(found.createdAt),
  startedAt: time(found.startedAt),
  endedAt: time(found.endedAt),
  undoUntil: time(found.undoUntil),
});

/** Pages that show the migration read it again when the transaction commits. */
export const changed = (ctx: Context, migrationId: number): void =>
  ctx.publish('patient-migration.progressed', { migrationId });

/** Row-level security leaves the migrations that support staff sees. Throws NotFound for any other. */
export async function findMigration({ em }: Context, id: number): Promise<StoredMigration> {
  const [found] = await em.execute<StoredMigration[]>(`select ${FIELDS} from patient_migrations where id = ?`, [id]);
  if (!found) throw new NotFound();
  return shown(found);
}

/** Returns the newest migrations to an organization, at most `most`. */
export async function newestMigrations(
  { em }: Context,
  organizationId: number,
  most: number,
): Promise<StoredMigration[]> {
  const found = await em.execute<StoredMigration[]>(
    `select ${FIELDS} from patient_migrations where target_org_id = ? order by id desc limit ?`,
    [organizationId, most],
  );
  return found.map(shown);
}

/** A location that was migrated. */
export interface MigratedLocation {
  id: number;
  orgId: number;
  dmeId: string;
  isClosed: boolean;
}

/** Returns a location that was migrated, by its DME ID or its id; null for any other. */
export async function migratedLocation(
  { em }: Context,
  { dmeId = null, id = null }: { dmeId?: string | null; id?: number | null },
): Promise<MigratedLocation | null> {
  const [found] = await em.execute<MigratedLocation[]>(
    `select id, org_id as "orgId", dme_id as "dmeId", closed_at is not null as "isClosed" from locations where dme_id is not null and ${dmeId === null ? 'id' : 'dme_id'} = ?`,
    [dmeId ?? id],
  );
  return found ?? null;
}

/** Keeps a migration that is to start; its writer and its DME ID are set by a trigger. Returns its id. */
export async function storeMigration(
  { em, viewer }: Context,
  location: MigratedLocation,
  { scope, total }: { scope: PatientScope | null; total: number | null },
): Promise<number> {
  const { id } = await write(em)
    .insertInto('patient_migrations')
    .values({
      org_id: viewer.orgId,
      user_id: viewer.userId,
      target_org_id: location.orgId,
      location_id: location.id,
      dme_id: location.dmeId,
      scope,
      total,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps the patients that a request names, each once. */
export async function storeChosen({ em }: Context, migrationId: number, legacyIds: readonly string[]): Promise<void> {
  await em.execute(
    `insert into patient_migration_rows (migration_id, legacy_id, result)
     select ?, i.id, 'waiting' from jsonb_array_elements_text(?::jsonb) as i (id)`,
    [migrationId, JSON.stringify(legacyIds)],
  );
}

/**
 * Ends a migration, or its undo, that gave up. A trigger writes when it ended, and until when it can be undone: a failed
 * undo for as long again.
 */
export async function failMigration(ctx: Context, id: number, problem: MigrationProblem): Promise<void> {
  await write(ctx.em)
    .updateTable('patient_migrations')
    .set({ state: sql<string>`case state when 'undoing' then 'undo_failed' else 'failed' end`, problem })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
  changed(ctx, id);
}
