import type { ReportedNight } from './compliance.ledger.ts';
import { defaultRule } from './compliance.rule.ts';
import { assess } from './compliance.verdict.ts';

/** A connection with the rights of the owner of the tables. */
interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Patients of one batch: their nights are all that is held in memory. */
const BATCH = 500;
/** Differences that are returned. */
export const MAX_DIFFERENCES = 100;

/** The figures of a result that are stored. */
interface Figures {
  rule_version: number;
  period: number;
  therapy_start: string | null;
  window_start: string | null;
  window_end: string | null;
  compliant_days: number;
  met_on: string | null;
  at_risk_on: string | null;
  closes_on: string | null;
}

const NAMES = [
  'rule_version',
  'period',
  'therapy_start',
  'window_start',
  'window_end',
  'compliant_days',
  'met_on',
  'at_risk_on',
  'closes_on',
] as const satisfies readonly (keyof Figures)[];

/** A stored result that is not what the patient's nights give; `stored`: null when there is none. */
export interface ComplianceDifference {
  patientId: number;
  stored: Partial<Figures> | null;
  computed: Partial<Figures>;
}

/** Returns a difference as a line. */
export const differenceText = ({ patientId, stored, computed }: ComplianceDifference): string =>
  `patient ${patientId}: ${stored ? `stored ${JSON.stringify(stored)}` : 'nothing stored'}, computed ${JSON.stringify(computed)}`;

interface PatientRow {
  id: number;
  orgId: number;
  therapyStart: string | null;
  /** The date of the jobs when the stored result was computed, which its window depends on; today without a result. */
  storedOn: string;
  today: string;
  /** The time at which the transaction began. */
  at: string;
  stored: Figures | null;
}

/** The calendar date of the jobs at a time, as in Context.today. */
const dateAt = (time: string) => `(${time} at time zone 'America/New_York')::date::text`;
const PATIENTS = `
  select p.id, p.org_id as "orgId", p.therapy_start::text as "therapyStart", now()::text as at,
         ${dateAt('now()')} as today, ${dateAt('coalesce(r.computed_at, now())')} as "storedOn",
         case when r.patient_id is not null then json_build_object(${NAMES.map((name) => `'${name}', r.${name}`).join(', ')}) end as stored
    from patients p left join compliance_results r on r.patient_id = p.id and r.rule = $2
   where p.id > $1 order by p.id limit ${BATCH}`;
const NIGHTS = `
  select n.patient_id as "patientId", n.usage_date::text as date, n.night::text as recorded, n.minutes, n.source, n.overruled, n.state
    from patients p
    join usage_nights n on n.patient_id = p.id and n.usage_date >= p.therapy_start + $2::int and n.usage_date < p.therapy_start + $3::int
   where p.id = any ($1)`;
// A job that waits will store the result. The queue's tables do not exist in a database that was never started.
const WAITING = `
  select singleton_key::int as id from pgboss.job
   where name = 'recompute-compliance' and state < 'completed' and singleton_key = any ($1::text[])`;

function computedOf({ therapyStart }: PatientRow, nights: readonly ReportedNight[], on: string): Figures {
  const rule = defaultRule();
  const verdict = therapyStart === null ? null : assess(rule, therapyStart, nights, on);
  return {
    rule_version: rule.version,
    period: rule.period,
    therapy_start: therapyStart,
    window_start: verdict?.windowStart ?? null,
    window_end: verdict?.windowEnd ?? null,
    compliant_days: verdict?.compliantDays ?? 0,
    met_on: verdict?.metOn ?? null,
    at_risk_on: verdict?.atRiskOn ?? null,
    closes_on: verdict?.closesOn ?? null,
  };
}

/** Returns how a stored result differs from the computed one; null when it does not. Nothing is stored before therapy. */
function differenceOf({ id: patientId, stored }: PatientRow, computed: Figures): ComplianceDifference | null {
  if (stored === null) return computed.therapy_start === null ? null : { patientId, stored, computed };
  const names = NAMES.filter((name) => stored[name] !== computed[name]);
  const only = (figures: Figures) => Object.fromEntries(names.map((name) => [name, figures[name]]));
  return names.length === 0 ? null : { patientId, stored: only(stored), computed: only(computed) };
}

interface Computed {
  patient: PatientRow;
  nights: ReportedNight[];
}

/** Runs `work` on every patient with the nights, in batches of one transaction each. Returns the number of patients. */
async function eachBatch(
  client: Connection,
  isolation: 'repeatable read' | 'read committed',
  work: (batch: Computed[]) => Promise<void>,
): Promise<number> {
  const { name, firstDay, period } = defaultRule();
  const values = [firstDay - 1, firstDay - 1 + period];
  let patients = 0;
  for (let last = -2147483648; ;) {
    await client.query(`begin isolation level ${isolation}`);
    try {
      const { rows } = await client.query<PatientRow>(PATIENTS, [last, name]);
      const ids = rows.map(({ id }) => id);
      const nights = await client.query<ReportedNight & { patientId: number }>(NIGHTS, [ids, ...values]);
      const nightsOf = Map.groupBy(nights.rows, ({ patientId }) => patientId);
      await work(rows.map((patient) => ({ patient, nights: nightsOf.get(patient.id) ?? [] })));
      await client.query('commit');
      patients += rows.length;
      if (rows.length < BATCH) return patients;
      last = ids.at(-1)!;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
}

/** Returns the patients among them whose recalculation waits in the queue, in the open snapshot. */
async function waitingAmong(client: Connection, patientIds: readonly number[]): Promise<Set<number>> {
  if (patientIds.length === 0) return new Set();
  const { rows: queue } = await client.query("select where to_regclass('pgboss.job') is not null");
  if (queue.length === 0) return new Set();
  const { rows } = await client.query<{ id: number }>(WAITING, [patientIds.map(String)]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Computes the result of the default rule for every patient and compares it with the stored one, as of the day on which
 * that was computed. Returns the first 100 differences, without those of patients whose recalculation waits in the
 * queue, and their number. The portal may run.
 */
export async function verifyCompliance(
  client: Connection,
): Promise<{ patients: number; count: number; differences: ComplianceDifference[] }> {
  const differences: ComplianceDifference[] = [];
  let count = 0;
  const patients = await eachBatch(client, 'repeatable read', async (batch) => {
    const found = batch
      .map(({ patient, nights }) => differenceOf(patient, computedOf(patient, nights, patient.storedOn)))
      .filter((difference) => difference !== null);
    const waiting = await waitingAmong(
      client,
      found.map(({ patientId }) => patientId),
    );
    const wrong = found.filter(({ patientId }) => !waiting.has(patientId));
    count += wrong.length;
    differences.push(...wrong.slice(0, MAX_DIFFERENCES - differences.length));
  });
  return { patients, count, differences };
}

// A result stored since the read is based on newer data than this one.
const STORE = `
  insert into compliance_results as r (org_id, patient_id, rule, computed_at, ${NAMES.join(', ')})
  select org_id, patient_id, $2, computed_at, ${NAMES.join(', ')} from json_populate_recordset(null::compliance_results, $1)
  on conflict (patient_id, rule) do update
     set computed_at = excluded.computed_at, ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}
   where r.computed_at < excluded.computed_at`;

/** Computes and stores the results of all patients again. Returns their number. */
export const rebuildCompliance = (client: Connection): Promise<number> =>
  eachBatch(client, 'read committed', async (batch) => {
    const rows = batch.map(({ patient, nights }) => ({
      org_id: patient.orgId,
      patient_id: patient.id,
      computed_at: patient.at,
      ...computedOf(patient, nights, patient.today),
    }));
    await client.query(STORE, [JSON.stringify(rows), defaultRule().name]);
  });
