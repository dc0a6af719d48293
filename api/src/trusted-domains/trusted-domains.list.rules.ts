/** Columns by which the list of trusted domains can be filtered. */
export const trustedDomainFilters = { id: 'integer', name: 'text' } as const;
