import type { Viewer } from '../auth/viewer.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { escapeLike } from '../shared/list.conditions.ts';
import type { CONDITIONS } from '../shared/list.rules.ts';
import { columnsOf, type ListDefinition } from '../shared/list.ts';
import { plainText } from '../shared/text.rules.ts';
import { deviceFilters, deviceHolderFilters, SETTINGS_STATES } from './device-index.list.rules.ts';

type DateCondition = (typeof CONDITIONS)['date'][number];

/** Midnight at the start of a calendar date, or of a later one, in the zone of the viewer's organization. */
const midnight = (date: string, days = 0) =>
  `(date '${date}' + ${days})::timestamp at time zone (select timezone from organizations where id = ctx_org())`;

/** Conditions on the day of a time, as ranges of the time: an index finds them. */
const ON_DAY: Record<DateCondition, (time: string, date: string) => string> = {
  equal: (time, date) => `${time} >= ${midnight(date)} and ${time} < ${midnight(date, 1)}`,
  not_equal: (time, date) => `(${time} < ${midnight(date)} or ${time} >= ${midnight(date, 1)} or ${time} is null)`,
  greater_than: (time, date) => `${time} >= ${midnight(date, 1)}`,
  less_than: (time, date) => `${time} < ${midnight(date)}`,
  is_null: (time) => `${time} is null`,
  is_not_null: (time) => `${time} is not null`,
};

/** Rows whose state, which triggers keep, meets a condition. */
const inState = (h: string, condition: string) =>
  `exists (select from device_states s where s.history_id = ${h}.id and ${condition})`;

const columns = columnsOf(deviceFilters, {
  id: { property: 'id', sortBy: 'id' },
  serial: { property: 'machine.serial' },
  model: { property: 'machine.machineModel.name' },
  start_date: { property: 'startDate', sortBy: 'startDate' },
  end_date: { property: 'endDate', sortBy: 'endDate' },
  // The day of the newest session within the assignment (lastConnectionsOfHistories).
  last_connection: {
    property: 'id',
    rowsWhere: (condition, date, h) => inState(h, ON_DAY[condition as DateCondition]('s.last_session_at', date)),
  },
  // Computed in TypeScript by settingsStateOf, for the rows that are shown.
  settings_state: {
    property: 'id',
    choices: SETTINGS_STATES,
    rowsOf: (state, h) => inState(h, `s.settings_state = '${state}'`),
  },
});

const common = {
  entity: DeviceHistory,
  // Every assignment has its patient. With this condition the database starts from the patients that the viewer may see
  // instead of from all assignments.
  where: { patient: { lastName: { $ne: null } } },
  defaultOrder: 'id',
  maxPage: 500,
  counter: 'device_history',
} satisfies Partial<ListDefinition<DeviceHistory>>;

const bySerial = (word: string) => ({ machine: { serial: { $ilike: `%${escapeLike(word)}%` } } });

/** The device index without the columns that reveal who has a device. */
export const devicesList: ListDefinition<DeviceHistory> = { ...common, columns, search: bySerial };

/** The device index for users who may read patients: also searchable and filterable by patient. */
export const devicesWithHoldersList: ListDefinition<DeviceHistory> = {
  ...common,
  columns: {
    ...columns,
    ...columnsOf(deviceHolderFilters, { patient: { property: 'patient.lastName', searchedIn: 'patient.searchText' } }),
  },
  search: (word) => ({
    $or: [bySerial(word), { patient: { searchText: { $ilike: `%${escapeLike(plainText(word))}%` } } }],
  }),
};

/** The device index: searchable, filterable and sortable columns for the viewer. */
export const deviceList = (viewer: Viewer): ListDefinition<DeviceHistory> =>
  canReadPatients(viewer) ? devicesWithHoldersList : devicesList;
