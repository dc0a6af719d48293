import { object, string } from 'yup';

/** Maximum length of a reason in characters. The database has the same limit. */
export const MAX_VOID_REASON = 1000;

/** Void this assignment: the reason is required, because the record of the patient keeps it. */
export const voidDeviceRules = object({
  reason: string().typeError('invalid').trim().max(MAX_VOID_REASON, 'device.reason_too_long').required('required'),
});
