import { complianceOf, type ComplianceAsked } from '../compliance/compliance.service.ts';
import { complianceMetResult } from '../compliance/compliance.wire.ts';
import { activeSerialsOf, devicesOfPatients, firstUsageDateOf } from '../device-history/device-history.service.ts';
import type { SettingsState } from '../device-index/device-index.list.rules.ts';
import { organizationOf, organizationsById } from '../organizations/organizations.service.ts';
import { nameOfReference, referenceToRest } from '../organizations/organizations.wire.ts';
import { codedCell, inPages, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import { rowToRest, type DatatableColumn } from '../rest/datatable.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { recordOfPatient } from './patient-form.wire.ts';
import type { Patient } from './patient.entity.ts';
import { activeDeviceOf, storedComplianceOf, type PatientComplianceDates } from './patients-states.ts';

/** What the columns of a file read besides the patient. */
export const JOINS = `left join organizations o on o.id = r.dme_id
  left join device_states s on s.patient_id = r.id and s.active_since is not null`;
/** What `storedComplianceOf` reads of a patient, as one cell. */
const COMPLIANCE = [
  'therapy_start',
  'compliance_met_on',
  'compliance_at_risk_on',
  'compliance_cannot_be_met_on',
  'compliance_closes_on',
]
  .map((date) => `coalesce(r.${date}::text, '')`)
  .join(" || '|' || ");

function complianceDates(cell: string): PatientComplianceDates {
  const dates = cell.split('|').map((date) => date || null);
  const [therapyStart, complianceMetOn, complianceAtRiskOn, complianceCannotBeMetOn, complianceClosesOn] = dates as [
    string | null,
    string | null,
    string | null,
    string | null,
    string | null,
  ];
  return { therapyStart, complianceMetOn, complianceAtRiskOn, complianceCannotBeMetOn, complianceClosesOn };
}

/** Returns the columns of the list, in JSON and as a file. */
export function columns(ctx: Context): DatatableColumn<Patient>[] {
  const provider = async (patient: Patient) =>
    patient.provider && (await ctx.loader(organizationsById).load(patient.provider.id));
  const settingsState = async (patient: Patient) => (await activeDeviceOf(ctx, patient))?.settingsState ?? null;
  const titleOfState = (state: SettingsState | null) =>
    state && state !== 'none' ? translate(ctx.locale, `settings.status.${state}`) : null;
  const titleOfCompliance = (state: ReturnType<typeof storedComplianceOf>) =>
    state && translate(ctx.locale, `compliance.state.${state}`);
  return [
    { key: 'id', title: 'patients.csv.id', value: (patient) => patient.id, sql: inPages(plainCell('r.id')) },
    {
      key: 'assigned_id',
      title: 'patients.csv.assigned_id',
      value: (patient) => patient.assignedId,
      sql: inPages(textCell('r.assigned_id')),
    },
    {
      key: 'first_name',
      title: 'patients.csv.first_name',
      value: (patient) => patient.firstName,
      sql: inPages(textCell('r.first_name')),
    },
    {
      key: 'last_name',
      title: 'patients.csv.last_name',
      value: (patient) => patient.lastName,
      sql: inPages(textCell('r.last_name')),
    },
    { key: 'email', title: 'patients.csv.email', value: (patient) => patient.email, sql: inPages(textCell('r.email')) },
    {
      key: 'birth_date',
      title: 'patients.csv.birth_date',
      value: (patient) => patient.birthDate,
      sql: inPages(plainCell('r.birth_date')),
    },
    { key: 'sex', value: (patient) => patient.sex, sql: inPages(plainCell('r.sex')) },
    { key: 'phone', title: 'patients.csv.phone', value: (patient) => patient.phone, sql: inPages(textCell('r.phone')) },
    { key: 'mobile_phone', value: (patient) => patient.mobilePhone, sql: inPages(plainCell('r.mobile_phone')) },
    { key: 'city', value: (patient) => patient.city, sql: inPages(plainCell('r.city')) },
    { key: 'state', value: (patient) => patient.state, sql: inPages(plainCell('r.state')) },
    {
      key: 'current_serial',
      title: 'patients.csv.current_serial',
      value: (patient) => patient.currentSerial,
      sql: inPages(textCell('r.current_serial')),
    },
    { key: 'dme_id', value: (patient) => patient.provider?.id, sql: inPages(plainCell('r.dme_id')) },
    {
      key: 'provider',
      title: 'patients.csv.provider',
      value: async (patient) => referenceToRest(await provider(patient)),
      shown: nameOfReference,
      sql: inPages(
        textCell('o.name'),
        "case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end",
      ),
    },
    {
      key: 'therapy_start',
      title: 'patients.csv.therapy_start',
      value: (patient) => patient.therapyStart,
      sql: inPages(plainCell('r.therapy_start')),
    },
    {
      key: 'last_report',
      title: 'patients.csv.last_report',
      value: (patient) => patient.lastReport,
      sql: inPages(plainCell('r.last_report')),
    },
    {
      key: 'is_rules_active',
      title: 'patients.csv.is_rules_active',
      value: (patient) => patient.isRulesActive,
      sql: inPages(plainCell('r.is_rules_active::text'), 'r.is_rules_active'),
    },
    {
      key: 'settings_state',
      title: 'patients.csv.settings_state',
      value: settingsState,
      shown: titleOfState,
      sql: inPages(codedCell('s.settings_state')),
    },
    {
      key: 'compliance',
      title: 'patients.csv.compliance',
      value: (patient) => storedComplianceOf(ctx, patient),
      shown: titleOfCompliance,
      sql: inPages(codedCell(COMPLIANCE, (dates) => storedComplianceOf(ctx, complianceDates(dates)))),
    },
    {
      key: 'last_connection',
      title: 'patients.csv.last_connection',
      value: async (patient) => (await activeDeviceOf(ctx, patient))?.connectedAt,
      sql: inPages(timeCell('s.last_session_at')),
    },
    { key: 'version', value: (patient) => patient.version, sql: inPages(plainCell('r.version')) },
  ];
}

/**
 * Returns the documented fields of a patient, and what the page of the patient shows besides. `asked`: the rule, the date
 * and the time of its result.
 */
export async function patientToRest(
  ctx: Context,
  patient: Patient,
  asked: ComplianceAsked = {},
): Promise<Record<string, unknown>> {
  const devices = await ctx.loader(devicesOfPatients).load(patient.id);
  return {
    ...(await rowToRest(columns(ctx), patient)),
    ...(await recordOfPatient(ctx, patient.id)),
    first_usage_date: firstUsageDateOf(devices),
    active_serials: await activeSerialsOf(devices),
    organization: referenceToRest(await organizationOf(ctx, patient)),
    compliance_met_result: complianceMetResult(await complianceOf(ctx, patient, asked)),
  };
}
