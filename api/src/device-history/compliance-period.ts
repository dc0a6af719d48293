import { compliancePeriodOf } from '../compliance/compliance.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { daysBetween } from '../shared/dates.ts';

/**
 * Whether a device start is within the patient's compliance period: "days between therapy start and device start at
 * most the period" (seed section 5). Without a therapy start there is no period.
 */
export const inCompliancePeriod = ({ therapyStart }: Pick<Patient, 'therapyStart'>, startDate: string): boolean =>
  therapyStart !== null && daysBetween(therapyStart, startDate) <= compliancePeriodOf();
