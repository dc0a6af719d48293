import type { Contract } from '../../test/contract/contract.ts';
import { type Ref } from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

const foreignAssignment = (patient: Ref, serial: string) => ({
  patientId: String(patient.id),
  serialNumber: serial,
  pinNumber: '1234',
  startDate: '2026-06-01',
});
const equipment = (serial: string) => ({ serial_number: serial, pin_number: '1234', start_date: '2026-06-01' });
const mistake = (history: number) => ({ deviceHistoryId: String(history), reason: 'By mistake' });
const updated = (history: number) => ({ deviceHistoryId: String(history), startDate: '2026-06-01' });

/** Positions of ids of device history: an id of another organization is refused, typed from the documents. */
export const contract: Contract = {
  foreignVariables: {
    'Query.node id (DeviceHistory)': ({ history }) => ({ id: toGlobalId('DeviceHistory', history) }),
    'Query.checkAssignDevice input.patientId': ({ patient }, own) => ({
      input: foreignAssignment(patient, own.machine.serial),
    }),
    'Query.checkAssignDevice input.serialNumber': ({ machine }, own) => ({
      input: foreignAssignment(own.patient, machine.serial),
    }),
    'Mutation.assignDevice input.patientId': ({ patient }, own) => ({
      input: foreignAssignment(patient, own.machine.serial),
    }),
    'Mutation.assignDevice input.serialNumber': ({ machine }, own) => ({
      input: foreignAssignment(own.patient, machine.serial),
    }),
    'Query.checkUpdateDevice input.deviceHistoryId': ({ history }) => ({ input: updated(history) }),
    'Query.checkAddDevicePin input.deviceHistoryId': ({ history }) => ({
      input: { deviceHistoryId: String(history), pinNumber: '1234' },
    }),
    'Mutation.updateDevice input.deviceHistoryId': ({ history }) => ({ input: updated(history) }),
    'Mutation.addDevicePin input.deviceHistoryId': ({ history }) => ({
      input: { deviceHistoryId: String(history), pinNumber: '1234' },
    }),
    'Query.checkDeleteDevice input.deviceHistoryId': ({ history }) => ({ input: { deviceHistoryId: String(history) } }),
    'Mutation.deleteDevice input.deviceHistoryId': ({ ended }) => ({ input: { deviceHistoryId: String(ended[0]) } }),
    'Query.checkVoidDevice input.deviceHistoryId': ({ history }) => ({ input: mistake(history) }),
    'Mutation.voidDevice input.deviceHistoryId': ({ voidable }) => ({ input: mistake(voidable[0]) }),
    'Mutation.restoreDevice input.deviceHistoryId': ({ voided }) => ({ input: { deviceHistoryId: String(voided[0]) } }),
    'Subscription.deviceHistoryChanged patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  foreignAddresses: {
    'GET /api/patients/{patient}/devices {patient}': ({ patient }) => ({ path: { patient: patient.id } }),
    'GET /api/patients/{id}/check-if-active-devices {id}': ({ patient }) => ({ path: { id: patient.id } }),
    'POST /api/patients/{id}/check-add-device {id}': ({ patient }, own) => ({
      path: { id: patient.id },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/check-add-device serial': ({ machine }, own) => ({
      path: { id: own.patient.id },
      body: equipment(machine.serial),
    }),
    'POST /api/patients/{id}/distance-from-today {id}': ({ patient }, own) => ({
      path: { id: patient.id },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/check-date-overlaps {id}': ({ patient }, own) => ({
      path: { id: patient.id },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/check-date-overlaps serial': ({ machine }, own) => ({
      path: { id: own.patient.id },
      body: equipment(machine.serial),
    }),
    'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps {id}': ({ patient }, own) => ({
      path: { id: patient.id, deviceId: own.history },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps {deviceId}': ({ history }, own) => ({
      path: { id: own.patient.id, deviceId: history },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/devices/{machineId}/check-add-pin {id}': ({ patient }, own) => ({
      path: { id: patient.id, machineId: own.machine.id },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/devices/{machineId}/check-add-pin {machineId}': ({ machine }, own) => ({
      path: { id: own.patient.id, machineId: machine.id },
      body: equipment(own.machine.serial),
    }),
    'PATCH /api/patients/{id}/check-update-device/{machineId} {id}': ({ patient }, own) => ({
      path: { id: patient.id, machineId: own.machine.id },
      body: equipment(own.machine.serial),
    }),
    'PATCH /api/patients/{id}/check-update-device/{machineId} {machineId}': ({ machine }, own) => ({
      path: { id: own.patient.id, machineId: machine.id },
      body: equipment(own.machine.serial),
    }),
    'PATCH /api/patients/{id}/devices/{deviceId} {id}': ({ patient }, own) => ({
      path: { id: patient.id, deviceId: own.history },
      body: equipment(own.machine.serial),
    }),
    'PATCH /api/patients/{id}/devices/{deviceId} {deviceId}': ({ history }, own) => ({
      path: { id: own.patient.id, deviceId: history },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/devices/{deviceId}/add-pin {id}': ({ patient }, own) => ({
      path: { id: patient.id, deviceId: own.history },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/devices/{deviceId}/add-pin {deviceId}': ({ history }, own) => ({
      path: { id: own.patient.id, deviceId: history },
      body: equipment(own.machine.serial),
    }),
    'DELETE /api/patients/{id}/devices/{deviceId} {id}': ({ patient }, own) => ({
      path: { id: patient.id, deviceId: own.ended[1] },
    }),
    'DELETE /api/patients/{id}/devices/{deviceId} {deviceId}': ({ ended }, own) => ({
      path: { id: own.patient.id, deviceId: ended[2] },
    }),
    'POST /api/patients/{id}/devices/{deviceId}/void {id}': ({ patient }, own) => ({
      path: { id: patient.id, deviceId: own.voidable[1] },
      body: { reason: 'By mistake' },
    }),
    'POST /api/patients/{id}/devices/{deviceId}/void {deviceId}': ({ voidable }, own) => ({
      path: { id: own.patient.id, deviceId: voidable[2] },
      body: { reason: 'By mistake' },
    }),
    'POST /api/patients/{id}/devices/{deviceId}/restore {id}': ({ patient }, own) => ({
      path: { id: patient.id, deviceId: own.voided[1] },
    }),
    'POST /api/patients/{id}/devices/{deviceId}/restore {deviceId}': ({ voided }, own) => ({
      path: { id: own.patient.id, deviceId: voided[2] },
    }),
    'POST /api/patients/{id}/devices {id}': ({ patient }, own) => ({
      path: { id: patient.id },
      body: equipment(own.machine.serial),
    }),
    'POST /api/patients/{id}/devices serial': ({ machine }, own) => ({
      path: { id: own.patient.id },
      body: equipment(machine.serial),
    }),
    'GET /api/machines/{id}/history {id}': ({ machine }) => ({ path: { id: machine.id } }),
  },
};
