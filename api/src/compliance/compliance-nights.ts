import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { compareSources } from '../usage/night-source.rules.ts';
import { VOIDED } from '../usage/night-states.ts';
import type { ReportedNight } from './compliance-ledger.ts';
import type { ComplianceRule } from './compliance-rule.ts';

export interface PatientNight extends ReportedNight {
  patientId: number;
  machineId: number;
}

/**
 * A night as the portal knew it at the end of each day from `since` on and before `until` (null: it still does), in the
 * zone of the patient's provider.
 */
export interface KnownNight extends PatientNight {
  since: string;
  until: string | null;
}

const nightsSql = (patients: number) => `
  select n.patient_id as "patientId", n.machine_id as "machineId", n.usage_date::text as date, n.night::text as recorded,
         n.minutes, n.source, n.overruled, n.state
    from patients p
    join usage_nights n on n.patient_id = p.id and n.usage_date >= p.therapy_start + ? and n.usage_date < p.therapy_start + ? and n.state <> ${VOIDED}
   where p.id in (${Array(patients).fill('?').join(', ')}) order by n.usage_date, n.night, n.id`;

/** Returns the nights of a rule's period of each patient, as they are known now. */
export async function nightsOfPatients(
  { em }: Pick<Context, 'em'>,
  patientIds: readonly number[],
  { firstDay, period }: ComplianceRule,
): Promise<Map<number, PatientNight[]>> {
  const nights = await em.execute<PatientNight[]>(nightsSql(patientIds.length), [
    firstDay - 1,
    firstDay - 1 + period,
    ...patientIds,
  ]);
  return Map.groupBy(nights, ({ patientId }) => patientId);
}

/** Patients whose nights of each day up to the last one are asked for; days end in the time zone. */
interface HistoryGroup {
  ids: number[];
  /** The first night of each patient's period, and the date behind its last night. */
  firsts: string[];
  ends: string[];
  last: string;
  zone: string;
}

/** A period of a patient. `last`: the last day whose knowledge is asked for. */
export interface HistoryAsked {
  patientId: number;
  therapyStart: string;
  last: string;
  timezone: string;
}

/**
 * SQL of every version of the nights of groups of patients, in the span of days in which it was known. `groups`: the
 * placeholder of HistoryGroup[] as JSON.
 */
export const historySql = (groups: string): string => `
  select g.nth, h.holder as "patientId", h.machine as "machineId", h.dated::text as date, h.recorded::text, h.used as minutes, h.origin as source,
         h.validity as state, false as overruled, known.since::text, case when known.until <= g.last then known.until::text end as until
    from jsonb_to_recordset(${groups}::jsonb) g (nth int, ids int[], firsts date[], ends date[], last date, zone text)
    cross join lateral night_history(g.ids, g.firsts, g.ends) h
    cross join lateral (select (h.since at time zone g.zone)::date as since, (h.until at time zone g.zone)::date as until) known
   where known.since <= g.last`;

/** The last date of a history up to now: a provider may be a day ahead. */
export const lastDateKnown = (today: string): string => addDays(today, 1);

/** A row of `historySql`. */
export type NightHistoryRow = KnownNight & { nth: number };

/** Returns what the nights of each period were on each day up to its last one, in the order of the periods. */
export async function histories(
  asked: readonly HistoryAsked[],
  { firstDay, period }: ComplianceRule,
  read: (groups: string) => Promise<readonly NightHistoryRow[]>,
): Promise<KnownNight[][]> {
  if (asked.length === 0) return [];
  const keyOf = ({ last, timezone }: HistoryAsked) => `${last} ${timezone}`;
  const grouped = [...Map.groupBy(asked, keyOf)];
  const groups = grouped.map(([, all], nth): HistoryGroup & { nth: number } => {
    const own = [...new Map(all.map((one) => [one.patientId, one])).values()];
    return {
      nth,
      ids: own.map(({ patientId }) => patientId),
      firsts: own.map(({ therapyStart }) => addDays(therapyStart, firstDay - 1)),
      ends: own.map(({ therapyStart }) => addDays(therapyStart, firstDay - 1 + period)),
      last: own[0]!.last,
      zone: own[0]!.timezone,
    };
  });
  const place = new Map(grouped.map(([key], nth) => [key, nth]));
  const rows = Map.groupBy(await read(JSON.stringify(groups)), ({ nth, patientId }) => `${nth} ${patientId}`);
  return asked.map((one) => rows.get(`${place.get(keyOf(one))} ${one.patientId}`) ?? []);
}

/** Returns the same for `histories` as the viewer sees it, in one statement. */
export const historiesOf = (
  { em }: Pick<Context, 'em'>,
  asked: readonly HistoryAsked[],
  rule: ComplianceRule,
): Promise<KnownNight[][]> =>
  histories(asked, rule, (groups) => em.execute<NightHistoryRow[]>(historySql('?'), [groups]));

/**
 * Marks the nights that do not count, among those of one patient, machine and date: a valid night of a higher source
 * overrules, and of two of one source, one of which was moved, the longer one counts. As long: the one recorded on that
 * date, then the one recorded earlier. The same order as night_rank() of the database (decisions/117).
 */
export function overruledAmong<Night extends PatientNight>(nights: readonly Night[]): Night[] {
  const key = ({ patientId, machineId, date }: PatientNight) => `${patientId} ${machineId} ${date}`;
  const first = new Map<string, Night>();
  for (const night of nights) {
    if (night.state !== 1) continue;
    const best = first.get(key(night));
    if (!best || compare(night, best) < 0) first.set(key(night), night);
  }
  return nights.map((night) => {
    const best = first.get(key(night));
    const counts = !best || best === night || (night.state !== 1 && compareSources(best.source, night.source) >= 0);
    return { ...night, overruled: !counts };
  });
}

/** Negative when the first night counts before the other one. */
const compare = (one: PatientNight, other: PatientNight): number =>
  compareSources(one.source, other.source) ||
  other.minutes - one.minutes ||
  Number(one.recorded !== one.date) - Number(other.recorded !== other.date) ||
  one.recorded.localeCompare(other.recorded);
