import { boolean, number, object, string, type InferType } from 'yup';
import { addressFields, lineOrNone, optionalLine, requiredLine } from '../shared/address.rules.ts';
import { optionalDay, yearAfter } from '../shared/date.rules.ts';
import { LARGEST_ID } from '../shared/id.rules.ts';
import { phoneRule } from '../shared/phone.rules.ts';
import { isCalendarDate, normalizeSerial, textOnly, typedCode } from '../shared/text.rules.ts';

export const SEXES = ['m', 'f', 'o'] as const;

/** Most characters of a note. An emoji is one character, as in PostgreSQL. */
export const MAX_REMARK = 2000;
const MAX_EMAIL = 255;

/** No patient is older. */
export const FIRST_BIRTH = '1900-01-01';
/** No device of this kind is older, and so no therapy (decisions/043). */
export const FIRST_THERAPY = '2000-01-01';

/** Fields whose rules depend on another one, by that one. */
export const DEPENDENT: Partial<Record<string, readonly ('state' | 'therapyStart' | 'zip')[]>> = {
  birthDate: ['therapyStart'],
  country: ['state', 'zip'],
};

const within = (value: string | null | undefined, first: string, last: string) =>
  !value || !isCalendarDate(value) || (value >= first && value <= last);

/** An id of a choice; empty is null. */
const choice = () =>
  number()
    .transform((cast: unknown, sent: unknown) => (sent === '' ? null : cast))
    .integer('invalid')
    .min(0, 'invalid')
    .max(LARGEST_ID, 'invalid')
    .typeError('invalid')
    .nullable()
    .default(null);

const note = string()
  .transform(textOnly((text) => text.replace(/\r\n?/g, '\n').trim() || null))
  .typeError('invalid')
  .nullable()
  .default(null)
  .test('characters', 'invalid', (text) => !text || (!/[^\P{Cc}\n\t]/u.test(text) && text.isWellFormed()))
  .test('length', 'patient.note_too_long', (text) => !text || [...text].length <= MAX_REMARK);

const email = string()
  .transform(textOnly((text) => typedCode(text) || null))
  .typeError('email.invalid')
  .nullable()
  .default(null)
  .max(MAX_EMAIL, 'email.invalid')
  .email('email.invalid');

const sex = string()
  .transform(textOnly((text) => text.trim().toLowerCase() || null))
  .typeError('invalid')
  .nullable()
  .default(null)
  .oneOf([...SEXES, null], 'invalid');

const fields = (today: string) => ({
  assignedId: optionalLine,
  isRulesActive: boolean().typeError('invalid').nullable(),
  firstName: lineOrNone, // of a patient with a single name (document 001, section 5)
  lastName: requiredLine,
  birthDate: optionalDay().test('range', 'patient.birth_date', (value) => within(value, FIRST_BIRTH, today)),
  sex,
  therapyStart: optionalDay()
    .test('range', 'patient.therapy_start', (value) => within(value, FIRST_THERAPY, yearAfter(today)))
    .test(
      'birth',
      'patient.therapy_before_birth',
      (value, { parent }) => !value || within(value, String(parent.birthDate ?? ''), value),
    ),
  note,
  ...addressFields,
  phone: phoneRule,
  mobilePhone: phoneRule,
  email,
  dmeId: choice().required('required'),
  clinicianId: choice(),
  physicianId: choice(),
  locationId: choice(),
});

// Both together, or none: the device is assigned with its PIN.
const equipment = {
  currentSerial: string()
    .transform(textOnly((text) => normalizeSerial(text) || null))
    .typeError('serial.format')
    .nullable()
    .default(null)
    .matches(/^[A-Z0-9]{1,32}$/, { message: 'serial.format', excludeEmptyString: true })
    .test('pair', 'patient.serial_missing', (value, { parent }) => Boolean(value) || !parent.devicePin),
  devicePin: string()
    .transform(textOnly((text) => typedCode(text) || null))
    .typeError('pin.format')
    .nullable()
    .default(null)
    .matches(/^[0-9]{4,8}$/, { message: 'pin.format', excludeEmptyString: true })
    .test('pair', 'patient.pin_missing', (value, { parent }) => Boolean(value) || !parent.currentSerial),
};

/** The form of an existing patient. `today`: of the patient's organization, YYYY-MM-DD. */
export const patientRules = (today: string) => object(fields(today));

/** The form of a new patient, who may get a device from today on. */
export const newPatientRules = (today: string) => object({ ...fields(today), ...equipment });

/** Valid input of a new patient. */
export type NewPatient = InferType<ReturnType<typeof newPatientRules>>;
