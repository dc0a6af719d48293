import { deviceList } from '../device-index/device-index.list.ts';
import { SETTINGS_STATES, type SettingsState } from '../device-index/device-index.list.rules.ts';
import { DeviceIndexEntry } from '../device-index/device-index.entity.ts';
import { queryOf } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import type { Where } from '../shared/list-where.ts';
import { definitionOf, whereOf } from '../shared/list.ts';
import { assertFewGroups, assertFewRows, assertGroupBy, MAX_GROUPS, monthOf, MOST } from './summary-groups.ts';

/** The values by which a summary of devices is grouped. */
export const DEVICE_SUMMARY_KEYS = ['model', 'settings_state', 'month'] as const;
export type DeviceSummaryKey = (typeof DEVICE_SUMMARY_KEYS)[number];

/** One group as it is found. */
export interface DeviceSummaryRow {
  model?: string;
  settingsState?: SettingsState;
  /** First day of the month. */
  month?: string;
  devices: number;
  active: number;
  states: Record<SettingsState, number>;
}

const ORDER = `array_position(array[${SETTINGS_STATES.map((state) => `'${state}'`).join()}], d.state)`;
/** The value of each key of devices `d`, its name in the answer, and what the groups are ordered by. */
const KEYS: Record<DeviceSummaryKey, { value: string; as: string; order: string }> = {
  model: { value: 'k.name', as: 'model', order: 'k.name' },
  settings_state: { value: 'd.state', as: 'settingsState', order: ORDER },
  month: { value: monthOf('d.start_date'), as: 'month', order: monthOf('d.start_date') },
};

const counted = (condition: string) => `count(*) filter (where ${condition})::int`;
const STATES = SETTINGS_STATES.map((state) => `'${state}', ${counted(`d.state = '${state}'`)}`).join();

/**
 * Returns the groups of the devices that the viewer sees in the list with the same filter, in the order of their values.
 * One statement. Refuses the same value twice, more than two, more than 1,000 groups, and more than 400,000 devices.
 */
export async function deviceSummaryOf(
  ctx: Context,
  groupBy: readonly DeviceSummaryKey[],
  where: Where | null | undefined,
): Promise<DeviceSummaryRow[]> {
  assertGroupBy(groupBy);
  const list = definitionOf(ctx, deviceList(ctx.viewer));
  const condition = await whereOf(ctx, list, queryOf(list, { where }));
  const devices = ctx.em
    .createQueryBuilder(DeviceIndexEntry)
    .select(['id', 'machineModel', 'startDate', 'endDate'])
    .where(condition as never)
    .limit(MOST.counted + 1)
    .getFormattedQuery();
  const keys = groupBy.map((key) => KEYS[key]);
  const by = (names: string[]) => names.join();
  // Triggers keep the state of each assignment (decisions/035), by which the list filters too.
  const groups = await ctx.em.execute<DeviceSummaryRow[]>(`
    select ${keys.map(({ value, as }) => `${value} as "${as}", `).join('')}count(*)::int as devices,
           ${counted('d.end_date is null')} as active, json_build_object(${STATES}) as states
      from (select i.*, s.settings_state as state from (${devices}) i join device_states s using (history_id)) d
      join machine_models k on k.id = d.model_id
     ${keys.length > 0 ? `group by ${by(keys.map(({ value }) => value))} order by ${by(keys.map(({ order }) => order))}` : ''}
     limit ${MAX_GROUPS + 1}`);
  assertFewGroups(groups);
  assertFewRows(
    groups.map(({ devices }) => devices),
    MOST.counted,
  );
  return groups;
}
