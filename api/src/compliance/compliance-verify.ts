import { callDaysBy, DEVICES_AND_CODES, type DevicesAndCodes } from './compliance-calls.ts';
import { defaultRule } from './compliance-rule.ts';
import { histories, historySql, lastDateKnown, type NightHistoryRow, type KnownNight } from './compliance-nights.ts';
import { assess, needsHistory, type Verdict } from './compliance-verdict.ts';

/** A connection as airlog_jobs. Each statement may be a transaction of its own. */
interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Patients of one batch: their nights are all that is held in memory. */
const BATCH = 500;
/** The figures of a result that are stored. */
interface Figures {
  rule_version: number;
  period: number;
  therapy_start: string | null;
  window_start: string | null;
  window_end: string | null;
  compliant_days: number;
  met_on: string | null;
  short_on: string | null;
  call_on: string | null;
  call_until: string | null;
  call_longest: number | null;
  at_risk_on: string | null;
  cannot_be_met_on: string | null;
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
  'short_on',
  'call_on',
  'call_until',
  'call_longest',
  'at_risk_on',
  'cannot_be_met_on',
  'closes_on',
] as const satisfies readonly (keyof Figures)[];

/** A stored result that is not what the patient's nights give; `stored`: null when there is none. */
export interface ComplianceDifference {
  patientId: number;
  /** The organizations that see the patient. */
  seenBy: readonly number[];
  stored: Partial<Figures> | null;
  computed: Partial<Figures>;
}

/** Returns a difference as a line. */
export const differenceText = ({ patientId, stored, computed }: Omit<ComplianceDifference, 'seenBy'>): string =>
  `patient ${patientId}: ${stored ? `stored ${JSON.stringify(stored)}` : 'nothing stored'}, computed ${JSON.stringify(computed)}`;

interface PatientRow extends DevicesAndCodes {
  id: number;
  orgId: number;
  /** The organizations that see the patient. */
  seenBy: number[];
  therapyStart: string | null;
  /** The time zone of the patient's provider. */
  timezone: string;
  /** The date at the provider when the stored result was computed, which its window depends on; today without a result. */
  storedOn: string;
  today: string;
  /** The time at which the statement began. */
  at: string;
  stored: Figures | null;
  /** Whether one of the patient's nights was changed, or has come from another patient or gone to one. */
  isChanged: boolean;
  /** The nights of the period as they are, since the day on which they arrived; null without one. */
  nights: { [Name in keyof Omit<KnownNight, 'patientId' | 'until'>]: KnownNight[Name][] } | null;
}

/** The calendar date at the provider at a time. */
const dateAt = (time: string) => `(${time} at time zone o.timezone)::date::text`;
/**
 * Patients with their nights and results: one statement, and so one snapshot. Its batch is taken before the joins, which the
 * planner would make of all patients for each batch, and asked once whose nights were changed. A list for each column of the nights: rows or objects of them cost three
 * times as much (decisions/131).
 */
const patientsWhere = (condition: string) => `
  with batch as materialized (
    select p.id, p.org_id, p.dme_id, p.visible_org_ids, p.therapy_start from patients p where ${condition} order by p.id limit ${BATCH})
  select p.id, p.org_id as "orgId", p.visible_org_ids as "seenBy", p.therapy_start::text as "therapyStart", o.timezone, now()::text as at,
         ${dateAt('now()')} as today, ${dateAt('coalesce(r.computed_at, now())')} as "storedOn",
         case when r.patient_id is not null then json_build_object(${NAMES.map((name) => `'${name}', r.${name}`).join(', ')}) end as stored, ${DEVICES_AND_CODES},
         p.id in (select patients_of_changed_nights(array(select id from batch))) as "isChanged",
         (select json_build_object('date', json_agg(n.usage_date), 'recorded', json_agg(n.night), 'minutes', json_agg(n.minutes),
                   'source', json_agg(n.source), 'overruled', json_agg(n.overruled), 'state', json_agg(n.state),
                   'machineId', json_agg(n.machine_id), 'since', json_agg((n.arrived_at at time zone o.timezone)::date))
            from usage_nights n where n.patient_id = p.id and n.usage_date >= p.therapy_start + $2::int and n.usage_date < p.therapy_start + $3::int
          having count(*) > 0) as nights
    from batch p
    join organizations o on o.id = coalesce(p.dme_id, p.org_id)
    left join compliance_results r on r.patient_id = p.id and r.rule = $4 order by p.id`;
const PATIENTS = patientsWhere('p.id > $1');
// A job that waits will store the result.
const NOT_WAITING = `p.id = any ($1::int[]) and p.id::text not in (
  select j.singleton_key from pgboss.job j where j.name = 'recompute-compliance' and j.state < 'completed' and j.singleton_key is not null)`;
// The queue's tables do not exist in a database that was never started.
const HAS_QUEUE = `select to_regclass('pgboss.job') is not null as "hasQueue"`;

const HISTORY = historySql('$1');

function figuresOf({ therapyStart, ...devicesAndCodes }: PatientRow, verdict: Verdict | null): Figures {
  const rule = defaultRule();
  const call = callDaysBy(rule, therapyStart, verdict, devicesAndCodes);
  return {
    rule_version: rule.version,
    period: rule.period,
    therapy_start: therapyStart,
    window_start: verdict?.windowStart ?? null,
    window_end: verdict?.windowEnd ?? null,
    compliant_days: verdict?.compliantDays ?? 0,
    met_on: verdict?.stored.metOn ?? null,
    short_on: verdict?.stored.shortOn ?? null,
    call_on: call?.on ?? null,
    call_until: call?.until ?? null,
    call_longest: call?.longest ?? null,
    at_risk_on: verdict?.stored.atRiskOn ?? null,
    cannot_be_met_on: verdict?.stored.cannotBeMetOn ?? null,
    closes_on: verdict?.stored.closesOn ?? null,
  };
}

/** Returns how a stored result differs from the computed one; null when it does not. Nothing is stored before therapy. */
function differenceOf({ id: patientId, stored, seenBy }: PatientRow, computed: Figures): ComplianceDifference | null {
  if (stored === null) return computed.therapy_start === null ? null : { patientId, seenBy, stored, computed };
  const names = NAMES.filter((name) => stored[name] !== computed[name]);
  const only = (figures: Figures) => Object.fromEntries(names.map((name) => [name, figures[name]]));
  return names.length === 0 ? null : { patientId, seenBy, stored: only(stored), computed: only(computed) };
}

/** The nights of a patient in memory. */
interface Assessed {
  patient: PatientRow;
  nights: KnownNight[];
  on: string;
}

function nightsOf({ id: patientId, nights }: PatientRow): KnownNight[] {
  if (!nights) return [];
  const { date, recorded, minutes, source, overruled, state, machineId, since } = nights;
  return date.map((_, nth) => ({
    date: date[nth]!,
    recorded: recorded[nth]!,
    minutes: minutes[nth]!,
    source: source[nth]!,
    overruled: overruled[nth]!,
    state: state[nth]!,
    machineId: machineId[nth]!,
    since: since[nth]!,
    until: null,
    patientId,
  }));
}

const verdictOf = ({ patient, nights, on }: Assessed, history?: readonly KnownNight[]): Verdict | null =>
  patient.therapyStart === null ? null : assess(defaultRule(), patient.therapyStart, nights, on, history);

/** Returns what the nights of a patient, none of which was changed, were on each day: each is as it was when it arrived. */
const arrivalsOf = ({ patient: { today }, nights }: Assessed): KnownNight[] =>
  nights.filter(({ since }) => since <= lastDateKnown(today));

/** Returns what the nights of each of these patients, who are in therapy, were on each day up to now. */
async function historiesOf(client: Connection, all: readonly Assessed[]): Promise<KnownNight[][]> {
  const asked = all.map(({ patient: { id, therapyStart, today, timezone } }) => ({
    patientId: id,
    therapyStart: therapyStart!,
    last: lastDateKnown(today),
    timezone,
  }));
  return histories(
    asked,
    defaultRule(),
    async (groups) => (await client.query<NightHistoryRow>(HISTORY, [groups])).rows,
  );
}

/**
 * Returns the results of patients, each on a date, from their nights and what these were before, which is read of those
 * at risk or worse one of whose nights was changed.
 */
async function computedOf(
  client: Connection,
  patients: readonly PatientRow[],
  dateOf: (patient: PatientRow) => string,
): Promise<Figures[]> {
  const all = patients.map((patient): Assessed => ({ patient, nights: nightsOf(patient), on: dateOf(patient) }));
  const verdicts = all.map((one) => verdictOf(one, one.patient.isChanged ? [] : arrivalsOf(one)));
  const behind = [...verdicts.entries()].flatMap(([nth, verdict]) =>
    verdict && all[nth]!.patient.isChanged && needsHistory(verdict, all[nth]!.on) ? nth : [],
  );
  const before = await historiesOf(
    client,
    behind.map((nth) => all[nth]!),
  );
  behind.forEach((nth, index) => (verdicts[nth] = verdictOf(all[nth]!, before[index])));
  return patients.map((patient, nth) => figuresOf(patient, verdicts[nth]!));
}

/** Returns how the stored results of patients differ from those of the date on which they were computed. */
async function differencesOf(client: Connection, patients: readonly PatientRow[]): Promise<ComplianceDifference[]> {
  const computed = await computedOf(client, patients, ({ storedOn }) => storedOn);
  return patients
    .map((patient, nth) => differenceOf(patient, computed[nth]!))
    .filter((difference) => difference !== null);
}

/** Returns the patients that `sql` finds by its first value. */
async function patientsBy(client: Connection, sql: string, first: unknown): Promise<PatientRow[]> {
  const { name, firstDay, period } = defaultRule();
  return (await client.query<PatientRow>(sql, [first, firstDay - 1, firstDay - 1 + period, name])).rows;
}

/** Runs `work` on every patient, in batches, the next of which the database reads then. Returns their number. */
async function eachBatch(client: Connection, work: (batch: PatientRow[]) => Promise<void>): Promise<number> {
  let patients = 0;
  for (let next = patientsBy(client, PATIENTS, -2147483648); ;) {
    const batch = await next;
    patients += batch.length;
    if (batch.length < BATCH) {
      await work(batch);
      return patients;
    }
    next = patientsBy(client, PATIENTS, batch.at(-1)!.id);
    await Promise.all([next, work(batch)]);
  }
}

/**
 * Computes the result of the default rule for every patient and compares it with the stored one, as of the day on which
 * that was computed. Calls `found` with the differences of each batch that has some, without those of patients whose
 * recalculation waits in the queue. Returns the number of patients. The portal may run: a patient that differs is read
 * again together with the queue.
 */
export async function verifyCompliance(
  client: Connection,
  found: (differences: ComplianceDifference[]) => Promise<void> | void,
): Promise<number> {
  const { hasQueue } = (await client.query<{ hasQueue: boolean }>(HAS_QUEUE)).rows[0]!;
  const again = patientsWhere(hasQueue ? NOT_WAITING : 'p.id = any ($1::int[])');
  return eachBatch(client, async (batch) => {
    const ids = (await differencesOf(client, batch)).map(({ patientId }) => patientId);
    if (ids.length === 0) return;
    const wrong = await differencesOf(client, await patientsBy(client, again, `{${ids.join(',')}}`));
    if (wrong.length > 0) await found(wrong);
  });
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
  eachBatch(client, async (batch) => {
    const computed = await computedOf(client, batch, ({ today }) => today);
    const rows = batch.map((patient, nth) => ({
      org_id: patient.orgId,
      patient_id: patient.id,
      computed_at: patient.at,
      ...computed[nth]!,
    }));
    await client.query(STORE, [JSON.stringify(rows), defaultRule().name]);
  });
