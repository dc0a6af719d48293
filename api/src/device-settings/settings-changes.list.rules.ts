/** The states of a submitted change. */
export const CHANGE_STATUSES = ['pending', 'current', 'delivered', 'failed', 'void'] as const;

/** The reasons why a change was not delivered. */
export const FAILURES = ['refused', 'expired', 'device-ended'] as const;

/** Columns by which the list of settings changes can be filtered. */
export const settingsChangeFilters = {
  created: 'date',
  status: 'choice',
  failure: { type: 'choice', names: { 'device-ended': 'device_ended' } },
  serial: 'text',
  model: 'text',
  patient: 'text',
  organization: 'text',
} as const;
