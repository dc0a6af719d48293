/** Documented number of each user status: inactive, active, invited, expired, locked (document 001, section 4). */
export const USER_STATUSES = ['0', '1', '2', '3', '4'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** The documented types of users: the part of the organization that they see and administer. */
export const USER_TYPES = ['Organization', 'Location', 'Group'] as const;

/** The roles that migrations write, by name. */
export const ROLE_NAMES = [
  'org.ep.admin',
  'org.ep.staff',
  'org.clinical.admin',
  'org.clinical.staff',
  'org.physician',
  'location.ep.admin',
  'location.ep.staff',
  'location.clinical.staff',
  'group.ep.admin',
  'group.ep.staff',
  'group.clinical.staff',
  'support.admin',
  'support.staff',
] as const;

/** Columns by which the user list can be filtered. */
export const userFilters = {
  id: 'integer',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  org_name: { type: 'text', field: 'organization' },
  role: 'choice',
  active: {
    type: 'choice',
    field: 'status',
    names: { '0': 'inactive', '1': 'active', '2': 'invited', '3': 'expired', '4': 'locked' },
  },
  user_type: 'choice',
  vent_access: { type: 'boolean', field: 'ventilatorAccess' },
  created: 'date',
  last_successful_login: 'date',
} as const;
