import type { Context } from '../shared/context.ts';
import { overruledAmong, type PatientNight } from './compliance-nights.ts';
import type { ComplianceRule } from './compliance-rule.ts';

/** Patients whose results are of one time. `knownAt`: null for the end of `date` in the time zone. */
export interface Knowing {
  patientIds: readonly number[];
  date: string;
  timezone: string;
  knownAt: Date | null;
}

/** What a result of the past is computed from, by patient. */
export interface Known {
  /** Null: none was known, also when the patient was entered later. */
  starts: Map<number, string | null>;
  nights: Map<number, PatientNight[]>;
}

const TIMES = `
  (select g.nth, g.ids, coalesce(g.known, (g.date + 1)::timestamp at time zone g.zone) as known
     from jsonb_to_recordset(?::jsonb) g (nth int, ids int[], known timestamptz, date date, zone text)) g`;
const STARTS = `
  select g.nth, v.patient_id as "patientId", v.therapy_start::text as start
    from ${TIMES} join therapy_start_versions v on v.patient_id = any (g.ids) and v.known @> g.known`;
const NIGHTS = `
  select g.nth, k.holder as "patientId", k.machine as "machineId", k.dated::text as date, k.recorded::text, k.used as minutes,
         k.origin as source, k.validity as state, false as overruled
    from ${TIMES} cross join lateral nights_known(g.ids, ?, ?, g.known) k`;

/**
 * Returns, for each time, the therapy starts that were known and the nights of a rule's period that had arrived, with the
 * dates, minutes and patients of then. A night that a later arrival or correction overruled still counted. Two statements
 * for any number of times.
 */
export async function knownThen(
  { em }: Pick<Context, 'em'>,
  times: readonly Knowing[],
  { firstDay, period }: ComplianceRule,
): Promise<Known[]> {
  const asked = JSON.stringify(
    times.map(({ patientIds, date, timezone, knownAt }, nth) => ({
      nth,
      ids: patientIds,
      known: knownAt,
      date,
      zone: timezone,
    })),
  );
  const starts = await em.execute<{ nth: number; patientId: number; start: string | null }[]>(STARTS, [asked]);
  const nights = await em.execute<(PatientNight & { nth: number })[]>(NIGHTS, [asked, firstDay - 1, period]);
  const [startsOf, nightsOf] = [Map.groupBy(starts, ({ nth }) => nth), Map.groupBy(nights, ({ nth }) => nth)];
  return times.map((_time, nth) => ({
    starts: new Map((startsOf.get(nth) ?? []).map(({ patientId, start }) => [patientId, start])),
    nights: Map.groupBy(overruledAmong(nightsOf.get(nth) ?? []), ({ patientId }) => patientId),
  }));
}
