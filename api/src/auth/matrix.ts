import type { Permission } from './permissions.ts';

export interface Operation {
  /** public: anyone; session: signed in; device: a device at the gateway; otherwise the permission, or any of several. */
  permission: 'public' | 'session' | 'device' | Permission | readonly Permission[];
  /** The rule on the object, beside row-level security; names the policy function. */
  object: string;
  /** Answers may carry data of patients. */
  phi: boolean;
  /** write: one audit row in the same transaction. read: a row when support staff looks. none: nothing to tell. */
  audit: 'write' | 'read' | 'none';
  /** Points of a GraphQL root field before its children (limits.ts). */
  cost: number;
}

const READ_PATIENT = ['view.patient', 'viewAny.patient'] as const;
const READ_DEVICE = ['org.user.device', 'support.user.device', 'viewAny.device'] as const;

const read = (permission: Operation['permission'], object = 'visible row'): Operation => ({
  permission,
  object,
  phi: true,
  audit: 'read',
  cost: 1,
});
const write = (permission: Operation['permission'], object: string): Operation => ({
  permission,
  object,
  phi: true,
  audit: 'write',
  cost: 10,
});
/** Devices say nothing to the audit log: what they bring is itself the record. */
const device = (object: string): Operation => ({ permission: 'device', object, phi: true, audit: 'none', cost: 1 });
const open = (permission: 'public' | 'session'): Operation => ({
  permission,
  object: 'self',
  phi: false,
  audit: 'none',
  cost: 1,
});

/** Every GraphQL root field and every REST route: who may call it. The server refuses to start when one is missing or superfluous. */
export const matrix: Record<string, Operation> = {
  'Query.viewer': open('public'),
  'Query.node': read('session'),
  'Query.patient': read(READ_PATIENT),
  'Query.patients': read(READ_PATIENT),
  'Query.devices': read(READ_DEVICE, 'canListDevices'),
  'Query.machine': read(READ_DEVICE),
  'Query.machines': read(READ_DEVICE),
  'Query.dashboard': { ...read('session'), phi: false },
  'Query.users': { ...read('view.user'), phi: false, audit: 'none' },
  'Query.checkAssignDevice': read('create.device', 'canAssignDevice'),
  'Query.icodeReports': read(READ_PATIENT),
  'Query.checkCreateICodeReports': read('upload.device.icode', 'canUploadICode'),
  'Query.orgMessages': { ...read('send.org.message'), phi: false, audit: 'none' },
  'Query.orgMessageRecipients': { ...read('send.org.message'), phi: false, audit: 'none' },
  'Query.checkSendOrgMessage': { ...read('send.org.message', 'canSendOrgMessage'), phi: false, audit: 'none' },
  'Mutation.sendOrgMessage': { ...write('send.org.message', 'canSendOrgMessage'), phi: false },
  'Subscription.orgMessageDelivered': { ...open('session'), object: 'canJoin' },
  'Mutation.signIn': open('public'),
  'Mutation.signOut': open('public'),
  'Mutation.updateViewer': { ...open('session'), audit: 'write' },
  'Mutation.saveTablePreferences': open('session'),
  'Mutation.assignDevice': write('create.device', 'canAssignDevice'),
  'Query.checkUpdateDevice': read('update.device', 'canEditDevice'),
  'Query.checkAddDevicePin': read('update.device.pin', 'mayAddPins'),
  'Mutation.updateDevice': write('update.device', 'canEditDevice'),
  'Mutation.addDevicePin': write('update.device.pin', 'mayAddPins'),
  'Mutation.deleteDevice': write('delete.device', 'canDeleteDevice'),
  'Mutation.createICodeReports': write('upload.device.icode', 'canUploadICode'),
  'Query.checkSubmitSettings': read('update.device.settings', 'canChangeSettings'),
  'Mutation.submitSettings': write('update.device.settings', 'canChangeSettings'),
  'Mutation.cancelPendingSettings': write('update.device.settings', 'canChangeSettings'),
  'Subscription.settingsStatusChanged': read(READ_PATIENT, 'canJoin'),
  'Mutation.recalculateCompliance': write('update.device', 'canRecalculateCompliance'),
  'Subscription.deviceHistoryChanged': read(READ_PATIENT, 'canJoin'),

  'POST /login': open('public'),
  'POST /logout': open('public'),
  'GET /csrf-token': open('public'),
  'GET /broadcasting/auth': { ...open('session'), object: 'canJoin' },
  'POST /broadcasting/auth': { ...open('session'), object: 'canJoin' },
  'GET /broadcasting/user-auth': open('session'),
  'POST /broadcasting/user-auth': open('session'),
  'GET /api/users/my-org': open('session'),
  'GET /api/patients/datatable': read(READ_PATIENT),
  'GET /api/patients/{patient}/devices/{history}/current_settings': read(READ_PATIENT),
  'GET /api/patients/{patient}/devices/{history}/pending_settings': read(READ_PATIENT),
  'GET /api/devices/datatable': read(READ_DEVICE, 'canListDevices'),
  'GET /api/patients/{patient}/devices/{history}/settings_history': read(READ_PATIENT),
  'GET /api/patients/{patient}/devices/{history}/connection_history': read(READ_PATIENT),
  'GET /api/machines/{guid}/connection-history': read(READ_DEVICE),
  'GET /api/machines/{serial}/iccid-data': read(READ_DEVICE),
  'GET /api/aeris/{iccid}/device-details': read(READ_DEVICE),
  'GET /api/users/datatable': { ...read('view.user'), phi: false, audit: 'none' },
  'GET /api/machines/datatable': read(READ_DEVICE),
  'GET /api/patients/{patient}/devices': read(READ_PATIENT),
  'GET /api/patients/{id}/check-if-active-devices': read('create.device', 'canAssignDevice'),
  'POST /api/patients/{id}/check-add-device': read('create.device', 'canAssignDevice'),
  'POST /api/patients/{id}/distance-from-today': read(['create.device', 'update.device'], 'canAssignDevice'),
  'POST /api/patients/{id}/check-date-overlaps': read('create.device', 'canAssignDevice'),
  'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps': read('update.device', 'canEditDevice'),
  'POST /api/patients/{id}/devices/{machineId}/check-add-pin': read('update.device.pin', 'mayAddPins'),
  'PATCH /api/patients/{id}/check-update-device/{machineId}': read('update.device', 'canEditDevice'),
  'PATCH /api/patients/{id}/devices/{deviceId}': write('update.device', 'canEditDevice'),
  'POST /api/patients/{id}/devices/{deviceId}/add-pin': write('update.device.pin', 'mayAddPins'),
  'DELETE /api/patients/{id}/devices/{deviceId}': write('delete.device', 'canDeleteDevice'),
  'POST /api/patients/{id}/devices': write('create.device', 'canAssignDevice'),
  'GET /api/machines/{id}/history': read(READ_DEVICE),
  'POST /api/dashboard/initial-compliance/patients/{id}/compliance': write('update.device', 'canRecalculateCompliance'),
  'GET /api/icode-reports': read(READ_PATIENT),
  'POST /api/icode-reports': write('upload.device.icode', 'canUploadICode'),

  'POST /device/v1/sessions': device('own machine'),
  'POST /device/v1/sessions/{session}/end': device('visible row'),
  'POST /device/v1/settings/fetch': device('own machine'),
  'POST /device/v1/settings/{record}/answer': device('visible row'),
  'POST /device/v1/settings/report': device('own machine'),
  'POST /device/v1/nights': device('own machine'),
};

/** Compares the matrix with what the server really serves. Throws with every difference: default deny, at boot. */
export function assertMatrixComplete(served: string[]): void {
  const missing = served.filter((operation) => !Object.hasOwn(matrix, operation));
  const superfluous = Object.keys(matrix).filter((operation) => !served.includes(operation));
  if (missing.length === 0 && superfluous.length === 0) return;
  throw new Error(
    `The authorisation matrix does not match the server. Without an entry: ${missing.join(', ') || 'none'}. Without an operation: ${superfluous.join(', ') || 'none'}.`,
  );
}
