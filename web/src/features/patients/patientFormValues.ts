import { displayPhone } from '#rules/shared/phone';
import type { CreatePatientInput, Sex, UpdatePatientInput } from '../../gql/schema.ts';
import { nameInList } from '../../lib/nameInList.ts';
import type { PatientForm_patientFragment } from './gql/PatientFormDialog.ts';

/** A patient as the form is opened with it. */
export type StoredPatient = PatientForm_patientFragment;

/** The values of the form. Ids are integer ids as text, and empty when nothing is chosen. */
export interface PatientValues {
  firstName: string;
  lastName: string;
  birthDate: string | null;
  /** The codes of the documents: m, f, o. */
  sex: string;
  assignedId: string;
  therapyStart: string | null;
  isRulesActive: boolean;
  note: string;
  currentSerial: string;
  devicePin: string;
  /** (XXX) XXX-XXXX, or its beginning. */
  phone: string;
  mobilePhone: string;
  email: string;
  address1: string;
  address2: string;
  country: string;
  state: string;
  city: string;
  zip: string;
  dmeId: string;
  clinicianId: string;
  physicianId: string;
  locationId: string;
}
export type PatientField = keyof PatientValues;

/** The fields of each tab, in their order. */
export const DEMOGRAPHICS = [
  'firstName',
  'lastName',
  'birthDate',
  'sex',
  'assignedId',
  'therapyStart',
  'isRulesActive',
  'note',
] as const satisfies PatientField[];
export const EQUIPMENT = ['currentSerial', 'devicePin'] as const satisfies PatientField[];
export const CONTACT = [
  'phone',
  'mobilePhone',
  'email',
  'address1',
  'address2',
  'country',
  'state',
  'city',
  'zip',
] as const satisfies PatientField[];
export const CONNECTIONS = ['dmeId', 'clinicianId', 'physicianId', 'locationId'] as const satisfies PatientField[];

/** The fields of an existing patient. Devices are changed among the patient's devices. */
export const STORED_FIELDS: readonly PatientField[] = [...DEMOGRAPHICS, ...CONTACT, ...CONNECTIONS];

/** The codes of the documents, by the names of GraphQL. */
export const SEXES = { FEMALE: 'f', MALE: 'm', OTHER: 'o' } as const satisfies Record<Sex, string>;
const sexOf = (code: string) => (Object.keys(SEXES) as Sex[]).find((sex) => SEXES[sex] === code) ?? null;

export type Connection = (typeof CONNECTIONS)[number];
/** The name of an organization, a user or a location that is chosen, by its field and id. */
export type ChosenNames = Readonly<Record<`${Connection}:${string}`, string>>;

const shortId = (row: { databaseId: number } | null) => (row ? String(row.databaseId) : '');

/** Returns the names of all that a stored patient is connected with. */
export const namesOf = ({ provider, clinician, physician, location }: StoredPatient): ChosenNames => ({
  [`dmeId:${shortId(provider)}`]: provider?.name ?? '',
  [`clinicianId:${shortId(clinician)}`]: clinician ? nameInList(clinician) : '',
  [`physicianId:${shortId(physician)}`]: physician ? nameInList(physician) : '',
  [`locationId:${shortId(location)}`]: location?.name ?? '',
});

/** The values of a new patient. `provider`: the organization that is the provider, if it is known. */
export const emptyPatient = (country: string, provider: { databaseId: number } | null): PatientValues => ({
  firstName: '',
  lastName: '',
  birthDate: null,
  sex: '',
  assignedId: '',
  therapyStart: null,
  isRulesActive: true,
  note: '',
  currentSerial: '',
  devicePin: '',
  phone: '',
  mobilePhone: '',
  email: '',
  address1: '',
  address2: '',
  country,
  state: '',
  city: '',
  zip: '',
  dmeId: shortId(provider),
  clinicianId: '',
  physicianId: '',
  locationId: '',
});

/** The values of a stored patient. */
export const patientValuesOf = (stored: StoredPatient): PatientValues => ({
  firstName: stored.firstName,
  lastName: stored.lastName,
  birthDate: stored.birthDate,
  sex: stored.sex ? SEXES[stored.sex] : '',
  assignedId: stored.assignedId ?? '',
  therapyStart: stored.therapyStart,
  isRulesActive: stored.isRulesActive,
  note: stored.note ?? '',
  currentSerial: '',
  devicePin: '',
  phone: displayPhone(stored.phone ?? ''),
  mobilePhone: displayPhone(stored.mobilePhone ?? ''),
  email: stored.email ?? '',
  address1: stored.address1 ?? '',
  address2: stored.address2 ?? '',
  country: stored.country,
  state: stored.state ?? '',
  city: stored.city ?? '',
  zip: stored.zip ?? '',
  dmeId: shortId(stored.provider),
  clinicianId: shortId(stored.clinician),
  physicianId: shortId(stored.physician),
  locationId: shortId(stored.location),
});

/** A value as GraphQL takes it: what is empty is null, and an id, of which the rules make a number, is text. */
function sent(field: PatientField, values: PatientValues): string | boolean | null {
  const value = values[field];
  if (field === 'sex') return sexOf(values.sex);
  return typeof value === 'boolean' ? value : String(value ?? '') || null;
}

const inputOf = (values: PatientValues, fields: readonly PatientField[]) =>
  Object.fromEntries(fields.map((field) => [field, sent(field, values)]));

export const createPatientInput = (values: PatientValues): CreatePatientInput =>
  inputOf(values, [...STORED_FIELDS, ...EQUIPMENT]);

/** `fields`: those that the viewer may change. The others stay as they are. */
export const updatePatientInput = (
  values: PatientValues,
  {
    patientId,
    version,
    fields,
  }: { patientId: string; version: StoredPatient['version']; fields: readonly PatientField[] },
): UpdatePatientInput => ({ patientId, version, ...inputOf(values, fields) });

/** The rules reduce a phone number to digits, and the form shows it with its mask. */
const comparable = (field: PatientField, values: PatientValues) =>
  field === 'phone' || field === 'mobilePhone' ? displayPhone(values[field] ?? '') : String(values[field] ?? '');

/** Returns the fields in which two states of a patient differ. */
export const changedPatientFields = (before: PatientValues, after: PatientValues): PatientField[] =>
  STORED_FIELDS.filter((field) => comparable(field, before) !== comparable(field, after));
