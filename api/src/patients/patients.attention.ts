import type { Attention, ComplianceFilter } from './patients.list.rules.ts';

/** Today's date in the zone of the viewer's organization, like Context.today. */
const TODAY = '(now() at time zone (select o.timezone from organizations o where o.id = ctx_org()))::date';

/** "Do not alarm before about 48 h": a module sends once a day and may be a day late. */
const QUIET = "interval '48 hours'";
const QUIET_DAYS = 2;

const COMPLIANCE: Record<ComplianceFilter, (patient: string) => string> = {
  met: (p) => `${p}.compliance_met_on is not null`,
  in_progress: (p) =>
    `${p}.compliance_met_on is null and ${p}.compliance_closes_on > ${TODAY} and ${p}.compliance_at_risk_on > ${TODAY}`,
  at_risk: (p) =>
    `${p}.compliance_met_on is null and ${p}.compliance_closes_on > ${TODAY} and ${p}.compliance_at_risk_on <= ${TODAY}`,
  not_met: (p) => `${p}.compliance_met_on is null and ${p}.compliance_closes_on <= ${TODAY}`,
  no_therapy_start: (p) => `${p}.therapy_start is null`,
};

const ATTENTION: Record<Attention, (patient: string) => string> = {
  // The latest change of an active device failed: no later change is pending or was applied.
  settings_failed: (
    p,
  ) => `${p}.id in (select f.patient_id from settings_records f join device_history h on h.id = f.history_id and h.end_date is null
    where f.status = 'failed' and not exists (select from settings_records n where n.history_id = f.history_id and n.is_edit and n.submitted_at > f.submitted_at))`,
  settings_waiting: (
    p,
  ) => `${p}.id in (select w.patient_id from settings_records w join device_history h on h.id = w.history_id and h.end_date is null
    where w.status = 'pending' and w.submitted_at <= now() - ${QUIET})`,
  // An active device with a module, assigned at least two days ago.
  silent: (p) => `${p}.id in (select h.patient_id from device_history h join modules m on m.machine_id = h.machine_id
    where h.end_date is null and h.start_date <= ${TODAY} - ${QUIET_DAYS} and (m.last_connected_at <= now() - ${QUIET} or m.last_connected_at is null))`,
};

/** SQL of the patients in a compliance state, equal to `stateOn` of the stored result; each is an index condition. */
export const inCompliance = (choice: string, patient: string): string =>
  COMPLIANCE[choice as ComplianceFilter](patient);

/** SQL of the patients who need attention for a reason; each query starts from the few rows that match the reason. */
export const inAttention = (choice: string, patient: string): string => ATTENTION[choice as Attention](patient);
