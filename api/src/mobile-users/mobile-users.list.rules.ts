/** The platforms of the mobile app. */
export const MOBILE_PLATFORMS = ['ios', 'android'] as const;

/** Columns by which the list of mobile users can be filtered. */
export const mobileUserFilters = {
  id: 'integer',
  email: 'text',
  platform: 'choice',
  active: 'boolean',
  registered: 'date',
  last_seen: 'date',
} as const;
