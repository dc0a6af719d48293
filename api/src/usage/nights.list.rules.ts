/** Columns by which the list of nights can be filtered. */
export const nightFilters = {
  date: 'date',
  patient_id: 'integer',
  serial: 'text',
  organization: 'text',
  source: 'choice',
  minutes: 'integer',
  sources_differ: 'boolean',
  corrected: 'boolean',
} as const;
