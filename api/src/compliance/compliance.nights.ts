import type { Context } from '../shared/context.ts';
import type { ReportedNight } from './compliance.ledger.ts';
import type { ComplianceRule } from './compliance.rule.ts';

export interface PatientNight extends ReportedNight {
  patientId: number;
  machineId: number;
}

const nightsSql = (patients: number) => `
  select n.patient_id as "patientId", n.machine_id as "machineId", n.usage_date::text as date, n.night::text as recorded,
         n.minutes, n.source, n.overruled, n.state
    from patients p
    join usage_nights n on n.patient_id = p.id and n.usage_date >= p.therapy_start + ? and n.usage_date < p.therapy_start + ?
   where p.id in (${Array(patients).fill('?').join(', ')}) order by n.usage_date, n.night, n.id`;

const PRIORITY: Record<ReportedNight['source'], number> = { qr: 1, sd: 2, wireless: 3 };

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
    const counts = !best || best === night || (night.state !== 1 && PRIORITY[best.source] <= PRIORITY[night.source]);
    return { ...night, overruled: !counts };
  });
}

/** Negative when the first night counts before the other one. */
const compare = (one: PatientNight, other: PatientNight): number =>
  PRIORITY[other.source] - PRIORITY[one.source] ||
  other.minutes - one.minutes ||
  Number(one.recorded !== one.date) - Number(other.recorded !== other.date) ||
  one.recorded.localeCompare(other.recorded);
