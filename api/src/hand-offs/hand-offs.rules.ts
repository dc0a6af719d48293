import { boolean, object, string } from 'yup';
import { calendarDate } from '../shared/date.rules.ts';
import { phoneRule } from '../shared/phone.rules.ts';
import { normalizeSerial, textOnly, typedCode } from '../shared/text.rules.ts';

/** Maximum length of a reason and of a message in characters. The database has the same limit. */
export const MAX_TEXT = 1000;
/** Maximum length of a name in characters, as in the record of a patient. */
const MAX_NAME = 255;
/** Maximum length of a patient number in characters. */
const MAX_NUMBER = 64;

const text = (max: number) => string().typeError('invalid').trim().max(max, 'hand_off.too_long');
const optional = (max: number) =>
  text(max)
    .transform((value: unknown) => (value === '' ? null : value))
    .nullable()
    .default(null);
const typedDate = () => calendarDate().trim();

const message = optional(MAX_TEXT);

/** Ask for this device: the serial number and the PIN as printed on it. */
export const askForDeviceRules = object({
  serialNumber: string()
    .transform(textOnly(normalizeSerial))
    .typeError('serial.format')
    .required('required')
    .matches(/^[A-Z0-9]{1,32}$/, { message: 'serial.format', excludeEmptyString: true }),
  pinNumber: string()
    .transform(textOnly(typedCode))
    .typeError('pin.format')
    .required('required')
    .matches(/^[0-9]{4,8}$/, { message: 'pin.format', excludeEmptyString: true }),
  message,
});

/** Ask for a patient: name and birth date, and the telephone or the patient number. */
export const askForPatientRules = object({
  firstName: text(MAX_NAME).required('required'),
  lastName: text(MAX_NAME).required('required'),
  birthDate: typedDate().required('required'),
  phone: phoneRule.test(
    'one-more-fact',
    'hand_off.one_more_fact',
    (value, { parent }) => Boolean(value) || Boolean(parent.assignedId),
  ),
  assignedId: optional(MAX_NUMBER),
  message,
});

/** A refusal: the reason is required, because the other side reads it. */
export const refuseHandOffRules = object({ reason: text(MAX_TEXT).required('required') });

/** A message in the thread. */
export const handOffMessageRules = object({ body: text(MAX_TEXT).required('required') });

/** An acceptance: the first night of the other organization, and whether the device goes with the patient. */
export const acceptHandOffRules = object({
  startsOn: typedDate().required('required'),
  withDevice: boolean().typeError('invalid').default(true),
});
