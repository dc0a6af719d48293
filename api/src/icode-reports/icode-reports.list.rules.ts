/** Columns by which the list of iCode reports can be filtered. */
export const iCodeReportFilters = {
  id: 'integer',
  created: 'date',
  submitter_id: 'integer',
  patient_id: 'integer',
  serial: 'text',
  collected: 'date',
  period_end: 'date',
  org_id: { type: 'integer', field: 'organizationId' },
} as const;
