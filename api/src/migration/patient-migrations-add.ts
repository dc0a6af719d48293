import { sql } from 'kysely';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { legacyOf } from './legacy-directory.ts';
import { LegacyUnavailable, type LegacyPatients } from './legacy.ts';
import type { RowResult } from './patient-migration-row.entity.ts';
import { checkLegacyPatient, type MigratedPatient, type LegacyPatientRow } from './patient-migrations.rules.ts';
import { changed, type StepLeft, type PatientScope } from './patient-migrations.store.ts';

/** Patients of one transaction. */
const PORTION = 100;
/** Patients of a location, after which a legacy system that never ends is one that cannot be read. */
const ENDLESS = 1_000_000;

/** A running migration: where it goes, and the last patient that has a result. */
interface Position {
  organizationId: number;
  dmeId: string;
  timezone: string;
  scope: PatientScope | null;
  isActive: boolean;
  after: string | null;
  done: number;
}

/** What became of one patient, as a row. */
interface Row {
  legacy_id: string;
  first_name: string | null;
  last_name: string | null;
  result: Extract<RowResult, 'migrated' | 'already_here' | 'refused'>;
  reason_code: string | null;
  patient_org_id: number | null;
  patient_id: number | null;
  fingerprint: string | null;
}

async function positionOf({ em }: Context, id: number, lock = ''): Promise<Position | null> {
  const [found] = await em.execute<Position[]>(
    `select m.target_org_id as "organizationId", m.dme_id as "dmeId", o.timezone, m.scope, m.at_active as "isActive", m.at_id as after,
            m.migrated_count + m.already_here_count + m.refused_count as done
       from patient_migrations m join organizations o on o.id = m.target_org_id where m.id = ? and m.state = 'running' ${lock}`,
    [id],
  );
  if (!found) return null;
  // Inactive patients alone: the active ones are done.
  return found.scope === 'inactive' && found.isActive ? { ...found, isActive: false } : found;
}

/**
 * Migrates the next 100 patients: asks the legacy system, and then writes them with their results in one transaction. Throws
 * LegacyUnavailable. `record` writes the audit line.
 */
export async function migrateStep(ctx: Context, id: number, record: () => Promise<void>): Promise<StepLeft> {
  const from = await ctx.run('read', () => positionOf(ctx, id));
  if (!from) return 'nothing';
  const { dmeId, isActive: active, after } = from;
  const page = await legacyOf(ctx).patients(dmeId, { active, after, limit: PORTION });
  const isStuck = page.patients.at(-1)?.id === after && page.patients.length > 0;
  if (isStuck || from.done > ENDLESS) throw new LegacyUnavailable('broken');
  return ctx.run('write', async () => {
    // A lost job may still run on another node: the first one that takes the step counts.
    const now = await positionOf(ctx, id, 'for no key update of m');
    if (!now || now.after !== after || now.isActive !== active) return 'nothing';
    await addAll(ctx, id, now, await wanted(ctx, id, now, page.patients));
    const left = await moveOn(ctx, id, now, page);
    await record();
    return left;
  });
}

/** Returns the patients of a page that have no result yet; of a request that named some, those among them. */
async function wanted(
  { em }: Context,
  id: number,
  { scope }: Position,
  patients: readonly LegacyPatientRow[],
): Promise<LegacyPatientRow[]> {
  const rows = await em.execute<{ legacy_id: string; result: string }[]>(
    `select r.legacy_id, r.result from patient_migration_rows r
      where r.migration_id = ? and r.legacy_id in (select jsonb_array_elements_text(?::jsonb))`,
    [id, JSON.stringify(patients.map((patient) => patient.id))],
  );
  const results = new Map(rows.map((row) => [row.legacy_id, row.result]));
  const once = [...new Map(patients.map((patient) => [patient.id, patient])).values()];
  return once.filter((patient) => {
    const result = results.get(patient.id);
    return scope === null ? result === 'waiting' : result === undefined;
  });
}

/** Adds patients, and keeps what became of each. */
async function addAll(
  ctx: Context,
  id: number,
  { organizationId, timezone, isActive }: Position,
  patients: readonly LegacyPatientRow[],
): Promise<void> {
  const today = ctx.todayIn(timezone);
  const checked = patients.map((patient) => ({ patient, found: checkLegacyPatient(patient, isActive, today) }));
  const accepted = checked.flatMap(({ found }) => (typeof found === 'string' ? [] : [found]));
  const added = await addPatients(ctx, id, accepted);
  const rows = checked.map(({ patient, found }): Row => {
    const one = added.get(patient.id);
    const names = {
      legacy_id: patient.id,
      first_name: shortened(patient.firstName),
      last_name: shortened(patient.lastName),
    };
    const none = { patient_org_id: null, patient_id: null, fingerprint: null };
    if (typeof found === 'string') return { ...names, ...none, result: 'refused', reason_code: found };
    if (!one) return { ...names, ...none, result: 'refused', reason_code: 'gone' };
    const { patient_org_id, patient_id, fingerprint } = one;
    const ids = { patient_org_id, patient_id, fingerprint };
    if (one.is_new) return { ...names, ...ids, result: 'migrated', reason_code: null };
    const elsewhere = patient_org_id === organizationId ? null : 'elsewhere';
    return { ...names, ...ids, result: 'already_here', reason_code: elsewhere };
  });
  await keep(ctx, id, rows);
  ctx.shows(rows.flatMap(({ patient_id }) => patient_id ?? []));
}

/** A name of any length is named with its refusal. */
const shortened = (name: string | null): string | null => name && [...name].slice(0, 255).join('');

type Added = Pick<Row, 'legacy_id' | 'patient_org_id' | 'patient_id' | 'fingerprint'> & { is_new: boolean };

async function addPatients(
  { em }: Context,
  id: number,
  patients: readonly MigratedPatient[],
): Promise<Map<string, Added>> {
  if (patients.length === 0) return new Map();
  const rows = await em.execute<Added[]>('select * from add_legacy_patients(?, ?::jsonb)', [
    id,
    JSON.stringify(patients),
  ]);
  return new Map(rows.map((row) => [row.legacy_id, row]));
}

async function keep(ctx: Context, id: number, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.em.execute(
    `insert into patient_migration_rows (migration_id, legacy_id, first_name, last_name, result, reason_code, patient_org_id, patient_id, fingerprint)
     select ?, r.* from jsonb_to_recordset(?::jsonb) as r (legacy_id text, first_name text, last_name text, result text, reason_code text,
       patient_org_id int, patient_id int, fingerprint text)
     on conflict (migration_id, legacy_id) do update set first_name = excluded.first_name, last_name = excluded.last_name, result = excluded.result,
       reason_code = excluded.reason_code, patient_org_id = excluded.patient_org_id, patient_id = excluded.patient_id, fingerprint = excluded.fingerprint`,
    [id, JSON.stringify(rows)],
  );
  const count = (result: RowResult) => rows.filter((row) => row.result === result).length;
  const counts = { added: count('migrated'), alreadyHere: count('already_here'), refused: count('refused') };
  await write(ctx.em)
    .updateTable('patient_migrations')
    .set((eb) => ({
      migrated_count: eb('migrated_count', '+', counts.added),
      already_here_count: eb('already_here_count', '+', counts.alreadyHere),
      refused_count: eb('refused_count', '+', counts.refused),
    }))
    .where('id', '=', id)
    .execute();
  ctx.note({ migration: id, ...counts });
}

/** Notes the last patient that has a result; after the last page of the active ones the others follow. */
async function moveOn(ctx: Context, id: number, at: Position, { patients, total }: LegacyPatients): Promise<StepLeft> {
  changed(ctx, id);
  const hasMore = patients.length === PORTION;
  const isFirst = at.after === null;
  const goesOn = hasMore || (at.isActive && at.scope !== 'active');
  await write(ctx.em)
    .updateTable('patient_migrations')
    .set({
      at_active: hasMore ? at.isActive : false,
      at_id: hasMore ? patients.at(-1)!.id : null,
      attempts: 0,
      problem: null,
      ...(isFirst && { total: sql<number>`case when scope is null then total else coalesce(total, 0) + ${total} end` }),
    })
    .where('id', '=', id)
    .execute();
  if (goesOn) return 'more';
  await end(ctx, id);
  return 'nothing';
}

/** Ends a migration. Patients that a request named and the location does not have are refused. */
async function end(ctx: Context, id: number): Promise<void> {
  const unknown = await write(ctx.em)
    .updateTable('patient_migration_rows')
    .set({ result: 'refused', reason_code: 'not_of_location' })
    .where('migration_id', '=', id)
    .where('result', '=', 'waiting')
    .returning('id')
    .execute();
  await write(ctx.em)
    .updateTable('patient_migrations')
    .set((eb) => ({ state: 'done', refused_count: eb('refused_count', '+', unknown.length) }))
    .where('id', '=', id)
    .execute();
}
