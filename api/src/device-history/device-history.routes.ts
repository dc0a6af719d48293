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
import { checking, documented, fieldsFromRest, fromRest, patientOf, showing, toRest } from './device-history.wire.ts';

const listing = (
  path: string,
  list: (ctx: Context, request: RestRequest) => ReturnType<typeof listForPatient>,
): Route => ({
  method: 'GET',
  path,
  handler: async (ctx, request) => {
    const histories = await list(ctx, request);
    ctx.shows(patientsOf(histories));
    return { body: { data: await Promise.all(histories.map((history) => toRest(ctx, history))) } };
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
      await documented(() => checkNoActiveDevice(ctx, patientOf(request)));
      return { body: { has_active_device: false } };
    },
  },
  checking('POST', '/api/patients/{id}/check-add-device', (ctx, request, only) =>
    checkEquipment(ctx, patientOf(request), fromRest(request.body), only),
  ),
  checking('POST', '/api/patients/{id}/distance-from-today', (ctx, request) =>
    checkDistance(ctx, patientOf(request), fromRest(request.body)),
  ),
  checking('POST', '/api/patients/{id}/check-date-overlaps', (ctx, request) =>
    checkOverlaps(ctx, patientOf(request), fromRest(request.body)),
  ),
  {
    method: 'POST',
    path: '/api/patients/{id}/devices',
    check: (ctx, request, only) =>
      documented(() => checkAssignment(ctx, patientOf(request), fromRest(request.body), fieldsFromRest(only)), {
        validateOnly: true,
      }),
    handler: async (ctx, request) => {
      const history = await documented(() => assignDevice(ctx, patientOf(request), fromRest(request.body)));
      return created.reply(ctx, history);
    },
    again: created.again,
  },
];
