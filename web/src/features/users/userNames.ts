/** The names of the documented numbers of statuses, as the API has them. */
export const STATUS_NAMES = { 0: 'INACTIVE', 1: 'ACTIVE', 2: 'INVITED', 3: 'EXPIRED', 4: 'LOCKED' } as const;

/** The names of the documented user types, as the API has them. */
export const TYPE_NAMES = { Organization: 'ORGANIZATION', Location: 'LOCATION', Group: 'GROUP' } as const;
