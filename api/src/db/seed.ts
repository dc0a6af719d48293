import pg from 'pg';
import { hashPassword } from '../auth/password.ts';
import type { Config } from '../shared/config.ts';
import { addDays } from './demo/calendar.ts';
import { demoCohort } from './demo/cohort.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, demoOrganizations } from './demo/organizations.ts';
import { COHORT } from './demo/stories.ts';
import { TOUR } from './demo/tour.ts';
import { reserveIds, writeCohorts, writeOrganizations } from './demo/write.ts';

export { DEMO_LOGINS, DEMO_PASSWORD, TOUR };

export interface SeedOptions {
  /** The calendar date that the data end at; the present one in New York when absent. */
  today?: string;
  /** How many demo patients there shall be, those of earlier runs included; rounded up to whole cohorts of twenty. */
  patients?: number;
  /** Usage nights older than so many days are left out, so that a very large set stays small on disk. */
  nightDays?: number;
  /** Hears of every step. */
  progress?: (patients: number, target: number) => void;
}

const DEFAULT_PATIENTS = 200;
/** Cohorts of one transaction: 1,000 patients, about 150,000 nights. */
const STEP = 50;
const LOCK = 4_716_003; // any number, the same on every node

const presentDate = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date());

async function connected<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether the login sees and may write every organisation's rows, and whether it may switch triggers off. */
async function powersOf(client: pg.Client): Promise<{ unbound: boolean; superuser: boolean }> {
  const { rows } = await client.query<{ unbound: boolean; superuser: boolean }>('select rolsuper or rolbypassrls as unbound, rolsuper as superuser from pg_roles where rolname = current_user');
  return rows[0]!;
}

/** Whether a migrated database holds no organisation yet. False for a login that row-level security binds: it could neither tell nor write. */
export function isEmpty(adminUrl: string): Promise<boolean> {
  return connected(adminUrl, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from organizations) as empty');
    return (await powersOf(client)).unbound && rows[0]!.empty;
  });
}

/** Numbers of the demo patients that are there, counted by the cohort; null when the database holds other data than the demo's. */
async function demoPatientsIn(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ demo: boolean; highest: number }>(
    `select exists (select from users where email = $1) as demo,
            (select coalesce(max(substr(assigned_id, 4)::int), 0) from patients where assigned_id ~ '^AL-[0-9]{7}$') as highest`, [DEMO_LOGINS[0]!.email],
  );
  return rows[0]!.demo ? rows[0]!.highest : null;
}

/**
 * Fills a migrated database with the demo data up to the wished number of patients and answers how many demo patients there are.
 * Repeating it adds nothing. Throws, in one readable line, when the database holds other data or the login is bound by row-level security.
 */
export function seedDemo(adminUrl: string, config: Pick<Config, 'encryptionKey'>, options: SeedOptions = {}): Promise<number> {
  const { today = presentDate(), patients = DEFAULT_PATIENTS, nightDays = 10_000, progress = () => undefined } = options;
  const cohorts = Math.ceil(patients / COHORT.patients);

  return connected(adminUrl, async (client) => {
    const { unbound, superuser } = await powersOf(client);
    if (!unbound) throw new Error('The demo data need a database login that may pass row-level security (a superuser, or BYPASSRLS).');
    await client.query('select pg_advisory_lock($1)', [LOCK]); // ends with the connection

    const addCohorts = async (done: number, count: number) => {
      const base = await reserveIds(client, count);
      const made = Array.from({ length: count }, (_, nth) => demoCohort(done + nth + 1, {
        patient: base.patient + nth * COHORT.patients, machine: base.machine + nth * COHORT.machines, history: base.history + nth * COHORT.histories,
      }, { today, nightDays }));
      await writeCohorts(client, made, config.encryptionKey);
    };
    const transaction = async (work: () => Promise<void>) => {
      await client.query('begin');
      try {
        await work();
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    };

    let done = 0;
    if ((await client.query('select from organizations limit 1')).rowCount === 0) {
      const hash = await hashPassword(DEMO_PASSWORD);
      done = Math.min(cohorts, DEFAULT_PATIENTS / COHORT.patients);
      await transaction(async () => {
        await writeOrganizations(client, demoOrganizations(addDays(today, -800)), hash);
        await addCohorts(0, done);
      });
    } else {
      const present = await demoPatientsIn(client);
      if (present === null) throw new Error('The database holds other data than the demo: nothing was written.');
      done = Math.ceil(present / COHORT.patients);
    }
    while (done < cohorts) {
      progress(done * COHORT.patients, cohorts * COHORT.patients);
      const count = Math.min(STEP, cohorts - done);
      await transaction(async () => {
        // The generator gives the triggers' columns itself (a test compares them), and a row's trigger costs more than the row.
        if (superuser) await client.query('set local session_replication_role = replica');
        await addCohorts(done, count);
      });
      done += count;
    }
    await client.query('analyze');
    progress(done * COHORT.patients, cohorts * COHORT.patients);
    return done * COHORT.patients;
  });
}
