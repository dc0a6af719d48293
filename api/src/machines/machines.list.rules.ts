/**
 * Columns by which the machine list can be filtered. PIN and patient are excluded: a filter would reveal hidden values.
 * Each row says that a PIN is known.
 */
export const machineFilters = {
  id: 'integer',
  serial: 'text',
  model: 'text',
  provider: 'text',
  has_pin: 'boolean',
  is_clinical: 'boolean',
} as const;
