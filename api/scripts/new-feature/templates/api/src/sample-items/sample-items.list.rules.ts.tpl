/** Columns by which the list of sample items can be filtered. */
export const sampleItemFilters = { id: 'integer', name: 'text' } as const;
