import { object, string } from 'yup';

/** Maximum length of a reason in characters. The database has the same limit. */
export const MAX_DECLINE_REASON = 1000;

/** Decline a patient: the reason is required, because the organization of the patient reads it. */
export const declinePatientRules = object({
  reason: string().typeError('invalid').trim().max(MAX_DECLINE_REASON, 'device.reason_too_long').required('required'),
});
