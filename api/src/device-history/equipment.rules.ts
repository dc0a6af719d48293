import { object, string, type InferType } from 'yup';
import { calendarDate, optionalDay } from '../shared/date.rules.ts';
import { dayOf, isCalendarDate, normalizeSerial, textOnly, typedCode } from '../shared/text.rules.ts';

const serialNumber = string()
  .transform(textOnly(normalizeSerial))
  .typeError('serial.format')
  .required('required')
  .matches(/^[A-Z0-9]{1,32}$/, { message: 'serial.format', excludeEmptyString: true });

// Digits as printed inside the device. A JSON number has already lost its leading zeros.
const pinNumber = string()
  .transform(textOnly((text) => typedCode(text) || null))
  .typeError('pin.format')
  .nullable()
  .default(null)
  .matches(/^[0-9]{4,8}$/, { message: 'pin.format', excludeEmptyString: true });

const startDate = calendarDate().transform(textOnly(dayOf)).required('required');

/** Add equipment: the input for assigning a device to a patient. Messages are keys, translated by the transports. */
export const addEquipmentRules = object({ serialNumber, pinNumber, startDate });

const endDate = optionalDay().test(
  'after-start',
  'device.end_before_start',
  (value, { parent }) => !value || !isCalendarDate(String(parent.startDate)) || value >= parent.startDate,
);

/** The assigned dates of an existing assignment; null end date: present. */
export const assignedDatesRules = object({ startDate, endDate });

// Shown but not editable; the server compares the sent value.
const shownSerial = string().transform(textOnly(normalizeSerial)).typeError('serial.format').nullable();
const shownDate = calendarDate()
  .transform(textOnly((text) => dayOf(text) || null))
  .nullable();

/** Update equipment. An omitted PIN stays undefined and is not checked. */
export const updateEquipmentRules = object({
  startDate,
  endDate,
  pinNumber: pinNumber.default(undefined),
  serialNumber: shownSerial,
});

/** Add Pin: start date and serial are shown but not editable. */
export const addPinRules = object({
  pinNumber: pinNumber.default(undefined).required('required'),
  serialNumber: shownSerial,
  startDate: shownDate,
});

/** Valid input of Add equipment. */
export type Equipment = InferType<typeof addEquipmentRules>;

/** Valid input of Update equipment. */
export type EquipmentUpdate = InferType<typeof updateEquipmentRules>;
