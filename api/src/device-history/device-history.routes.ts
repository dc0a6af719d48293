import type { Route, RestRequest } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { patientsOf } from '../shared/patient-data.ts';
import {
  assignDevice,
  checkAssignment,
  checkDistance,
  checkEquipment,
  checkOverlaps,
} from './assign-device.service.ts';
import { checkNoActiveDevice, listForMachine, listForPatient } from './device-history.service.ts';
import {
  checking,
  DEVICE_FIELDS,
  documentedDevice,
  deviceFieldsFromRest,
  deviceFromRest,
  patientIdOf,
  showing,
  assignmentToRest,
} from './device-history.wire.ts';
import { addEquipmentRules } from './equipment.rules.ts';

const listing = (
  path: string,
  list: (ctx: Context, request: RestRequest) => ReturnType<typeof listForPatient>,
): Route => ({
  method: 'GET',
  path,
  handler: async (ctx, request) => {
    const histories = await list(ctx, request);
    ctx.shows(patientsOf(histories));
    return { body: { data: await Promise.all(histories.map((history) => assignmentToRest(ctx, history))) } };
  },
});

const created = showing(201);

/** The documented paths of the device ledger. */
export const deviceHistoryRoutes: Route[] = [
  listing('/api/patients/{patient}/devices', (ctx, { params }) =>
    listForPatient(ctx, rowId('Patient', params.patient!)),
  ),
  listing('/api/machines/{id}/history', (ctx, { params }) => listForMachine(ctx, rowId('Machine', params.id!))),
  {
    method: 'GET',
    path: '/api/patients/{id}/check-if-active-devices',
    handler: async (ctx, request) => {
      await documentedDevice(() => checkNoActiveDevice(ctx, patientIdOf(request)));
      return { body: { has_active_device: false } };
    },
  },
  checking('POST', '/api/patients/{id}/check-add-device', (ctx, request, only) =>
    checkEquipment(ctx, patientIdOf(request), deviceFromRest(request.body), only),
  ),
  checking('POST', '/api/patients/{id}/distance-from-today', (ctx, request) =>
    checkDistance(ctx, patientIdOf(request), deviceFromRest(request.body)),
  ),
  checking('POST', '/api/patients/{id}/check-date-overlaps', (ctx, request) =>
    checkOverlaps(ctx, patientIdOf(request), deviceFromRest(request.body)),
  ),
  {
    method: 'POST',
    path: '/api/patients/{id}/devices',
    body: { rules: addEquipmentRules, names: DEVICE_FIELDS },
    check: (ctx, request, only) =>
      documentedDevice(
        () => checkAssignment(ctx, patientIdOf(request), deviceFromRest(request.body), deviceFieldsFromRest(only)),
        {
          validateOnly: true,
        },
      ),
    handler: async (ctx, request) => {
      const history = await documentedDevice(() =>
        assignDevice(ctx, patientIdOf(request), deviceFromRest(request.body)),
      );
      return created.reply(ctx, history);
    },
    again: created.again,
  },
];
