import { monthOf } from './summary-groups.ts';
import { COMPLIANCE_FILTERS } from '../patients/patients.list.rules.ts';

/** The values by which a summary of compliance is grouped. */
export const COMPLIANCE_SUMMARY_KEYS = ['provider', 'location', 'model', 'compliance_state', 'month'] as const;
export type ComplianceSummaryKey = (typeof COMPLIANCE_SUMMARY_KEYS)[number];

const MONTH = monthOf('p.therapy_start');

/** How patients `p` are grouped by a value. A row that the viewer may not see is none: row-level security holds for the joins. */
interface Key {
  joins: string;
  /** The value, and its name in the answer. */
  value: string;
  as: string;
  /** What the groups are ordered by, before `value`; of the same row, whose key it is. */
  order: string;
  /** Whether it reads a row for each patient. */
  isJoined: boolean;
}

/** How each value groups the patients. */
export const KEYS: Record<ComplianceSummaryKey, Key> = {
  provider: {
    joins: 'left join organizations o on o.id = p.dme_id',
    value: 'o.id',
    as: 'providerId',
    order: 'plain_text(o.name)',
    isJoined: false,
  },
  location: {
    joins: 'left join locations l on l.id = p.location_id',
    value: 'l.id',
    as: 'locationId',
    order: 'plain_text(l.name)',
    isJoined: false,
  },
  model: {
    joins: 'left join machines m on m.serial = p.current_serial left join machine_models k on k.id = m.model_id',
    value: 'k.name',
    as: 'model',
    order: 'k.name',
    isJoined: true,
  },
  compliance_state: {
    joins: '',
    value: 'p.state',
    as: 'complianceState',
    order: `array_position(array[${COMPLIANCE_FILTERS.map((state) => `'${state}'`).join()}], p.state)`,
    isJoined: false,
  },
  month: {
    joins: '',
    value: MONTH,
    as: 'month',
    order: MONTH,
    isJoined: false,
  },
};
