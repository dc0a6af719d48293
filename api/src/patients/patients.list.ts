import { escapeLike, plainText, type ListDefinition } from '../shared/list.ts';
import { Patient } from './patient.entity.ts';

/** The patient list: what it may be searched, filtered and sorted by. */
export const patientsList: ListDefinition<Patient> = {
  entity: Patient,
  columns: {
    id: { property: 'id', type: 'integer', sortBy: 'id' },
    assigned_id: { property: 'assignedId', type: 'text' },
    first_name: { property: 'firstName', type: 'text' },
    last_name: { property: 'lastName', type: 'text', sortBy: 'nameKey' },
    email: { property: 'email', type: 'text', sortBy: 'email' },
    birth_date: { property: 'birthDate', type: 'date', sortBy: 'birthDate' },
    phone: { property: 'phone', type: 'text' },
    current_serial: { property: 'currentSerial', type: 'text', sortBy: 'currentSerial' },
    provider: { property: 'provider.name', type: 'text' },
    therapy_start: { property: 'therapyStart', type: 'date', sortBy: 'therapyStart' },
    last_report: { property: 'lastReport', type: 'date', sortBy: 'lastReport' },
    is_rules_active: { property: 'isRulesActive', type: 'boolean' },
  },
  search: (word) => ({ searchText: { $ilike: `%${escapeLike(plainText(word))}%` } }),
  defaultOrder: 'id',
  maxPage: 500,
};
