import type { DeviceHistory } from '../device-history/device-history.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { deviceList } from './device-index.list.ts';
import { canListDevices } from './device-index.policy.ts';
import { holderName, lastConnectionOf, settingsStateOf } from './device-index.service.ts';

const PATH = '/api/devices/datatable';

function columns(ctx: Context): DatatableColumn<DeviceHistory>[] {
  const machine = (history: DeviceHistory) => history.machine.loadOrFail();
  return [
    { key: 'id', title: 'devices.csv.id', value: (history) => history.id },
    { key: 'serial', title: 'devices.csv.serial', value: async (history) => (await machine(history)).serial },
    { key: 'guid', value: async (history) => (await machine(history)).guid },
    { key: 'model', title: 'devices.csv.model', value: async (history) => (await machine(history)).model },
    { key: 'patient_id', value: (history) => (canReadPatients(ctx.viewer) ? history.patient.id : null) },
    // A file leaves the portal, so without the permission it omits the column.
    {
      key: 'patient',
      title: canReadPatients(ctx.viewer) ? 'devices.csv.patient' : undefined,
      value: (history) => holderName(ctx, history),
    },
    { key: 'start_date', title: 'devices.csv.start_date', value: (history) => history.startDate },
    { key: 'end_date', title: 'devices.csv.end_date', value: (history) => history.endDate },
    {
      key: 'last_connection',
      title: 'devices.csv.last_connection',
      value: (history) => lastConnectionOf(ctx, history),
    },
    {
      key: 'settings_state',
      title: 'devices.csv.settings_state',
      value: (history) => settingsStateOf(ctx, history),
      cell: async (history) => {
        const state = await settingsStateOf(ctx, history);
        return state === 'none' ? null : translate(ctx.locale, `settings.status.${state}`);
      },
    },
  ];
}

export const deviceIndexRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => {
      authorize(canListDevices(ctx.viewer));
      return datatable(ctx, request, PATH, deviceList(ctx.viewer), columns(ctx));
    },
  },
];
