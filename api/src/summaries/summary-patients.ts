import { inCompliance } from '../patients/patients-attention.ts';
import { Patient } from '../patients/patient.entity.ts';
import { COMPLIANCE_FILTERS } from '../patients/patients.list.rules.ts';
import { patientsList } from '../patients/patients.list.ts';
import { queryOf } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import type { Where } from '../shared/list-where.ts';
import { definitionOf, whereOf } from '../shared/list.ts';

/** How patients `p` are grouped by a value. A row that the viewer may not see is none: row-level security holds for the joins. */
export interface SummaryKey {
  joins: string;
  /** The value, and its name in the answer. */
  value: string;
  as: string;
  /** What the groups are ordered by, before `value`; of the same row, whose key it is. */
  order: string;
}

/** The state of a patient by the stored result, as `complianceState` of the list shows it; null before it is computed. */
export const STATE = `case ${(['no_therapy_start', ...COMPLIANCE_FILTERS] as const)
  .map((state) => `when ${inCompliance(state, 'p')} then '${state}'`)
  .join(' ')} end`;

/** The values of patients themselves by which summaries are grouped. */
export const PATIENT_KEYS = {
  provider: {
    joins: 'left join organizations o on o.id = p.dme_id',
    value: 'o.id',
    as: 'providerId',
    order: 'plain_text(o.name)',
  },
  location: {
    joins: 'left join locations l on l.id = p.location_id',
    value: 'l.id',
    as: 'locationId',
    order: 'plain_text(l.name)',
  },
  clinician: {
    joins: 'left join users u on u.id = p.clinician_id',
    value: 'u.id',
    as: 'clinicianId',
    order: "plain_text(u.last_name || ' ' || u.first_name)",
  },
  compliance_state: {
    joins: '',
    value: 'p.state',
    as: 'complianceState',
    order: `array_position(array[${COMPLIANCE_FILTERS.map((state) => `'${state}'`).join()}], p.state)`,
  },
} satisfies Record<string, SummaryKey>;

const COLUMNS = [
  'id',
  'organization',
  'provider',
  'locationId',
  'clinician',
  'currentSerial',
  'therapyStart',
  'complianceMetOn',
  'complianceAtRiskOn',
  'complianceCannotBeMetOn',
  'complianceClosesOn',
] as const;

/** Returns SQL of the patients that the list shows with a filter, at most `most`: what the keys and the state read of them. */
export async function patientsSql(ctx: Context, where: Where | null | undefined, most: number): Promise<string> {
  const list = definitionOf(ctx, patientsList);
  const condition = await whereOf(ctx, list, queryOf(list, { where }));
  return ctx.em
    .createQueryBuilder(Patient)
    .select([...COLUMNS])
    .where(condition as never)
    .limit(most)
    .getFormattedQuery();
}

/** Returns SQL that groups rows by keys and orders the groups, nothing without a key. */
export function groupedBy(keys: readonly SummaryKey[]): string {
  if (keys.length === 0) return '';
  const order = keys.flatMap(({ order: by, value }) => (by === value ? [value] : [by, value]));
  return `group by ${keys.map(({ value }) => value).join()} order by ${order.join()}`;
}

/** Returns SQL of the values of keys, each followed by a comma. */
export const valuesOf = (keys: readonly SummaryKey[]): string =>
  keys.map(({ value, as }) => `${value} as "${as}", `).join('');
