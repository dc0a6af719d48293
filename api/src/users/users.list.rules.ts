/** Status of a user as the documents number it: inactive, active, invited (the e-mail address is not verified), locked. */
export const USER_STATUSES = ['0', '1', '2', '4'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** What the list of users may be filtered by. */
export const userFilters = {
  id: 'integer',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  active: 'choice',
} as const;
