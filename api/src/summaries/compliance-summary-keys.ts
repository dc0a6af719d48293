import { PATIENT_KEYS, type SummaryKey } from './summary-patients.ts';
import { monthOf } from './summary-groups.ts';

/** The values by which a summary of compliance is grouped. */
export const COMPLIANCE_SUMMARY_KEYS = [
  'provider',
  'location',
  'clinician',
  'model',
  'compliance_state',
  'month',
] as const;
export type ComplianceSummaryKey = (typeof COMPLIANCE_SUMMARY_KEYS)[number];

const MONTH = monthOf('p.therapy_start');

/** How each value groups the patients. `isJoined`: whether it reads a row for each patient. */
export const KEYS: Record<ComplianceSummaryKey, SummaryKey & { isJoined?: true }> = {
  ...PATIENT_KEYS,
  model: {
    joins: 'left join machines m on m.serial = p.current_serial left join machine_models k on k.id = m.model_id',
    value: 'k.name',
    as: 'model',
    order: 'k.name',
    isJoined: true,
  },
  month: { joins: '', value: MONTH, as: 'month', order: MONTH },
};
