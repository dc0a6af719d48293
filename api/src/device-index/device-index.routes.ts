import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { codedCell, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import type { SettingsState } from './device-index.list.rules.ts';
import { deviceList } from './device-index.list.ts';
import { canListDevices } from './device-index.policy.ts';
import { holderName, lastConnectionOf, settingsStateOf } from './device-index.service.ts';

const PATH = '/api/devices/datatable';
const JOINS = `left join machine_models m on m.id = r.model_id left join device_states s on s.history_id = r.history_id
  left join patients p on p.id = s.patient_id`;

function columns(ctx: Context): DatatableColumn<DeviceHistory>[] {
  const machine = (history: DeviceHistory) => history.machine.loadOrFail();
  const titleOf = (state: SettingsState) =>
    state === 'none' ? null : translate(ctx.locale, `settings.status.${state}`);
  return [
    { key: 'id', title: 'devices.csv.id', value: (history) => history.id, sql: plainCell('r.history_id') },
    {
      key: 'serial',
      title: 'devices.csv.serial',
      value: async (history) => (await machine(history)).serial,
      sql: textCell('r.serial'),
    },
    { key: 'guid', value: async (history) => (await machine(history)).guid },
    {
      key: 'model',
      title: 'devices.csv.model',
      value: async (history) => (await machine(history)).model,
      sql: textCell('m.name'),
    },
    { key: 'patient_id', value: (history) => (canReadPatients(ctx.viewer) ? history.patient.id : null) },
    // A file leaves the portal, so without the permission it omits the column.
    {
      key: 'patient',
      title: canReadPatients(ctx.viewer) ? 'devices.csv.patient' : undefined,
      value: (history) => holderName(ctx, history),
      sql: textCell("concat_ws(', ', nullif(p.last_name, ''), nullif(p.first_name, ''))"),
    },
    {
      key: 'start_date',
      title: 'devices.csv.start_date',
      value: (history) => history.startDate,
      sql: plainCell('r.start_date'),
    },
    {
      key: 'end_date',
      title: 'devices.csv.end_date',
      value: (history) => history.endDate,
      sql: plainCell('r.end_date'),
    },
    {
      key: 'last_connection',
      title: 'devices.csv.last_connection',
      value: (history) => lastConnectionOf(ctx, history),
      sql: timeCell('s.last_session_at'),
    },
    {
      key: 'settings_state',
      title: 'devices.csv.settings_state',
      value: (history) => settingsStateOf(ctx, history),
      shown: titleOf,
      sql: codedCell('s.settings_state'),
    },
  ];
}

export const deviceIndexRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => {
      authorize(canListDevices(ctx.viewer));
      return datatable(ctx, request, PATH, deviceList(ctx.viewer), columns(ctx), JOINS);
    },
  },
];
