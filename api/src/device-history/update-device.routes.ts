import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { addPin, checkAddPin } from './add-pin.service.ts';
import { checkDelete, deleteDevice } from './delete-device.service.ts';
import type { DeviceHistory } from './device-history.entity.ts';
import { findHistory, findHistoryOfMachine, type HistoryKey } from './device-history.service.ts';
import {
  checking,
  current,
  DEVICE_FIELDS,
  documentedDevice,
  deviceFieldsFromRest,
  deviceFromRest,
  patientIdOf,
  showing,
} from './device-history.wire.ts';
import { addPinRules, updateEquipmentRules } from './equipment.rules.ts';
import { checkUpdate, checkUpdatedOverlaps, checkUpdateForm, updateDevice } from './update-device.service.ts';

/** Returns the {deviceId} of a path: an assignment of the patient in the path. */
const keyOf = (request: RestRequest): HistoryKey => ({
  patient: patientIdOf(request),
  id: rowId('DeviceHistory', request.params.deviceId!),
});

/** Returns the {machineId} of a path: a machine that the patient has or had. */
const ofMachine = (ctx: Context, request: RestRequest) =>
  findHistoryOfMachine(ctx, patientIdOf(request), rowId('Machine', request.params.machineId!));

/** Returns the edited assignment: that of `history_id` in the body, or the one that the path means without it. */
async function edited(ctx: Context, request: RestRequest): Promise<DeviceHistory> {
  const { history_id: id } = request.body;
  if (id === undefined || id === null) return ofMachine(ctx, request);
  const history = await findHistory(ctx, patientIdOf(request), rowId('DeviceHistory', id as string | number));
  if (history.machine.id !== rowId('Machine', request.params.machineId!)) throw new NotFound();
  return history;
}

const changed = showing(200);

/** The documented paths that change, confirm and delete an assignment. */
export const updateDeviceRoutes: Route[] = [
  checking('POST', '/api/patients/{id}/devices/{deviceId}/check-date-overlaps', (ctx, request) =>
    checkUpdatedOverlaps(ctx, keyOf(request), deviceFromRest(request.body)),
  ),
  checking('POST', '/api/patients/{id}/devices/{machineId}/check-add-pin', async (ctx, request, only) =>
    checkAddPin(ctx, { id: (await ofMachine(ctx, request)).id }, deviceFromRest(request.body), only),
  ),
  // Documented with a trailing slash; both forms are served.
  checking('PATCH', '/api/patients/{id}/check-update-device/{machineId}', async (ctx, request, only) =>
    checkUpdateForm(ctx, { id: (await edited(ctx, request)).id }, deviceFromRest(request.body), only),
  ),
  {
    method: 'PATCH',
    path: '/api/patients/{id}/devices/{deviceId}',
    body: { rules: updateEquipmentRules, names: DEVICE_FIELDS },
    check: (ctx, request, only) =>
      documentedDevice(
        () =>
          current(ctx, () =>
            checkUpdate(ctx, keyOf(request), deviceFromRest(request.body), deviceFieldsFromRest(only)),
          ),
        { validateOnly: true },
      ),
    handler: async (ctx, request) => {
      const { history } = await documentedDevice(() =>
        current(ctx, () => updateDevice(ctx, keyOf(request), deviceFromRest(request.body))),
      );
      return changed.reply(ctx, history);
    },
    again: changed.again,
  },
  {
    method: 'POST',
    path: '/api/patients/{id}/devices/{deviceId}/add-pin',
    body: { rules: addPinRules, names: DEVICE_FIELDS },
    check: (ctx, request, only) =>
      documentedDevice(
        () =>
          current(ctx, () =>
            checkAddPin(ctx, keyOf(request), deviceFromRest(request.body), deviceFieldsFromRest(only)),
          ),
        { validateOnly: true },
      ),
    handler: async (ctx, request) => {
      const history = await documentedDevice(() =>
        current(ctx, () => addPin(ctx, keyOf(request), deviceFromRest(request.body))),
      );
      return changed.reply(ctx, history);
    },
    again: changed.again,
  },
  {
    method: 'DELETE',
    path: '/api/patients/{id}/devices/{deviceId}',
    check: (ctx, request) => documentedDevice(() => current(ctx, () => checkDelete(ctx, keyOf(request), request.body))),
    handler: async (ctx, request) => {
      await documentedDevice(() => current(ctx, () => deleteDevice(ctx, keyOf(request), request.body)));
      return { status: 204 };
    },
    again: async () => ({ status: 204 }),
  },
];
