import { read, READ_DEVICE, READ_PATIENT, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const deviceHistoryAccess: Access = {
  'DELETE /api/patients/{id}/devices/{deviceId}': write('delete.device', 'once'),
  'GET /api/machines/{id}/history': read(READ_DEVICE),
  'GET /api/patients/{id}/check-if-active-devices': read('create.device'),
  'GET /api/patients/{patient}/devices': read(READ_PATIENT),
  'Mutation.addDevicePin': write('update.device.pin', 'once'),
  'Mutation.assignDevice': write('create.device', 'once'),
  'Mutation.deleteDevice': write('delete.device', 'once'),
  'Mutation.updateDevice': write('update.device', 'once'),
  'PATCH /api/patients/{id}/check-update-device/{machineId}': read('update.device'),
  'PATCH /api/patients/{id}/devices/{deviceId}': write('update.device', 'once'),
  'POST /api/patients/{id}/check-add-device': read('create.device'),
  'POST /api/patients/{id}/check-date-overlaps': read('create.device'),
  'POST /api/patients/{id}/devices': write('create.device', 'once'),
  'POST /api/patients/{id}/devices/{deviceId}/add-pin': write('update.device.pin', 'once'),
  'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps': read('update.device'),
  'POST /api/patients/{id}/devices/{machineId}/check-add-pin': read('update.device.pin'),
  'POST /api/patients/{id}/distance-from-today': read(['create.device', 'update.device']),
  'Query.checkAddDevicePin': read('update.device.pin'),
  'Query.checkAssignDevice': read('create.device'),
  'Query.checkUpdateDevice': read('update.device'),
  'Subscription.deviceHistoryChanged': read(READ_PATIENT),
};
