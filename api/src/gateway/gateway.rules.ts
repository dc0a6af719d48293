import * as yup from 'yup';
import { isCalendarDate } from '../shared/text.rules.ts';

/** Nights in one request: more than a year, so that a device can catch up at once after a long silence. */
export const MAX_REPORTED_NIGHTS = 400;
const MAX_SETTINGS = 100;
/** Device clocks may be wrong by decades; a year outside this range is invalid. */
const YEARS = { first: 1970, last: 2199 };
const MAX_ICCID = 22;

const inYears = (text: string) => Number(text.slice(0, 4)) >= YEARS.first && Number(text.slice(0, 4)) <= YEARS.last;

/**
 * Whether the text is an instant with its offset, such as 2026-05-01T21:30:00-04:00, within the years accepted from a
 * device clock.
 */
export function isDeviceTime(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.exec(
    text,
  );
  return match !== null && isCalendarDate(match[1]!) && inYears(text);
}

const text = () => yup.string().strict().typeError('invalid');
const deviceTime = text().test('device-time', 'date.invalid', (value) => value === undefined || isDeviceTime(value));

const isSetting = ([name, value]: [string, unknown]) =>
  /^[a-z][a-z0-9_]{0,39}$/.test(name) &&
  (typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e6) ||
    (typeof value === 'string' && /^[\x20-\x7e]{0,40}$/.test(value)));

/**
 * The settings of a device: all of them by name, including its mode. Values outside the catalog's ranges are accepted
 * too: the device is the source of truth.
 */
const settings = yup
  .mixed<Record<string, string | number | boolean>>(
    (value): value is Record<string, string | number | boolean> =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      typeof (value as Record<string, unknown>).mode === 'string' &&
      Object.keys(value).length <= MAX_SETTINGS &&
      Object.entries(value).every(isSetting),
  )
  .typeError('invalid');

/** Opening a session: the module, the connection type, and the device's clock. */
export const sessionRules = yup.object({
  iccid: text().nullable().max(MAX_ICCID, 'invalid'),
  terminalType: yup.number().strict().typeError('invalid').required('required').oneOf([1, 2, 3], 'invalid'),
  deviceTime: deviceTime.required('required'),
});

/** Ending a session, with its result. */
export const sessionEndRules = yup.object({
  exitFlag: text()
    .required('required')
    .matches(/^[a-z][a-z0-9_]{0,39}$/, { message: 'invalid', excludeEmptyString: true }),
});

/** The answer to a change: accepted, clamped with the values that the device uses instead, or refused with a reason. */
export const answerRules = yup.object({
  result: yup
    .string()
    .strict()
    .typeError('invalid')
    .required('required')
    .oneOf(['accepted', 'clamped', 'refused'] as const, 'invalid'),
  values: settings.when('result', { is: 'clamped', then: (values) => values.required('required') }),
  // PostgreSQL cannot store NUL, and half of a surrogate pair is not valid text.
  reason: text()
    .max(500, 'invalid')
    .test('storable', 'invalid', (value) => value === undefined || (!value.includes('\0') && value.isWellFormed()))
    .when('result', { is: 'refused', then: (reason) => reason.required('required') }),
});

/**
 * The settings of a device, whether or not they were changed on it. `changedAt` and `deviceTime` are both by its own
 * clock.
 */
export const reportRules = yup.object({ values: settings.required('required'), deviceTime, changedAt: deviceTime });

const figure = (most: number) =>
  yup.number().strict().typeError('invalid').nullable().min(0, 'invalid').max(most, 'invalid');

const whole = (most: number) => figure(most).integer('invalid');
const MAX_SESSIONS = 999;
/** Events of one kind in one night: more than three a minute are not a night's. */
const MAX_EVENTS = 5000;
/** The device's own number of a night, which fits the integer of the database. */
const MAX_RECORD_NO = 2_147_483_647;

/**
 * Nights as the device recorded them: noon to noon, device-local, by the evening's date. A measurement that is left out
 * is not available, which is not 0: older devices send fewer of them.
 */
export const nightsRules = yup.object({
  deviceTime: deviceTime.required('required'),
  nights: yup
    .array()
    .strict()
    .typeError('invalid')
    .required('required')
    .min(1, 'required')
    .max(MAX_REPORTED_NIGHTS, 'invalid')
    .of(
      yup
        .object({
          night: text()
            .required('required')
            .test('calendar-date', 'date.invalid', (value) => !value || (isCalendarDate(value) && inYears(value))),
          minutes: yup
            .number()
            .strict()
            .typeError('invalid')
            .required('required')
            .integer('invalid')
            .min(0, 'invalid')
            .max(1440, 'invalid'),
          ahi: figure(500),
          pressure: figure(60),
          p95: figure(60),
          leak: figure(500),
          sni: figure(500),
          sessions: whole(MAX_SESSIONS),
          obstructive_apneas: whole(MAX_EVENTS),
          central_apneas: whole(MAX_EVENTS),
          unclassified_apneas: whole(MAX_EVENTS),
          hypopneas: whole(MAX_EVENTS),
          reras: whole(MAX_EVENTS),
          record_no: whole(MAX_RECORD_NO),
        })
        .strict()
        .typeError('invalid')
        .required('required'),
    ),
});

export type NightReport = yup.InferType<typeof nightsRules>['nights'][number];
