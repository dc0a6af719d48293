import { Organization } from '../organizations/organization.entity.ts';
import { inSearchText, type RowCondition } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { typedDate } from '../shared/text.rules.ts';
import { Patient } from './patient.entity.ts';
import { exceptCompliance, idsInAttention, idsInCompliance, inAttention, inCompliance } from './patients-attention.ts';
import { ATTENTIONS, COMPLIANCE_FILTERS, patientFilters } from './patients.list.rules.ts';

/** The patients that a word of a search finds: by their texts and numbers, or born on the day that it is. */
function byWord(word: string): RowCondition {
  const found = inSearchText('searchText', word);
  const birthDate = typedDate(word);
  return birthDate ? { $or: [found, { birthDate }] } : found;
}

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
    phone: { property: 'phone', code: 'phone' },
    current_serial: { property: 'currentSerial', code: 'serial', searchedIn: 'searchText', sortBy: 'currentSerial' },
    provider: {
      property: 'provider.name',
      lookup: { entity: Organization, key: 'dme_id' },
      meaning: 'Name of the equipment provider.',
    },
    therapy_start: { property: 'therapyStart', sortBy: 'therapyStart' },
    last_report: { property: 'lastReport', sortBy: 'lastReport' },
    is_rules_active: { property: 'isRulesActive' },
    compliance: {
      property: 'complianceMetOn',
      meaning: 'State under the compliance rule, as `complianceState`.',
      choices: COMPLIANCE_FILTERS,
      rowsOf: inCompliance,
      rowsExcept: exceptCompliance,
      idsOf: idsInCompliance,
    },
    at_risk_on: {
      property: 'complianceAtRiskOn',
      meaning:
        'First day on which every remaining night is needed, as `compliance { atRiskOn }`; empty when the rule is met.',
    },
    cannot_be_met_on: {
      property: 'complianceCannotBeMetOn',
      meaning:
        'First day on which the rule cannot be met if no night arrives, as `compliance { cannotBeMetOn }`; empty when the rule is met.',
    },
    attention: {
      property: 'id',
      meaning: 'Reason for which the patient needs attention; the compliance reasons are filters of `compliance`.',
      choices: ATTENTIONS,
      rowsOf: inAttention,
      idsOf: idsInAttention,
    },
    updated_at: {
      property: 'updatedAt',
      meaning: 'Time of the last change of the record, or of who sees the patient.',
      sortBy: 'updatedAt',
    },
  }),
  search: byWord,
  defaultOrder: 'id',
  maxPage: 500,
  counter: 'patients',
};
