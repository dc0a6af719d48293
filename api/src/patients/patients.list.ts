import { Organization } from '../organizations/organization.entity.ts';
import { escapeLike } from '../shared/list.conditions.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { plainText } from '../shared/text.rules.ts';
import { Patient } from './patient.entity.ts';
import { idsInAttention, inAttention, inCompliance } from './patients.attention.ts';
import { ATTENTIONS, COMPLIANCE_FILTERS, patientFilters } from './patients.list.rules.ts';

/** The patient list: searchable, filterable and sortable columns. */
export const patientsList: ListDefinition<Patient> = {
  entity: Patient,
  columns: listColumns(patientFilters, {
    id: { property: 'id', sortBy: 'id' },
    assigned_id: { property: 'assignedId', searchedIn: 'searchText' },
    first_name: { property: 'firstName', searchedIn: 'searchText' },
    last_name: { property: 'lastName', searchedIn: 'searchText', sortBy: 'nameKey' },
    email: { property: 'email', searchedIn: 'searchText', sortBy: 'email' },
    birth_date: { property: 'birthDate', sortBy: 'birthDate' },
    phone: { property: 'phone' },
    current_serial: { property: 'currentSerial', searchedIn: 'searchText', sortBy: 'currentSerial' },
    provider: { property: 'provider.name', lookup: { entity: Organization, key: 'dme_id' } },
    therapy_start: { property: 'therapyStart', sortBy: 'therapyStart' },
    last_report: { property: 'lastReport', sortBy: 'lastReport' },
    is_rules_active: { property: 'isRulesActive' },
    compliance: { property: 'complianceMetOn', choices: COMPLIANCE_FILTERS, rowsOf: inCompliance },
    attention: { property: 'id', choices: ATTENTIONS, rowsOf: inAttention, idsOf: idsInAttention },
  }),
  search: (word) => ({ searchText: { $ilike: `%${escapeLike(plainText(word))}%` } }),
  defaultOrder: 'id',
  maxPage: 500,
  counter: 'patients',
};
