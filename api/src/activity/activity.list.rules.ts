/** How an operation of a user ended: the outcomes of the audit log. */
export const OUTCOMES = ['done', 'denied', 'refused', 'read', 'exported'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Columns by which the activity log can be filtered. */
export const activityFilters = {
  created_at: 'date',
  user_id: 'integer',
  org_id: 'integer',
  event: 'text',
  outcome: 'choice',
} as const;
