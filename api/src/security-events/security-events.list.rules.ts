/** Columns by which the security events can be filtered. */
export const securityEventFilters = {
  last_at: 'date',
  kind: 'choice',
  account: 'text',
  address: 'text',
  org_id: 'integer',
} as const;
