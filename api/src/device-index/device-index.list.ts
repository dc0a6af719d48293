import type { Viewer } from '../auth/viewer.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { escapeLike } from '../shared/list.conditions.ts';
import { columnsOf, type ListDefinition } from '../shared/list.ts';
import { plainText } from '../shared/text.rules.ts';
import { deviceFilters, deviceHolderFilters, SETTINGS_STATES } from './device-index.list.rules.ts';

/**
 * The day of the newest session within the assignment, equal to lastConnectionsOfHistories, in the zone of the viewer's
 * organization.
 */
const lastConnection = (h: string) => {
  const zone = '(select timezone from organizations where id = ctx_org())';
  return `(select (max(c.start_time) at time zone ${zone})::date from connections c
    where c.machine_id = ${h}.machine_id and c.patient_id = ${h}.patient_id and c.start_time >= ${h}.start_date::timestamp at time zone ${zone}
      and (${h}.end_date is null or c.start_time < (${h}.end_date + 1)::timestamp at time zone ${zone}))`;
};

/** The SQL of settingsStateOf (device-index.service.ts), which computes the state of a row in TypeScript. */
const settingsState = (h: string) => `coalesce(
  (select case when s.status in ('pending', 'failed', 'void') then s.status end from settings_records s where s.history_id = ${h}.id and s.is_edit
    order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1),
  (select s.status from settings_records s where s.history_id = ${h}.id and s.status in ('current', 'defaults') limit 1), 'none')`;

const columns = columnsOf(deviceFilters, {
  id: { property: 'id', sortBy: 'id' },
  serial: { property: 'machine.serial' },
  model: { property: 'machine.machineModel.name' },
  start_date: { property: 'startDate', sortBy: 'startDate' },
  end_date: { property: 'endDate', sortBy: 'endDate' },
  last_connection: { property: lastConnection },
  settings_state: { property: settingsState, choices: SETTINGS_STATES },
});

const common = {
  entity: DeviceHistory,
  // Every assignment has its patient. With this condition the database starts from the patients that the viewer may see
  // instead of from all assignments.
  where: { patient: { lastName: { $ne: null } } },
  defaultOrder: 'id',
  maxPage: 500,
} satisfies Partial<ListDefinition<DeviceHistory>>;

const bySerial = (word: string) => ({ machine: { serial: { $ilike: `%${escapeLike(word)}%` } } });

/** The device index without the columns that reveal who has a device. */
export const devicesList: ListDefinition<DeviceHistory> = { ...common, columns, search: bySerial };

/** The device index for users who may read patients: also searchable and filterable by patient. */
export const devicesWithHoldersList: ListDefinition<DeviceHistory> = {
  ...common,
  columns: { ...columns, ...columnsOf(deviceHolderFilters, { patient: { property: 'patient.lastName' } }) },
  search: (word) => ({
    $or: [bySerial(word), { patient: { searchText: { $ilike: `%${escapeLike(plainText(word))}%` } } }],
  }),
};

/** The device index: searchable, filterable and sortable columns for the viewer. */
export const deviceList = (viewer: Viewer): ListDefinition<DeviceHistory> =>
  canReadPatients(viewer) ? devicesWithHoldersList : devicesList;
