import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import {
  CONNECTIONS,
  PATIENT_COLUMNS,
  PATIENT_FIELDS,
  type PatientField,
  type PatientValues,
} from './patient-form-fields.ts';

/** A patient to edit: the stored values, and what the checks need. */
export interface EditedPatient {
  id: number;
  orgId: number;
  version: number;
  currentSerial: string | null;
  clinicianOrgId: number | null;
  physicianOrgId: number | null;
  values: PatientValues;
}

const DATES: readonly PatientField[] = ['birthDate', 'therapyStart'];
const isConnection = (field: PatientField) => (CONNECTIONS as readonly PatientField[]).includes(field);

const SELECTED = PATIENT_FIELDS.map(
  (field) => `p.${PATIENT_COLUMNS[field]}${DATES.includes(field) ? '::text' : ''} as "${field}"`,
).join(', ');

/** Returns the stored record of a patient that the viewer may see; throws NotFound otherwise. */
export async function readPatient({ em }: Context, id: number): Promise<EditedPatient> {
  const [row] = await em.execute<(Omit<EditedPatient, 'values'> & PatientValues)[]>(
    `select p.id, p.org_id as "orgId", p.version, p.current_serial as "currentSerial",
        p.clinician_org_id as "clinicianOrgId", p.physician_org_id as "physicianOrgId", ${SELECTED}
       from patients p where p.id = ?`,
    [id],
  );
  if (!row) throw new NotFound();
  const { orgId, version, currentSerial, clinicianOrgId, physicianOrgId, ...rest } = row;
  const values = Object.fromEntries(PATIENT_FIELDS.map((field) => [field, rest[field]])) as unknown as PatientValues;
  return { id, orgId, version, currentSerial, clinicianOrgId, physicianOrgId, values };
}

/** Blocks other changes of the patient until the end of the transaction: a second change waits, and finds another version. */
export const lockPatient = ({ em }: Context, id: number): Promise<unknown> =>
  em.execute('select from patients where id = ? for no key update', [id]);

const connect = ({ em }: Context, id: number, values: PatientValues) =>
  em.execute('select connect_patient(?, ?::int, ?::int, ?::int, ?::int)', [
    id,
    values.dmeId,
    values.clinicianId,
    values.physicianId,
    values.locationId,
  ]);

type PatientRow = { [Field in PatientField as (typeof PATIENT_COLUMNS)[Field]]: PatientValues[Field] };

/** Returns the values of these fields, by their columns. */
const rowOf = (fields: readonly PatientField[], values: Partial<PatientValues>): PatientRow =>
  Object.fromEntries(fields.map((field) => [PATIENT_COLUMNS[field], values[field]])) as PatientRow;

/** Adds a patient to an organization; returns the id. */
export async function insertPatient(ctx: Context, orgId: number, values: PatientValues): Promise<number> {
  // The others are stored by connect_patient, which checks them. A location is needed at once: its staff sees only its patients.
  const fields = PATIENT_FIELDS.filter((field) => field === 'locationId' || !isConnection(field));
  const { id } = await write(ctx.em)
    .insertInto('patients')
    .values({ org_id: orgId, ...rowOf(fields, values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await connect(ctx, id, values);
  return id;
}

/** Stores the changed fields of a patient. */
export async function storePatient(
  ctx: Context,
  { id, values }: EditedPatient,
  changes: Partial<PatientValues>,
): Promise<void> {
  const changed = Object.keys(changes) as PatientField[];
  const plain = changed.filter((field) => !isConnection(field));
  if (plain.length > 0)
    await write(ctx.em).updateTable('patients').set(rowOf(plain, changes)).where('id', '=', id).execute();
  if (changed.some(isConnection)) await connect(ctx, id, { ...values, ...changes });
}
