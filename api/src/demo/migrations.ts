import type pg from 'pg';
import { checkLegacyPatient, type LegacyPatientRow } from '../migration/patient-migrations.rules.ts';
import { phoneDigits } from '../shared/phone.rules.ts';
import { insertRows, organizationRow, ORGANIZATION_TYPES } from '../db/factories.ts';
import { addDays, instant } from './calendar.ts';
import { MIGRATED, type demoLegacy } from './legacy.ts';
import { LOCATION, ORG, SUPPORT_ADMIN } from './logins.ts';

type Row = Record<string, unknown>;

/** What became of a patient, as a row of its migration. */
interface Result {
  patient: Row;
  result: 'migrated' | 'already_here' | 'refused' | 'undone' | 'kept';
  reason_code?: string;
  patient_id?: number;
}

const camel = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as unknown as LegacyPatientRow;

/**
 * Writes an organization that came from the legacy system, with its migrations: one that failed, one of two patients,
 * one that was undone except for a patient whose record was changed since, and one that ended as the day of the demo began, which
 * can be undone until that day ends. The triggers of the tables are on.
 */
export async function writeMigrations(
  client: pg.ClientBase,
  { locations, patients }: ReturnType<typeof demoLegacy>,
  today: string,
): Promise<void> {
  const place = locations.find(({ id }) => id === MIGRATED)!;
  const at = (ago: number, seconds = 0) => instant(addDays(today, -ago), seconds);
  await insertRows(client, 'organizations', [
    organizationRow({
      id: ORG.migrated,
      name: place.name,
      type_id: ORGANIZATION_TYPES.ep,
      dme_id: MIGRATED,
      created_at: at(13, 70_000),
      migrated_at: at(13, 70_100),
      migrated_by_org_id: ORG.support,
      migrated_by_id: SUPPORT_ADMIN.id,
    }),
  ]);
  const { id: _id, is_child: _child, migrated: _migrated, has_api_key: _key, ...address } = place;
  await insertRows(client, 'locations', [
    {
      ...address,
      phone: phoneDigits(address.phone, address.phone),
      id: LOCATION.migrated,
      org_id: ORG.migrated,
      is_primary: true,
      dme_id: MIGRATED,
    },
  ]);
  for (const table of ['organizations', 'locations'])
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [table]);

  const own = patients.filter(({ location_id: location }) => location === MIGRATED);
  const [active, inactive] = [own.filter((one) => one.is_active), own.filter((one) => !one.is_active)];
  const write = writer(client);
  const early = await addPatients(client, active.slice(0, 2), { today, created: at(10, 50_000) });
  const [left] = await addPatients(client, [inactive[4]!], { today, created: at(3, 50_000) });
  const rest = await addPatients(client, active.slice(2), { today, created: at(0) });
  await write({ scope: 'all', state: 'failed', total: null, problem: 'slow', ...times(at, 12) }, []);
  await write({ scope: null, state: 'done', total: 2, problem: null, ...times(at, 10) }, early);
  await write(
    { scope: 'inactive', state: 'undone', total: inactive.length, problem: null, ...times(at, 3) },
    inactive.map((patient, index) =>
      index === 4 ? { ...left!, result: 'kept', reason_code: 'changed' } : { patient, result: 'undone' },
    ),
  );
  await write({ scope: 'active', state: 'done', total: active.length, problem: null, ...times(at, 0) }, [
    ...early.map((one): Result => ({ ...one, result: 'already_here' })),
    ...rest,
  ]);
}

/** The times of a migration that ended some days ago; on the day of the demo, as it began. */
const times = (at: (ago: number, seconds?: number) => string, ago: number): Row => {
  const [asked, began, ended] =
    ago === 0 ? [at(1, 86_280), at(1, 86_285), at(0)] : [at(ago, 49_900), at(ago, 49_905), at(ago, 50_000)];
  const until = ago === 0 ? at(-1) : at(ago - 1, 50_000);
  return { created_at: asked, started_at: began, ended_at: ended, undo_until: until };
};

/** Adds patients as the migration does, and returns what became of each. */
async function addPatients(
  client: pg.ClientBase,
  patients: readonly Row[],
  { today, created }: { today: string; created: string },
): Promise<Result[]> {
  const checked = patients.map((patient) => ({
    patient,
    found: checkLegacyPatient(camel(patient), patient.is_active === true, today),
  }));
  const accepted = checked.flatMap(({ found }) => (typeof found === 'string' ? [] : [found]));
  const ids = await insertRows(
    client,
    'patients',
    accepted.map(({ is_active: isActive, ...fields }) => ({
      ...fields,
      is_rules_active: isActive,
      org_id: ORG.migrated,
      location_id: LOCATION.migrated,
      dme_id: ORG.migrated,
      created_at: created,
    })),
  );
  return checked.map(({ patient, found }) =>
    typeof found === 'string'
      ? { patient, result: 'refused', reason_code: found }
      : { patient, result: 'migrated', patient_id: ids[accepted.indexOf(found)]! },
  );
}

/** Writes migrations with their results and counts, started by support staff. */
const writer = (client: pg.ClientBase) => async (facts: Row, results: readonly Result[]) => {
  const number = (...wanted: Result['result'][]) => results.filter(({ result }) => wanted.includes(result)).length;
  const [migration] = await insertRows(client, 'patient_migrations', [
    {
      ...facts,
      org_id: ORG.support,
      user_id: SUPPORT_ADMIN.id,
      started_by: SUPPORT_ADMIN.name,
      undone_by: facts.state === 'undone' ? SUPPORT_ADMIN.id : null,
      target_org_id: ORG.migrated,
      location_id: LOCATION.migrated,
      dme_id: MIGRATED,
      migrated_count: number('migrated', 'undone', 'kept'),
      already_here_count: number('already_here'),
      refused_count: number('refused'),
      undone_count: number('undone'),
      kept_count: number('kept'),
    },
  ]);
  if (results.length === 0) return;
  await insertRows(
    client,
    'patient_migration_rows',
    results.map(({ patient, patient_id: id = null, result, reason_code = null }) => ({
      migration_id: migration,
      legacy_id: patient.id,
      first_name: patient.first_name,
      last_name: [...String(patient.last_name)].slice(0, 255).join(''),
      result,
      reason_code,
      patient_org_id: id && ORG.migrated,
      patient_id: id,
    })),
  );
  // Of a patient that was changed since, it is another one.
  await client.query(
    `update patient_migration_rows r set fingerprint = patient_fingerprint(p) from patients p
      where p.id = r.patient_id and r.migration_id = $1 and r.result = 'migrated'`,
    [migration],
  );
};
