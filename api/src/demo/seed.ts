import type pg from 'pg';
import { hashPassword } from '../sign-in/password.ts';
import type { Config } from '../shared/config.ts';
import { dayIn } from '../shared/dates.ts';
import { addDays } from './calendar.ts';
import { demoCohort } from './cohort.ts';
import type { DemoCohort, IdBase } from './cohort-machines.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './logins.ts';
import { withoutIndexes } from './indexes.ts';
import { COPIED_TABLES, makeTemplate, writeCopy } from './multiply.ts';
import { rebuildDerived } from '../db/derived.ts';
import { PrimaryClient } from '../db/primary.ts';
import { demoAnnouncements } from './announcements.ts';
import { writeHandOffs } from './hand-offs.ts';
import { writeHistory } from './history.ts';
import { demoLegacy, writeLegacy } from './legacy.ts';
import { writeMigrations } from './migrations.ts';
import { demoOrganizations } from './organizations.ts';
import { writeFollowUps } from './follow-ups.ts';
import { writePatientNotes } from './patient-notes.ts';
import { COHORT } from './stories.ts';
import { TOUR } from './tour.ts';
import {
  reserveIds,
  withoutTriggers,
  writeAnnouncements,
  writeOrganizations,
  writeReadings,
  writeRoots,
} from './write.ts';

export { DEMO_LOGINS, DEMO_PASSWORD, TOUR };

export interface SeedOptions {
  /** The calendar date on which the data ends; today's date in New York when omitted. */
  today?: string;
  /** Total number of demo patients, including those of earlier runs; rounded up to whole cohorts of twenty. */
  patients?: number;
  /** Usage nights older than this many days are left out, so that a very large set stays small on disk. */
  nightDays?: number;
  /**
   * Cohorts that are generated for a set more than ten times as large, of which the rest are copies: 2,000 patients
   * when omitted. Copies have names and serial numbers of their own, and the readings of the last seven days.
   */
  template?: number;
  /** Receives every step. */
  progress?: (patients: number, target: number) => void;
}

const DEFAULT_PATIENTS = 200;
/** Cohorts per transaction: 1,000 patients, about 150,000 nights. */
const STEP = 50;
/** Cohorts that are generated before the generator's output is copied in SQL. */
const TEMPLATE = 100;
/** A set that needs no more than this many templates is generated. */
const COPIES = 10;
const READING_DAYS = 7;
const LOCK = 4_716_003; // any number, the same on every node

const presentDate = () => dayIn('America/New_York', new Date());
async function connected<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new PrimaryClient({ connectionString: adminUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether the login sees and may write every organization's rows, and whether it may disable triggers. */
async function powersOf(client: pg.Client): Promise<{ unbound: boolean; superuser: boolean }> {
  const { rows } = await client.query<{ unbound: boolean; superuser: boolean }>(
    'select rolsuper or rolbypassrls as unbound, rolsuper as superuser from pg_roles where rolname = current_user',
  );
  return rows[0]!;
}

/**
 * Whether a migrated database has no organization yet. False for a login bound by row-level security, which can neither
 * check nor write.
 */
export function isEmpty(adminUrl: string): Promise<boolean> {
  return connected(adminUrl, async (client) => {
    if (!(await powersOf(client)).unbound) return false;
    return (await client.query('select from organizations limit 1')).rowCount === 0;
  });
}

/** Returns the number of demo patients, counted by cohort; null when the database has other data than the demo's. */
async function demoPatientsIn(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ demo: boolean; highest: number }>(
    `select exists (select from users where email = $1) as demo,
            (select coalesce(max(substr(assigned_id, 4)::int), 0) from patients where assigned_id ~ '^AL-[0-9]{7}$') as highest`,
    [DEMO_LOGINS[0]!.email],
  );
  return rows[0]!.demo ? rows[0]!.highest : null;
}

interface Job {
  client: pg.Client;
  encryptionKey: Buffer;
  today: string;
  nightDays: number;
  /** Triggers may be switched off. */
  superuser: boolean;
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const generate = ({ today, nightDays }: Job, done: number, count: number, base: IdBase): DemoCohort[] =>
  Array.from({ length: count }, (_, nth) =>
    demoCohort(
      done + nth + 1,
      {
        patient: base.patient + nth * COHORT.patients,
        machine: base.machine + nth * COHORT.machines,
        history: base.history + nth * COHORT.histories,
      },
      { today, nightDays },
    ),
  );

/** Writes the cohorts after the first `done`, as copies of generated ones: a generated cohort takes 20 times as long. */
async function addCopies(
  job: Job,
  size: number,
  done: number,
  wanted: number,
  report: (cohorts: number) => void,
): Promise<void> {
  const { client, encryptionKey, superuser, nightDays } = job;
  const cohorts = generate(job, done, size, { patient: 0, machine: 0, history: 0 });
  const template = await makeTemplate(client, cohorts, encryptionKey, Math.min(nightDays, READING_DAYS));
  const copy = async () => {
    for (let from = done; from < wanted; from += size) {
      const count = Math.min(size, wanted - from);
      await writeCopy(client, template, from + 1, count, await reserveIds(client, count));
      report(from + count);
    }
  };
  await inTransaction(client, async () => {
    if (!superuser) return copy();
    await withoutTriggers(client);
    await withoutIndexes(client, COPIED_TABLES, copy);
  });
}

/**
 * Writes the cohorts after the first `done`. The generator fills the triggers' columns itself, because a trigger per
 * row costs more than the row.
 */
async function addCohorts(job: Job, done: number, count: number, triggers: boolean): Promise<void> {
  const { client, encryptionKey, superuser } = job;
  const made = generate(job, done, count, await reserveIds(client, count));
  if (!triggers && superuser) await withoutTriggers(client);
  await writeRoots(client, made, encryptionKey);
  if (superuser) await withoutTriggers(client);
  await writeReadings(client, made);
}

const SEEDED =
  'device_states, device_index, list_counts, organizations, users, patients, machines, modules, device_history, settings_records, connections, usage_nights, usage_night_versions, usage_date_changes, therapy_start_versions, assignment_versions, icode_reports, compliance_results, uploads, upload_files';

/** The rows of the uploads have ids, because their nights name them. */
const NUMBER_UPLOADS = `
  select setval(pg_get_serial_sequence('uploads', 'id'), (select max(id) from uploads)),
         setval(pg_get_serial_sequence('upload_files', 'id'), (select max(id) from upload_files))`;

/** Derives the columns that one row could not know when it was written, and updates the planner's statistics. */
async function finish(client: pg.Client, isLarge: boolean): Promise<void> {
  await writeHistory(client);
  await client.query(`analyze ${SEEDED}`);
  // Without triggers, the shared names of the patients are not derived row by row: these two statements derive them
  // from all patients at once.
  await client.query('update organizations set visible_org_ids = visible_org_ids');
  await client.query('update users set visible_org_ids = visible_org_ids');
  await inTransaction(client, () =>
    isLarge
      ? withoutIndexes(client, ['device_states', 'device_index'], () => rebuildDerived(client))
      : rebuildDerived(client),
  );
  // Which pages have visible rows only is known after a vacuum: until then no index answers without its table.
  await client.query(`vacuum (analyze) ${SEEDED}`);
}

/**
 * Fills a migrated database with demo data up to the given number of patients and returns the number of demo patients.
 * Repeating it adds nothing. Throws, with one readable line, when the database has other data or the login is bound by
 * row-level security.
 */
export function seedDemo(
  adminUrl: string,
  config: Pick<Config, 'encryptionKey'>,
  options: SeedOptions = {},
): Promise<number> {
  const {
    today = presentDate(),
    patients = DEFAULT_PATIENTS,
    nightDays = 10_000,
    template = TEMPLATE,
    progress = () => undefined,
  } = options;
  const wanted = Math.ceil(patients / COHORT.patients);
  return connected(adminUrl, async (client) => {
    const { unbound, superuser } = await powersOf(client);
    if (!unbound)
      throw new Error(
        'The demo data need a database login that may pass row-level security (a superuser, or BYPASSRLS).',
      );
    await client.query('select pg_advisory_lock($1)', [LOCK]); // ends with the connection
    const job: Job = { client, encryptionKey: config.encryptionKey, today, nightDays, superuser };
    const reportProgress = (cohorts: number) =>
      progress(cohorts * COHORT.patients, Math.max(cohorts, wanted) * COHORT.patients);

    let done: number;
    const isFirst = (await client.query('select from organizations limit 1')).rowCount === 0;
    if (isFirst) {
      const passwordHash = await hashPassword(DEMO_PASSWORD);
      const organizations = demoOrganizations(addDays(today, -800));
      done = Math.min(wanted, DEFAULT_PATIENTS / COHORT.patients);
      // One transaction: an interrupted first start leaves an empty database and not half a demo.
      await inTransaction(client, async () => {
        await writeOrganizations(client, organizations, {
          passwordHash,
          encryptionKey: config.encryptionKey,
          today,
        });
        await writeAnnouncements(client, demoAnnouncements(today));
        const legacy = demoLegacy(today);
        await writeLegacy(client, legacy);
        await addCohorts(job, 0, done, true);
        await writePatientNotes(client, today);
        await writeFollowUps(client, today);
        await client.query(NUMBER_UPLOADS);
        if (superuser) await client.query('set local session_replication_role = origin');
        await writeHandOffs(client, today);
        await writeMigrations(client, legacy, today);
      });
    } else {
      const present = await demoPatientsIn(client);
      if (present === null) throw new Error('The database holds other data than the demo: nothing was written.');
      done = Math.ceil(present / COHORT.patients);
    }
    reportProgress(done);
    const before = isFirst ? 0 : done;
    const isLarge = wanted - done > COPIES * template;
    if (isLarge) {
      await addCopies(job, template, done, wanted, reportProgress);
      done = wanted;
    }
    while (done < wanted) {
      const count = Math.min(STEP, wanted - done);
      const from = done;
      await inTransaction(client, () => addCohorts(job, from, count, false));
      done += count;
      reportProgress(done);
    }
    if (done > before) await finish(client, isLarge && superuser);
    return done * COHORT.patients;
  });
}
