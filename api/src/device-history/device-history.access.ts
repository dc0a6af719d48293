import { read, READ_DEVICE, READ_PATIENT, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const deviceHistoryAccess: Access = {
  'DELETE /api/patients/{id}/devices/{deviceId}': write('delete.device', 'once'),
  'GET /api/machines/{id}/history': read(READ_DEVICE, 'rows'),
  'GET /api/patients/{id}/check-if-active-devices': read('create.device', 'subject'),
  'GET /api/patients/{patient}/devices': read(READ_PATIENT, 'subject'),
  'Mutation.addDevicePin': write('update.device.pin', 'once'),
  'Mutation.assignDevice': write('create.device', 'once'),
  'Mutation.deleteDevice': write('delete.device', 'once'),
  'Mutation.updateDevice': write('update.device', 'once'),
  'PATCH /api/patients/{id}/check-update-device/{machineId}': read('update.device', 'subject'),
  'PATCH /api/patients/{id}/devices/{deviceId}': write('update.device', 'once'),
  'POST /api/patients/{id}/check-add-device': read('create.device', 'subject'),
  'POST /api/patients/{id}/check-date-overlaps': read('create.device', 'subject'),
  'POST /api/patients/{id}/devices': write('create.device', 'once'),
  'POST /api/patients/{id}/devices/{deviceId}/add-pin': write('update.device.pin', 'once'),
  'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps': read('update.device', 'subject'),
  'POST /api/patients/{id}/devices/{machineId}/check-add-pin': read('update.device.pin', 'subject'),
  'POST /api/patients/{id}/distance-from-today': read(['create.device', 'update.device'], 'subject'),
  'Query.checkAddDevicePin': read('update.device.pin', 'subject'),
  'Query.checkAssignDevice': read('create.device', 'subject'),
  'Query.checkUpdateDevice': read('update.device', 'subject'),
  'Subscription.deviceHistoryChanged': read(READ_PATIENT, 'rows'),
};
