/** The portals of roles: the {host} of permission names. */
export const ROLE_HOSTS = ['org', 'support'] as const;

/** Columns by which the list of roles can be filtered. */
export const roleFilters = { id: 'integer', name: 'text', label: 'text', host: 'choice' } as const;
