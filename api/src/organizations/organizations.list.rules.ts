/** Columns by which the list of organizations can be filtered. `type`: the id of the organization type. */
export const organizationFilters = {
  id: 'integer',
  name: 'text',
  type: { type: 'integer', field: 'typeId' },
  status: { type: 'boolean', field: 'active' },
  created_at: 'date',
} as const;
