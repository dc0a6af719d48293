/** Columns by which the list of suppressed addresses can be filtered. */
export const suppressedEmailFilters = {
  email: 'text',
  reason: 'text',
} as const;
