import type { Patient } from '../patients/patient.entity.ts';
import { daysBetween } from './device-history.overlaps.ts';

/** Days of the compliance period from therapy start, where the server supplies no other: the rule "CMS PAP" (DESIGN section 7). */
const COMPLIANCE_PERIOD = 90;

/**
 * Whether a device start falls within the compliance period of the patient: "days between therapy start and device start at most the
 * period" (seed section 5). Without a therapy start there is no period.
 */
export function inCompliancePeriod({ therapyStart }: Pick<Patient, 'therapyStart'>, startDate: string, period = COMPLIANCE_PERIOD): boolean {
  return therapyStart !== null && daysBetween(therapyStart, startDate) <= period;
}
