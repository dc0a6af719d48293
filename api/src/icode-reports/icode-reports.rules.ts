import * as yup from 'yup';
import { BLANKS_AND_DASHES, dayOf, isCalendarDate, normalizeSerial, textOnly } from '../shared/text.rules.ts';

/** Number of rows in one submission. */
export const MAX_ICODE_ROWS = 4;

/** Who read the codes from the device. */
export const ICODE_READERS = ['patient', 'caregiver', 'staff'] as const;
/** How they reached the staff: by phone, at a visit, or from the device's screen in a photo or a video call. */
export const ICODE_READING_WAYS = ['phone', 'visit', 'screen'] as const;
export type ICodeReader = (typeof ICODE_READERS)[number];
export type ICodeReadingWay = (typeof ICODE_READING_WAYS)[number];

/** An empty choice of a form is none. */
const choice = <T extends string>(values: readonly T[]) =>
  yup
    .string()
    .typeError('invalid')
    .transform(textOnly((text) => (text === '' ? null : text)))
    .nullable()
    .oneOf([...values, null], 'invalid')
    .default(null);

/** Returns an iCode as it is stored and decoded, without grouping spaces and dashes. */
export const normalizeICode = (text: string) => text.replace(BLANKS_AND_DASHES, '');

const codeRow = yup
  .object({
    collected: yup
      .string()
      .transform(textOnly(dayOf))
      .typeError('date.invalid')
      .required('required')
      .test('calendar-date', 'date.invalid', (value) => !value || isCalendarDate(value)),
    icode: yup
      .string()
      .transform(textOnly(normalizeICode))
      .typeError('icode.format')
      .required('required')
      .matches(/^[0-9]{16,17}$/, { message: 'icode.format', excludeEmptyString: true }),
  })
  .typeError('invalid')
  .required('required');

/**
 * One iCode submission: a serial and 1 to 4 codes with their collection dates. Messages are keys, translated by the
 * transports. The codec checks whether a code belongs to the serial.
 */
export const iCodeSubmissionRules = yup.object({
  patientId: yup
    .mixed<string | number>((value): value is string | number => typeof value === 'string' || typeof value === 'number')
    .typeError('invalid')
    .nullable()
    .default(null),
  serial: yup
    .string()
    .transform(textOnly(normalizeSerial))
    .typeError('serial.format')
    .required('required')
    .matches(/^[A-Z0-9]{1,32}$/, { message: 'serial.format', excludeEmptyString: true }),
  codes: yup
    .array()
    .of(codeRow)
    .typeError('codes.min')
    .required('codes.min')
    .min(1, 'codes.min')
    .max(MAX_ICODE_ROWS, 'codes.max'),
  readBy: choice(ICODE_READERS),
  readHow: choice(ICODE_READING_WAYS),
});
