import type { RestRequest, Route } from '../rest/route.ts';
import { rowId } from '../shared/node.ts';
import type { HistoryKey } from './device-history.service.ts';
import { documented, patientOf, showing } from './device-history.wire.ts';
import { checkRestore, restoreDevice } from './restore-device.service.ts';
import { checkVoid, voidDevice } from './void-device.service.ts';

/** Returns the {deviceId} of a path: an assignment of the patient in the path, also one that was removed or voided. */
const keyOf = (request: RestRequest): HistoryKey => ({
  patient: patientOf(request),
  id: rowId('DeviceHistory', request.params.deviceId!),
});

const restored = showing(200);

/** The paths that void an assignment that never happened, and undo it. */
export const voidDeviceRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/patients/{id}/devices/{deviceId}/void',
    check: (ctx, request) => checkVoid(ctx, keyOf(request), request.body),
    handler: async (ctx, request) => {
      await voidDevice(ctx, keyOf(request), request.body);
      return { status: 204 };
    },
    again: async () => ({ status: 204 }),
  },
  {
    method: 'POST',
    path: '/api/patients/{id}/devices/{deviceId}/restore',
    check: (ctx, request) => documented(() => checkRestore(ctx, keyOf(request)), { validateOnly: true }),
    handler: async (ctx, request) => restored.reply(ctx, await documented(() => restoreDevice(ctx, keyOf(request)))),
    again: restored.again,
  },
];
