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

/** Marks the nights that a valid night of the same patient, machine and date from a source of higher priority overrules. */
export function overruledAmong<Night extends PatientNight>(nights: readonly Night[]): Night[] {
  const key = ({ patientId, machineId, date }: PatientNight) => `${patientId} ${machineId} ${date}`;
  const highest = new Map<string, number>();
  for (const night of nights)
    if (night.state === 1) highest.set(key(night), Math.max(PRIORITY[night.source], highest.get(key(night)) ?? 0));
  return nights.map((night) => ({ ...night, overruled: (highest.get(key(night)) ?? 0) > PRIORITY[night.source] }));
}
