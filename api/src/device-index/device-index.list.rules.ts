/** What a device's settings are at: a change on its way, one that failed or was replaced, what it runs with, or nothing known. */
export const SETTINGS_STATES = ['pending', 'failed', 'void', 'current', 'defaults', 'none'] as const;
export type SettingsState = (typeof SETTINGS_STATES)[number];

/** What the device index may be filtered by. */
export const deviceFilters = {
  id: 'integer',
  serial: 'text',
  model: 'text',
  start_date: 'date',
  end_date: 'date',
  last_connection: 'date',
  settings_state: 'choice',
} as const;

/** As well, for those who may read patients. */
export const deviceHolderFilters = { patient: 'text' } as const;
