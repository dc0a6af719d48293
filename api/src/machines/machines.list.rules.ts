/**
 * Columns by which the machine list can be filtered. PIN and patient are excluded: a filter would reveal hidden values.
 */
export const machineFilters = { id: 'integer', serial: 'text', model: 'text', provider: 'text' } as const;
