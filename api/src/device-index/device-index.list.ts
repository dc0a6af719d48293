import type { Viewer } from '../auth/viewer.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { MachineModel } from '../machines/machine.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { escapeLike, inSearchText, reducedTo } from '../shared/list-text.ts';
import { onDay } from '../shared/list-days.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { DeviceIndexEntry } from './device-index.entity.ts';
import { deviceFilters, deviceHolderFilters, SETTINGS_STATES } from './device-index.list.rules.ts';

type DeviceList = ListDefinition<DeviceHistory, DeviceIndexEntry>;

/** Rows whose state, which triggers keep, meets a condition. */
const inState = (row: string, condition: string) =>
  `exists (select from device_states s where s.history_id = ${row}.history_id and ${condition})`;

const othersThan = (state: string) =>
  SETTINGS_STATES.filter((other) => other !== state)
    .map((other) => `'${other}'`)
    .join();

const columns = listColumns(deviceFilters, {
  id: { property: 'id', sortBy: 'id' },
  serial: { property: 'serial', meaning: 'Serial number of the machine.', code: 'serial', searchedIn: 'searchText' },
  model: {
    property: 'machineModel.name',
    meaning: 'Name of the model.',
    lookup: { entity: MachineModel, key: 'model_id' },
  },
  start_date: { property: 'startDate', sortBy: 'startDate' },
  end_date: { property: 'endDate', sortBy: 'endDate' },
  // The day of the newest session within the assignment (lastConnectionsOfHistories).
  last_connection: {
    property: 'id',
    meaning: 'Day of the newest session within the assignment.',
    rowsWhere: (condition, date, row, zone) => inState(row, onDay('s.last_session_at', condition, date, zone)),
  },
  // Computed in TypeScript by settingsStateOf, for the rows that are shown.
  settings_state: {
    property: 'id',
    meaning: 'State of the settings.',
    choices: SETTINGS_STATES,
    rowsOf: (state, row) => inState(row, `s.settings_state = '${state}'`),
    rowsExcept: (state, row) => inState(row, `s.settings_state in (${othersThan(state)})`),
  },
});

const common = {
  entity: DeviceHistory,
  index: DeviceIndexEntry,
  defaultOrder: 'id',
  maxPage: 500,
  counter: 'device_history',
} satisfies Partial<DeviceList>;

const bySerialOrPatient = (word: string) => inSearchText('searchText', word);

/** The device index without the columns that reveal who has a device. */
export const devicesList: DeviceList = {
  ...common,
  columns,
  // The first condition has the index, the second one is the answer.
  search: (word) => ({
    $and: [bySerialOrPatient(word), { serial: { $ilike: `%${escapeLike(reducedTo('serial', word))}%` } }],
  }),
};

/** The device index for users who may read patients: also searchable and filterable by patient. */
export const devicesWithHoldersList: DeviceList = {
  ...common,
  columns: {
    ...columns,
    ...listColumns(deviceHolderFilters, {
      patient: {
        property: 'lastName',
        searchedIn: 'searchText',
        meaning: 'Family name of the patient; for users who may read patients.',
      },
    }),
  },
  search: bySerialOrPatient,
};

/** The device index: searchable, filterable and sortable columns for the viewer. */
export const deviceList = (viewer: Viewer): DeviceList =>
  canReadPatients(viewer) ? devicesWithHoldersList : devicesList;
