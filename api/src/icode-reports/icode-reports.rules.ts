import * as yup from 'yup';

/** Rows one submission may hold. */
export const MAX_ICODE_ROWS = 4;

// People copy codes out of mails and word processors, which turn hyphens into typographic dashes.
const BLANKS_AND_DASHES = /[\s\u00AD\u2010-\u2015\u2212-]+/g;

/** A serial as it is compared everywhere: upper case, without blanks and dashes. */
export const normalizeSerial = (text: string) => text.replace(BLANKS_AND_DASHES, '').toUpperCase();

/** An iCode as it is stored and decoded: without the blanks and dashes people group it by. */
export const normalizeICode = (text: string) => text.replace(BLANKS_AND_DASHES, '');

/** Whether the text is a day of the Gregorian calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year > 0 && day >= 1 && day <= (lengths[month - 1] ?? 0);
}

/** A yup transform that rewrites text only: a list or an object stays what it is and fails as a wrong type; a number has already lost its leading zeros. */
export const textOnly = (rewrite: (text: string) => string | null) => (_cast: unknown, original: unknown) =>
  typeof original === 'string' ? rewrite(original) : original;

const codeRow = yup
  .object({
    collected: yup
      .string()
      .transform(textOnly((text) => text.trim()))
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
 * One iCode submission: a serial and 1 to 4 codes with their collection dates. Messages are keys, translated at the edge.
 * Whether a code belongs to the serial is the codec's answer, not this one's.
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
});
