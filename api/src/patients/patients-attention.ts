import type { Attention, ComplianceFilter } from './patients.list.rules.ts';

/** Today's date in the zone of the viewer's organization, like Context.today: a sub-select, so that it is computed once. */
const TODAY = '(select (now() at time zone (select o.timezone from organizations o where o.id = ctx_org()))::date)';

/** "Do not alarm before about 48 h": a module sends once a day and may be a day late. */
export const QUIET_HOURS = 48;
export const QUIET_DAYS = 2;
const QUIET = `interval '${QUIET_HOURS} hours'`;

/** The rule is met on a later day. The upper bound is for the planner, which then expects few of them. */
const isMetLater = (p: string) => `${p}.compliance_met_on > ${TODAY} and ${p}.compliance_met_on < 'infinity'`;

/** Each is a range of an index. A date on which the rule is met may be later than today: its night has arrived already. */
const COMPLIANCE: Record<ComplianceFilter, (patient: string) => string[]> = {
  met: (p) => [`${p}.compliance_met_on <= ${TODAY}`],
  in_progress: (p) => [
    `${p}.compliance_met_on is null and ${p}.compliance_closes_on > ${TODAY} and ${p}.compliance_at_risk_on > ${TODAY}`,
    `${isMetLater(p)} and (${p}.compliance_at_risk_on is null or ${p}.compliance_at_risk_on > ${TODAY})`,
  ],
  at_risk: (p) => [
    `${p}.compliance_met_on is null and ${p}.compliance_closes_on > ${TODAY} and ${p}.compliance_at_risk_on <= ${TODAY} and ${p}.compliance_cannot_be_met_on > ${TODAY}`,
    `${isMetLater(p)} and ${p}.compliance_at_risk_on <= ${TODAY}`,
  ],
  cannot_be_met: (p) => [
    `${p}.compliance_met_on is null and ${p}.compliance_closes_on > ${TODAY} and ${p}.compliance_cannot_be_met_on <= ${TODAY}`,
  ],
  not_met: (p) => [`${p}.compliance_met_on is null and ${p}.compliance_closes_on <= ${TODAY}`],
  no_therapy_start: (p) => [`${p}.therapy_start is null`],
};

/** Conditions on the state of an active device, each an index of the states. */
const DEVICES: Record<Attention, string> = {
  // The latest change of an active device failed: no later change is pending or was applied.
  settings_failed: "s.active_since is not null and s.settings_state = 'failed'",
  settings_waiting: `s.active_since is not null and s.settings_state = 'pending' and s.submitted_at <= now() - ${QUIET}`,
  // An active device with a module, assigned at least two days ago.
  silent: `s.heard_at <= now() - ${QUIET} and s.active_since <= ${TODAY} - ${QUIET_DAYS}`,
};

/** SQL of the patients in a compliance state, equal to `stateOn` of the stored result; each is an index condition. */
export const inCompliance = (choice: string, patient: string): string => {
  const [range, ...others] = COMPLIANCE[choice as ComplianceFilter](patient);
  return others.length === 0 ? range! : `(${[range, ...others].map((one) => `(${one})`).join(' or ')})`;
};

/** SQL of the patients in any other state. */
export const exceptCompliance = (choice: string, patient: string): string =>
  choice === 'met'
    ? `(${patient}.compliance_met_on is null or (${isMetLater(patient)}))`
    : `(${inCompliance(choice, patient)}) is not true`;

/** SQL of the patients who need attention for a reason. */
export const inAttention = (choice: string, patient: string): string =>
  `exists (select from device_states s where s.patient_id = ${patient}.id and ${DEVICES[choice as Attention]})`;

/**
 * SQL of the ids of these patients. A patient has one active device, and the states have the row-level security of their
 * patients, so that neither a count nor the first rows read the patients.
 */
export const idsInAttention = (choice: string): string =>
  `select s.patient_id as id from device_states s where ${DEVICES[choice as Attention]}`;

/** SQL of the ids of the patients in a compliance state, from the index alone. */
export const idsInCompliance = (choice: string): string =>
  COMPLIANCE[choice as ComplianceFilter]('p')
    .map((range) => `select p.id from patients p where ${range}`)
    .join(' union all ');
