/** What the machine list may be filtered by. Not by PIN or patient: a filter would tell what those columns hide. */
export const machineFilters = { id: 'integer', serial: 'text', model: 'text', provider: 'text' } as const;
