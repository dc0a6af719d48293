/** Documented number of each user status: inactive, active, invited (the e-mail address is not verified), locked. */
export const USER_STATUSES = ['0', '1', '2', '4'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Columns by which the user list can be filtered. */
export const userFilters = {
  id: 'integer',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  active: 'choice',
} as const;
