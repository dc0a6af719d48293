/** Settings state of a device: a pending change, a failed or replaced one, the current settings, or nothing known. */
export const SETTINGS_STATES = ['pending', 'failed', 'void', 'current', 'defaults', 'none'] as const;
export type SettingsState = (typeof SETTINGS_STATES)[number];

/** Columns by which the device index can be filtered. */
export const deviceFilters = {
  id: 'integer',
  serial: 'text',
  model: 'text',
  start_date: 'date',
  end_date: 'date',
  last_connection: 'date',
  settings_state: 'choice',
} as const;

/** Additional columns for users who may read patients. */
export const deviceHolderFilters = { patient: 'text' } as const;
