import { array, mixed, object, string, type InferType } from 'yup';
import { optionalDay } from '../shared/date.rules.ts';

/** Maximum length of a reason in characters. The database has the same limit. */
export const MAX_REASON = 1000;
/** Nights that one request names. An upload as a whole may have more. */
export const MAX_VOIDED_NIGHTS = 1000;

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

const night = object({
  /** Integer id of the night. */
  id: mixed<string | number>(
    (value): value is string | number => typeof value === 'string' || typeof value === 'number',
  )
    .typeError('invalid')
    .required('required')
    .test('id', 'invalid', (value) => /^\d{1,15}$/.test(String(value))),
  /** The date with which it was read. */
  version: optionalDay(),
})
  .typeError('invalid')
  .required('required');

/** Which nights of a device: those of an upload, or each by its id. Messages are keys, translated by the transports. */
export const nightChoiceRules = object({
  uploadId: mixed<string | number>().nullable(),
  nights: array()
    .of(night)
    .nullable()
    .typeError('night_voids.which')
    .min(1, 'night_voids.which')
    .max(MAX_VOIDED_NIGHTS, 'night_voids.max')
    .test(
      'one of both',
      'night_voids.which',
      (nights, { parent }) => isGiven(nights) !== isGiven((parent as { uploadId?: unknown }).uploadId),
    ),
  /** Of what was shown. */
  version: string().typeError('invalid').nullable(),
});
export type NightChoice = InferType<typeof nightChoiceRules>;

/** Why nights are void: required, because the record of the patient keeps it. */
export const voidReasonRules = object({
  reason: string().typeError('invalid').trim().max(MAX_REASON, 'device.reason_too_long').required('required'),
});
