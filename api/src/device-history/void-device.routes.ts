import type { RestRequest, Route } from '../rest/route.ts';
import { rowId } from '../shared/node.ts';
import type { HistoryKey } from './device-history.service.ts';
import { documentedDevice, patientIdOf, showing } from './device-history.wire.ts';
import { checkRestore, restoreDevice } from './restore-device.service.ts';
import { voidDeviceRules } from './void-device.rules.ts';
import { checkVoidDevice, voidDevice } from './void-device.service.ts';

/** Returns the {deviceId} of a path: an assignment of the patient in the path, also one that was removed or voided. */
const keyOf = (request: RestRequest): HistoryKey => ({
  patient: patientIdOf(request),
  id: rowId('DeviceHistory', request.params.deviceId!),
});

const restored = showing(200);

/** The paths that void an assignment that never happened, and undo it. */
export const voidDeviceRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/patients/{id}/devices/{deviceId}/void',
    body: { rules: voidDeviceRules },
    check: (ctx, request) => checkVoidDevice(ctx, keyOf(request), request.body),
    handler: async (ctx, request) => {
      await voidDevice(ctx, keyOf(request), request.body);
      return { status: 204 };
    },
    again: async () => ({ status: 204 }),
  },
  {
    method: 'POST',
    path: '/api/patients/{id}/devices/{deviceId}/restore',
    check: (ctx, request) => documentedDevice(() => checkRestore(ctx, keyOf(request)), { validateOnly: true }),
    handler: async (ctx, request) =>
      restored.reply(ctx, await documentedDevice(() => restoreDevice(ctx, keyOf(request)))),
    again: restored.again,
  },
];
