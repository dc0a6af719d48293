/** What an organization asks for. */
export const HAND_OFF_KINDS = ['device', 'patient'] as const;

/** The sides of a request. */
export const HAND_OFF_SIDES = ['asker', 'holder'] as const;

/** The states of a request. */
export const HAND_OFF_STATES = ['open', 'accepted', 'refused', 'withdrawn', 'expired'] as const;

/** Columns by which the list of requests can be filtered. */
export const handOffFilters = {
  id: 'integer',
  side: 'choice',
  kind: 'choice',
  state: 'choice',
  serial: 'text',
  created: 'date',
} as const;
