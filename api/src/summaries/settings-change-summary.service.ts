import { CHANGE_STATUSES, FAILURES } from '../device-settings/settings-changes.list.rules.ts';
import { settingsChangesList } from '../device-settings/settings-changes.list.ts';
import { SettingsRecord, type SettingsFailure } from '../device-settings/settings-record.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { queryOf } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import type { Where } from '../shared/list-where.ts';
import { definitionOf, whereOf } from '../shared/list.ts';
import { assertFewGroups, assertFewRows, assertGroupBy, MAX_GROUPS, monthOf, MOST } from './summary-groups.ts';
import { groupedBy, PATIENT_KEYS, valuesOf, type SummaryKey } from './summary-patients.ts';

/** The values by which a summary of settings changes is grouped. */
export const SETTINGS_CHANGE_SUMMARY_KEYS = [
  'provider',
  'location',
  'model',
  'month',
  'status',
  'failure',
  'submitter',
] as const;
export type SettingsChangeSummaryKey = (typeof SETTINGS_CHANGE_SUMMARY_KEYS)[number];

export type ChangeStatus = (typeof CHANGE_STATUSES)[number];

/** One group as it is found. */
export interface SettingsChangeSummaryRow {
  providerId?: number | null;
  locationId?: number | null;
  model?: string;
  /** First day of the month. */
  month?: string;
  status?: ChangeStatus;
  failure?: SettingsFailure | null;
  submitterId?: number | null;
  submittedBy: string | null;
  changes: number;
  statuses: Record<ChangeStatus, number>;
  failures: Record<SettingsFailure, number>;
}

const listed = (values: readonly string[]) => `array[${values.map((value) => `'${value}'`).join()}]`;
const OF_PATIENT = 'join patients p on p.id = c.patient_id';

/** How each value groups the changes `c`. `zone`: the time zone in which days begin. */
function keyOf(key: SettingsChangeSummaryKey, zone: string): SummaryKey {
  switch (key) {
    case 'provider':
    case 'location':
      return PATIENT_KEYS[key];
    case 'model':
      return { joins: '', value: 'k.name', as: 'model', order: 'k.name' };
    case 'month': {
      const month = monthOf(`(c.created_at at time zone '${zone.replaceAll("'", "''")}')::date`);
      return { joins: '', value: month, as: 'month', order: month };
    }
    case 'status':
      return {
        joins: '',
        value: 'c.status',
        as: 'status',
        order: `array_position(${listed(CHANGE_STATUSES)}, c.status)`,
      };
    case 'failure':
      return { joins: '', value: 'c.failure', as: 'failure', order: `array_position(${listed(FAILURES)}, c.failure)` };
    case 'submitter':
      return {
        joins: '',
        value: 'c.submitted_by_id',
        as: 'submitterId',
        order: 'plain_text(max(c.submitted_by_name))',
      };
  }
}

const countsBy = (column: string, values: readonly string[]) =>
  `json_build_object(${values.map((value) => `'${value}', count(*) filter (where ${column} = '${value}')::int`).join()})`;

/**
 * Returns the groups of the changes of settings that the list shows with the same filter, in the order of their values. One
 * statement. Refuses the same value twice, more than two, more than 1,000 groups, and more than 50,000 changes.
 */
export async function settingsChangeSummaryOf(
  ctx: Context,
  groupBy: readonly SettingsChangeSummaryKey[],
  where: Where | null | undefined,
): Promise<SettingsChangeSummaryRow[]> {
  authorize(canReadPatients(ctx.viewer));
  assertGroupBy(groupBy);
  const list = definitionOf(ctx, settingsChangesList);
  const condition = await whereOf(ctx, list, queryOf(list, { where }));
  const changes = ctx.em
    .createQueryBuilder(SettingsRecord)
    .select(['id', 'patientId', 'history', 'state', 'failure', 'submittedById', 'submittedBy', 'createdAt'])
    .where(condition as never)
    .limit(MOST.changes + 1)
    .getFormattedQuery();
  const keys = groupBy.map((key) => keyOf(key, ctx.timezone));
  const isOfPatient = groupBy.some((key) => key === 'provider' || key === 'location');
  // `offset 0`: the page of changes is found before anything is joined to it.
  const groups = await ctx.em.execute<SettingsChangeSummaryRow[]>(`
    select ${valuesOf(keys)}count(*)::int as changes, ${countsBy('c.status', CHANGE_STATUSES)} as statuses, ${countsBy('c.failure', FAILURES)} as failures,
           ${groupBy.includes('submitter') ? 'max(c.submitted_by_name)' : 'null'} as "submittedBy"
      from (select c.id, c.patient_id, c.history_id, case c.status when 'past' then 'delivered' else c.status end as status, c.failure,
                   c.submitted_by_id, c.submitted_by_name, c.created_at from (${changes}) c offset 0) c
      ${groupBy.includes('model') ? 'join device_index i using (history_id) join machine_models k on k.id = i.model_id' : ''}
      ${isOfPatient ? OF_PATIENT : ''} ${keys.map(({ joins }) => joins).join(' ')}
     ${groupedBy(keys)} limit ${MAX_GROUPS + 1}`);
  assertFewGroups(groups);
  assertFewRows(
    groups.map(({ changes: count }) => count),
    MOST.changes,
    'summary.too_many_changes',
  );
  return groups;
}
