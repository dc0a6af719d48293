/** Columns by which the security events can be filtered. */
export const securityEventFilters = {
  last_at: 'date',
  kind: 'choice',
  account: 'text',
  address: 'text',
  count: 'integer',
  user_id: 'integer',
  org_id: 'integer',
} as const;
