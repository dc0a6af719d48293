import { object, string, type InferType } from 'yup';
import { isCalendarDate, normalizeSerial, textOnly } from '../icode-reports/icode-reports.rules.ts';

/** The day of a date that existing clients may send with a time: YYYY-MM-DD or YYYY-MM-DD HH:mm:ss. */
const dayOf = (text: string) => text.trim().replace(/^(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}:\d{2}$/, '$1');

const calendarDate = () => string().typeError('date.invalid').test('calendar-date', 'date.invalid', (value) => !value || isCalendarDate(value));

const serialNumber = string().transform(textOnly(normalizeSerial)).typeError('serial.format').required('required')
  .matches(/^[A-Z0-9]{1,32}$/, { message: 'serial.format', excludeEmptyString: true });

// Digits, as printed inside the device. A JSON number has already lost its leading zeros.
const pinNumber = string().transform(textOnly((text) => text.trim() || null)).typeError('pin.format').nullable().default(null)
  .matches(/^[0-9]{4,8}$/, { message: 'pin.format', excludeEmptyString: true });

const startDate = calendarDate().transform(textOnly(dayOf)).required('required');

/** Add equipment: what a device is given to a patient with. Messages are keys, translated at the edge. */
export const addEquipmentRules = object({ serialNumber, pinNumber, startDate });

/** The assigned dates of an assignment that exists; no end date: present. */
export const assignedDatesRules = object({
  startDate,
  endDate: calendarDate().transform(textOnly((text) => dayOf(text) || null)).nullable().default(null)
    .test('after-start', 'device.end_before_start', (value, { parent }) => !value || !isCalendarDate(String(parent.startDate)) || value >= parent.startDate),
});

/** Input of Add equipment that kept the rules. */
export type Equipment = InferType<typeof addEquipmentRules>;
