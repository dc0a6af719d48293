import { object, string, type InferType } from 'yup';
import { isCalendarDate, normalizeSerial, textOnly } from '../shared/text.rules.ts';

/** The day of a date that existing clients may send with a time: YYYY-MM-DD or YYYY-MM-DD HH:mm:ss. */
const dayOf = (text: string) => text.trim().replace(/^(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}:\d{2}$/, '$1');

const calendarDate = () =>
  string()
    .typeError('date.invalid')
    .test('calendar-date', 'date.invalid', (value) => !value || isCalendarDate(value));

const serialNumber = string()
  .transform(textOnly(normalizeSerial))
  .typeError('serial.format')
  .required('required')
  .matches(/^[A-Z0-9]{1,32}$/, { message: 'serial.format', excludeEmptyString: true });

// Digits, as printed inside the device. A JSON number has already lost its leading zeros.
const pinNumber = string()
  .transform(textOnly((text) => text.trim() || null))
  .typeError('pin.format')
  .nullable()
  .default(null)
  .matches(/^[0-9]{4,8}$/, { message: 'pin.format', excludeEmptyString: true });

const startDate = calendarDate().transform(textOnly(dayOf)).required('required');

/** Add equipment: what a device is given to a patient with. Messages are keys, translated at the edge. */
export const addEquipmentRules = object({ serialNumber, pinNumber, startDate });

const endDate = calendarDate()
  .transform(textOnly((text) => dayOf(text) || null))
  .nullable()
  .default(null)
  .test(
    'after-start',
    'device.end_before_start',
    (value, { parent }) => !value || !isCalendarDate(String(parent.startDate)) || value >= parent.startDate,
  );

/** The assigned dates of an assignment that exists; no end date: present. */
export const assignedDatesRules = object({ startDate, endDate });

// Shown and not edited; the server compares what was sent.
const shownSerial = string().transform(textOnly(normalizeSerial)).typeError('serial.format').nullable();
const shownDate = calendarDate()
  .transform(textOnly((text) => dayOf(text) || null))
  .nullable();

/** Update equipment. A PIN or an expected date that was left out stays undefined: nothing is asked of it. */
export const updateEquipmentRules = object({
  startDate,
  endDate,
  pinNumber: pinNumber.default(undefined),
  serialNumber: shownSerial,
  expectedStartDate: shownDate,
  expectedEndDate: shownDate,
});

/** Add Pin: start date and serial are shown and not edited. */
export const addPinRules = object({
  pinNumber: pinNumber.default(undefined).required('required'),
  serialNumber: shownSerial,
  startDate: shownDate,
});

/** Input of Add equipment that kept the rules. */
export type Equipment = InferType<typeof addEquipmentRules>;

/** Input of Update equipment that kept the rules. */
export type EquipmentUpdate = InferType<typeof updateEquipmentRules>;
