import { callDaysOf, type CallDays, type CalledDevice, type CodeOfDevice } from '../icode-reports/icode-due.ts';
import { IS_RECORDED } from '../icode-reports/icode-recorded.ts';
import type { Context } from '../shared/context.ts';
import type { ComplianceRule } from './compliance-rule.ts';
import type { Verdict } from './compliance-verdict.ts';

/** The devices and the codes of a patient. */
export interface DevicesAndCodes {
  devices: CalledDevice[];
  codes: CodeOfDevice[];
}

/** SQL of them, of the patient `p`. */
export const DEVICES_AND_CODES = `
  coalesce((select json_agg(json_build_object('serial', m.serial, 'startDate', h.start_date, 'endDate', h.end_date, 'nights', coalesce(
       (select json_agg(json_build_object('night', n.night, 'minutes', n.minutes)) from usage_nights n
         where n.patient_id = p.id and n.machine_id = h.machine_id and ${IS_RECORDED}
           and exists (select from icode_reports r where r.patient_id = p.id)), '[]')) order by h.start_date desc, h.id desc)
     from device_history h join machines m on m.id = h.machine_id where h.patient_id = p.id), '[]') as devices,
  coalesce((select json_agg(json_build_object('id', r.id, 'serial', r.serial, 'collected', r.collected, 'icodePeriod', r.icode_period,
       'compliantDays', r.compliant_days, 'best30', r.best30, 'minutes', r.minutes) order by r.id)
     from icode_reports r where r.patient_id = p.id), '[]') as codes`;

/** Returns the days on which codes are to be read, by the nights up to the date of the result; none when the nights that arrived meet the rule. */
export const callDaysBy = (
  rule: ComplianceRule,
  therapyStart: string | null,
  verdict: Verdict | null,
  { devices, codes }: DevicesAndCodes,
): CallDays | null =>
  callDaysOf({
    rule,
    therapyStart,
    isMet: verdict?.stored.metOn != null,
    lastWireless: verdict?.lastWireless ?? null,
    devices,
    codes,
  });

/** Returns the devices and the codes of each patient, in the order of the ids. */
export async function devicesAndCodesOf({ em }: Context, patientIds: readonly number[]): Promise<DevicesAndCodes[]> {
  const rows = await em.execute<(DevicesAndCodes & { id: number })[]>(
    `select p.id, ${DEVICES_AND_CODES} from patients p where p.id = any (?)`,
    [`{${patientIds.join(',')}}`],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return patientIds.map((id) => byId.get(id) ?? { devices: [], codes: [] });
}
