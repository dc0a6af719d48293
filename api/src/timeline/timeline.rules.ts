/** What can be recorded about the therapy of a patient, in the order in which it is listed. */
export const FACT_KINDS = [
  'nights_arrived',
  'night_grew',
  'card_read',
  'dates_corrected',
  'nights_voided',
  'nights_given_back',
  'assignment_made',
  'assignment_edited',
  'assignment_deleted',
  'assignment_voided',
  'assignment_restored',
  'therapy_start_set',
  'settings_submitted',
  'settings_answered',
  'code_read',
  'report_issued',
  'follow_up_assigned',
  'follow_up_snoozed',
  'follow_up_done',
  'follow_up_reopened',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Facts of a page, unless the caller names a number, and at most. */
export const FACT_PAGE = 50;
export const MAX_FACT_PAGE = 200;
