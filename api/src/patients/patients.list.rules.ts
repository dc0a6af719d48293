/** What the patient list may be filtered by. */
export const patientFilters = {
  id: 'integer', assigned_id: 'text', first_name: 'text', last_name: 'text', email: 'text', birth_date: 'date', phone: 'text', current_serial: 'text', provider: 'text',
  therapy_start: 'date', last_report: 'date', is_rules_active: 'boolean',
} as const;
