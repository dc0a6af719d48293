import { showingConflict } from '../rest/conflict.ts';
import type { Context } from '../shared/context.ts';
import { refuse, renameRefusals, type Refusal } from '../shared/errors.ts';
import { PATIENT_COLUMNS, PATIENT_FIELDS } from './patient-form-fields.ts';
import { readPatient, type EditedPatient } from './patient-form.store.ts';
import type { Patient } from './patient.entity.ts';

/** Names of the form's fields in REST bodies (document 001, section 3). */
export const PATIENT_WIRE: Record<string, string> = {
  ...PATIENT_COLUMNS,
  currentSerial: 'current_serial',
  devicePin: 'device_pin',
  version: 'version',
};
const FIELDS_FROM_REST = Object.fromEntries(Object.entries(PATIENT_WIRE).map(([ours, wire]) => [wire, ours]));

/** What only the portal writes: sent back with its value of now, or refused. */
const READ_ONLY = ['id', 'last_report', 'adherence_category_id', 'prescription_id'];

/** What the record has besides the form. Clients send the whole object back. */
const IGNORED = new Set([
  'active_serials',
  'compliance',
  'compliance_met_result',
  'first_usage_date',
  'last_connection',
  'organization',
  'provider',
  'settings_state',
]);

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value).replace(/^"|"$/g, '');

/** Refuses unknown fields, and read-only ones that differ from `now`: the patient; null for a new one. */
export function refuseForeignPatientFields(body: Record<string, unknown>, now: Record<string, unknown> | null): void {
  const refusals = Object.entries(body).flatMap(([field, value]): Refusal[] => {
    if (Object.hasOwn(FIELDS_FROM_REST, field) || IGNORED.has(field)) return [];
    if (!READ_ONLY.includes(field)) return [{ field, code: 'unknown_field', message: 'unknown_field' }];
    return plain(value) === '' || plain(value) === plain(now?.[field])
      ? []
      : [{ field, code: 'patient.read_only', message: 'patient.read_only' }];
  });
  refuse(refusals);
}

/** Maps the documented patient object to service input. Absent fields stay absent. */
export const patientFromRest = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(PATIENT_WIRE)
      .filter(([, wire]) => body[wire] !== undefined)
      .map(([ours, wire]) => [ours, body[wire]]),
  );

/** Names of a validate-only request; `*` means every field. */
export const patientFieldsFromRest = (only: string[] | undefined): string[] | undefined =>
  only?.includes('*') ? undefined : only?.map((name) => FIELDS_FROM_REST[name] ?? name);

/** Runs a service and reports its refusals under the documented names. */
export const documentedPatient = <T>(ctx: Context, work: () => Promise<T>): Promise<T> =>
  renameRefusals(
    () => showingConflict(work, ({ id }: Patient) => recordOfPatient(ctx, id)),
    (refusal) => ({ ...refusal, field: PATIENT_WIRE[refusal.field] ?? refusal.field }),
  );

/**
 * The documented fields that lists do not show. The PIN is shown with the devices only, and the portal keeps no adherence
 * categories and no prescriptions (decisions/089).
 */
const recordToRest = ({ version, values, currentSerial }: EditedPatient): Record<string, unknown> => ({
  ...Object.fromEntries(PATIENT_FIELDS.map((field) => [PATIENT_COLUMNS[field], values[field]])),
  current_serial: currentSerial,
  device_pin: null,
  adherence_category_id: null,
  prescription_id: null,
  version,
});

/** Returns the documented fields of a patient's form. Throws NotFound for a patient that the viewer may not see. */
export const recordOfPatient = async (ctx: Context, id: number): Promise<Record<string, unknown>> =>
  recordToRest(await readPatient(ctx, id));
