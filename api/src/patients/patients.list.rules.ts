/** A patient's state under the compliance rule. */
export const COMPLIANCE_FILTERS = [
  'met',
  'in_progress',
  'at_risk',
  'cannot_be_met',
  'not_met',
  'no_therapy_start',
] as const;
export type ComplianceFilter = (typeof COMPLIANCE_FILTERS)[number];

/**
 * Why a patient needs attention: the latest settings change failed, it has been pending for 48 hours, or the module has
 * been silent for 48 hours.
 */
export const ATTENTIONS = ['settings_failed', 'settings_waiting', 'silent'] as const;
export type Attention = (typeof ATTENTIONS)[number];

/** Columns by which the patient list can be filtered. */
export const patientFilters = {
  id: 'integer',
  assigned_id: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  birth_date: 'date',
  phone: 'text',
  current_serial: 'text',
  provider: 'text',
  therapy_start: 'date',
  last_report: 'date',
  is_rules_active: 'boolean',
  compliance: 'choice',
  at_risk_on: 'date',
  cannot_be_met_on: 'date',
  attention: 'choice',
  updated_at: 'date',
} as const;
