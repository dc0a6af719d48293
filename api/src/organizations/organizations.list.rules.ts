/** Columns by which the list of organizations can be filtered. `type`: the id of the organization type. */
export const organizationFilters = {
  id: 'integer',
  name: 'text',
  type: 'integer',
  status: 'boolean',
  created_at: 'date',
} as const;
