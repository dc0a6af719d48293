import { todayOfPatient } from '../organizations/organizations.service.ts';
import { countConnected } from '../patient-declines/patient-declines.service.ts';
import type { Context } from '../shared/context.ts';
import { type CurrentRow, refuseContradiction, refuseOlder } from '../shared/conflict.ts';
import { authorize, refuse, type Refusal } from '../shared/errors.ts';
import { asks, readForm } from '../shared/read-form.ts';
import { normalizeSerial } from '../shared/text.rules.ts';
import { findVisible } from '../shared/visible-row.ts';
import { assignNewPatientsDevice, checkNewPatientsDevice } from './patient-equipment.service.ts';
import { PATIENT_COLUMNS, PATIENT_FIELDS, type PatientField, type PatientValues } from './patient-form-fields.ts';
import { insertPatient, lockPatient, readPatient, storePatient, type EditedPatient } from './patient-form.store.ts';
import type { PatientAccessChange } from './patient-form.types.ts';
import { sharingOf } from './patient-sharing.service.ts';
import { Patient } from './patient.entity.ts';
import { DEPENDENT, type NewPatient, newPatientRules, patientRules } from './patient.rules.ts';
import { canCreatePatient, canUpdateField, canUpdatePatients } from './patients.policy.ts';

type Raw = Record<string, unknown>;

const sentIn = (raw: unknown): Raw =>
  Object.fromEntries(Object.entries((raw ?? {}) as Raw).filter(([, value]) => value !== undefined));

/**
 * Runs every check of a new patient without writing, and returns the input and who would see the patient. `only` names
 * the fields to check; the PIN is compared, and an attempt counted, only when devicePin is among them.
 */
export async function checkCreatePatient(
  ctx: Context,
  raw: unknown,
  only?: string[],
): Promise<{ input: Partial<NewPatient>; access: PatientAccessChange }> {
  const checked = await checkNewPatient(ctx, raw, only);
  await checkNewPatientsDevice(ctx, { ...checked.input, today: checked.today }, only);
  return checked;
}

/** The checks of a new patient, except of the device, which its assignment checks again. */
async function checkNewPatient(ctx: Context, raw: unknown, only?: string[]) {
  authorize(canCreatePatient(ctx.viewer));
  const today = await todayOfPatient(ctx, { organization: { id: ctx.viewer.workOrgId } });
  const input = await readForm(
    newPatientRules(today),
    { country: ctx.app.config.appRegion.toUpperCase(), isRulesActive: true, ...sentIn(raw) },
    only,
  );
  const { refusals, access } = await sharingOf(ctx, input as Partial<PatientValues>, null);
  refuse(refusals.filter(({ field }) => asks(only, field)));
  return { input, access, today };
}

/** Adds a patient to the organization for which the viewer works, with a device from today on when there is a serial. */
export async function createPatient(ctx: Context, raw: unknown): Promise<Patient> {
  const { input, today, access } = await checkNewPatient(ctx, raw);
  await countConnected(ctx, access.gains);
  const created = input as NewPatient;
  const values = Object.fromEntries(PATIENT_FIELDS.map((field) => [field, created[field]])) as unknown as PatientValues;
  const id = await insertPatient(ctx, ctx.viewer.workOrgId, {
    ...values,
    isRulesActive: created.isRulesActive ?? true,
  });
  await assignNewPatientsDevice(ctx, id, { ...created, today });
  ctx.note({ patient: id, fields: PATIENT_FIELDS.filter((field) => values[field] !== null) });
  return findVisible(ctx, Patient, { id }, { refresh: true });
}

/** An absent value, an empty text and null are the same. */
const plain = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string).trim();
};

/**
 * Runs every check of a changed patient without writing, and returns the changed fields and whose access would change.
 * An omitted field stays as it is, and what stays is not checked: an older value that the rules refuse today may stay.
 * Throws Conflict for an older version, and for an input without a version that contradicts a newer value.
 */
export async function checkUpdatePatient(
  ctx: Context,
  id: number,
  raw: unknown,
  only?: string[],
): Promise<{ edited: EditedPatient; changes: Partial<PatientValues>; access: PatientAccessChange }> {
  const patient = await findVisible(ctx, Patient, { id }, { refresh: true });
  const edited = await readPatient(ctx, id);
  authorize(canUpdatePatients(ctx.viewer));
  const sent = sentIn(raw);
  const { version } = edited;
  const current: CurrentRow<Patient> = { row: patient, version, message: 'conflict.patient', patients: [id] };
  if (asks(only, 'version')) refuseOlder(sent, current);
  const { input, different } = await readChanges(ctx, patient, edited, sent, only);
  const isOwn = (field: PatientField) => canUpdateField(ctx.viewer, edited, field);
  const changed = different.filter((field) => input[field] !== edited.values[field]);
  if (asks(only, 'version'))
    await refuseContradiction(ctx, 'patients', sent, { id, ...columnsOf(sent, changed) }, current);
  const changes = Object.fromEntries(
    changed
      .filter((field) => isOwn(field) && input[field] !== undefined)
      .filter((field) => field !== 'isRulesActive' || input[field] !== null)
      .map((field) => [field, input[field]]),
  ) as Partial<PatientValues>;
  const { refusals, access } = await sharingOf(ctx, changes, edited);
  refusals.unshift(
    ...changed.filter((field) => !isOwn(field)).map(refusalOfOwner),
    ...refusalsOfEquipment(edited, sent),
  );
  refuse(refusals.filter(({ field }) => asks(only, field)));
  return { edited, changes, access };
}

const columnsOf = (sent: Raw, different: readonly PatientField[]) => ({
  sent: PATIENT_FIELDS.filter((field) => field in sent).map((field) => PATIENT_COLUMNS[field]),
  different: different.map((field) => PATIENT_COLUMNS[field]),
});

/** Returns the fields that were sent and differ from the stored ones, and their clean values; an invalid one of the owner is missing. */
async function readChanges(ctx: Context, patient: Patient, edited: EditedPatient, sent: Raw, only?: string[]) {
  const { values } = edited;
  const different = PATIENT_FIELDS.filter((field) => field in sent && plain(sent[field]) !== plain(values[field]));
  const checked = new Set([...different, ...different.flatMap((field) => DEPENDENT[field] ?? [])]);
  const input: Raw = await readForm(
    patientRules(await todayOfPatient(ctx, patient)),
    { ...values, ...sent },
    [...checked].filter((field) => asks(only, field) && canUpdateField(ctx.viewer, edited, field)),
  );
  return { input, different };
}

/** "A partner organization changes only its own fields." */
const refusalOfOwner = (field: PatientField): Refusal => ({
  field,
  code: 'patient.owner_only',
  message: 'patient.owner_only',
});

/** Of an existing patient the device is changed among the devices, with its dates. */
function refusalsOfEquipment({ currentSerial }: EditedPatient, { currentSerial: serial, devicePin }: Raw): Refusal[] {
  const refusals: Refusal[] = [];
  const sent = normalizeSerial(plain(serial));
  if (serial !== undefined && sent !== plain(currentSerial))
    refusals.push({ field: 'currentSerial', code: 'patient.serial_read_only', message: 'patient.serial_read_only' });
  if (plain(devicePin) !== '')
    refusals.push({ field: 'devicePin', code: 'patient.pin_read_only', message: 'patient.pin_read_only' });
  return refusals;
}

/** Changes the record of a patient. Its version counts the changes; compliance follows another therapy start. */
export async function updatePatient(ctx: Context, id: number, raw: unknown): Promise<Patient> {
  await lockPatient(ctx, id);
  const { edited, changes, access } = await checkUpdatePatient(ctx, id, raw);
  await countConnected(ctx, access.gains);
  const fields = Object.keys(changes);
  if (fields.length > 0) {
    await storePatient(ctx, edited, changes);
    ctx.note({ fields });
    ctx.publish('device-history.changed', { patientId: id, historyId: 0 });
  }
  return findVisible(ctx, Patient, { id }, { refresh: true });
}
