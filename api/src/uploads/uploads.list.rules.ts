/** The states of an upload. */
export const UPLOAD_STATES = ['queued', 'parsing', 'to_confirm', 'parsed', 'partly', 'refused'] as const;

/** Columns by which the list of uploads can be filtered. */
export const uploadFilters = {
  id: 'integer',
  created: 'date',
  sent_by: 'text',
  serial: 'text',
  state: 'choice',
} as const;
