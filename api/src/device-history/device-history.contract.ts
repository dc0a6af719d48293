import type { Contract } from '../../test/contract/contract.ts';
import { type Address, DAY, type Machine, type Things } from '../../test/contract/permissions.fixture.ts';
import { type Body, type Case, older } from '../../test/contract/versions.fixture.ts';
import { makeHistory, makeMachine, makePatient, type TestViewer } from '../../test/harness.ts';

const assignment = ({ free }: Things) => ({
  patientId: String(free.patient.id),
  serialNumber: free.machine.serial,
  pinNumber: '1234',
  startDate: DAY,
});
const pinOf = ({ unpinned }: Things) => ({ deviceHistoryId: String(unpinned.history), pinNumber: '1234' });
const voiding = ({ history }: Things) => ({ deviceHistoryId: String(history), reason: 'By mistake' });
const moved = ({ history }: Things) => ({ deviceHistoryId: String(history), startDate: DAY });
const form = (machine: Machine, start = DAY) => ({
  serial_number: machine.serial,
  pin_number: '1234',
  start_date: start,
});
const adding = ({ free }: Things): Address => ({ path: { id: free.patient.id }, body: form(free.machine) });
const editing = ({ patient, machine, history }: Things): Address => ({
  path: { id: patient.id, deviceId: history, machineId: machine.id },
  body: { serial_number: machine.serial, start_date: DAY, end_date: null },
});
const confirming = ({ unpinned: { patient, machine, history } }: Things): Address => ({
  path: { id: patient.id, deviceId: history, machineId: machine.id },
  body: form(machine, '2026-01-01'),
});
/** A start date that raises no question: not in the future, not 30 days ago. */
const near = (): string => new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
async function makeDevice(viewer: TestViewer, has_pin = true) {
  const [of, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
  const id = await makeHistory(of, machine, { start_date: '2026-01-10', has_pin });
  const path = `/api/patients/${of.id}/devices/${id}`;
  const read = async (who: TestViewer) =>
    (await who.rest('GET', `/api/patients/${of.id}/devices`)).body.data.find((row: { id: number }) => row.id === id);
  const first = { start_date: '2026-01-08', end_date: null };
  return { of, machine, id, path, read, first, now: { id, patient_id: of.id, start_date: '2026-01-08' } };
}
const device: Case = {
  async make(viewer) {
    const { of, machine, id, ...shared } = await makeDevice(viewer);
    return {
      ...shared,
      second: { serial_number: machine.serial, start_date: '2026-01-10', end_date: '2026-01-20' },
      whole: async () => {
        const { serial, start_date } = await shared.read(viewer);
        return [{ serial_number: serial, start_date }];
      },
      age: older('device_history', id),
      held: `select pg_advisory_xact_lock(1, ${of.id}); update device_history set start_date = '2026-01-08' where id = ${id}`,
    };
  },
};
/** An act on a device that takes the version that was seen. */
const deviceAct = (name: string, body: Body): Case => ({
  async make(viewer) {
    const { path, read, first, now } = await makeDevice(viewer, name !== '/add-pin');
    return { path: `${path}${name}`, read, first, now, firstAt: ['PATCH', path], second: body };
  },
});

/** What the contract tests expect of device history, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Subscription.deviceHistoryChanged': ['view.patient | viewAny.patient', 'read', 'rows'],
    'GET /api/machines/{id}/history': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
    'GET /api/patients/{patient}/devices': ['view.patient | viewAny.patient', 'read', 'subject'],
    // "Add Device needs create.device."
    'Query.checkAssignDevice': ['create.device', 'read', 'subject'],
    'Mutation.assignDevice': ['create.device', 'write', 'subject'],
    'GET /api/patients/{id}/check-if-active-devices': ['create.device', 'read', 'subject'],
    'POST /api/patients/{id}/check-add-device': ['create.device', 'read', 'subject'],
    'POST /api/patients/{id}/check-date-overlaps': ['create.device', 'read', 'subject'],
    'POST /api/patients/{id}/devices': ['create.device', 'write', 'subject'],
    // Asked by both dialogs.
    'POST /api/patients/{id}/distance-from-today': ['create.device | update.device', 'read', 'subject'],
    // "Edit/End needs update.device." A change of dates has the compliance calculated again.
    'Query.checkUpdateDevice': ['update.device', 'read', 'subject'],
    'Mutation.updateDevice': ['update.device', 'write', 'subject'],
    'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps': ['update.device', 'read', 'subject'],
    'PATCH /api/patients/{id}/check-update-device/{machineId}': ['update.device', 'read', 'subject'],
    'PATCH /api/patients/{id}/devices/{deviceId}': ['update.device', 'write', 'subject'],
    // Add Pin: update.device.pin.
    'Query.checkAddDevicePin': ['update.device.pin', 'read', 'subject'],
    'Mutation.addDevicePin': ['update.device.pin', 'write', 'subject'],
    'POST /api/patients/{id}/devices/{machineId}/check-add-pin': ['update.device.pin', 'read', 'subject'],
    'POST /api/patients/{id}/devices/{deviceId}/add-pin': ['update.device.pin', 'write', 'subject'],
    // "Delete needs delete.device."
    'Mutation.deleteDevice': ['delete.device', 'write', 'subject'],
    'DELETE /api/patients/{id}/devices/{deviceId}': ['delete.device', 'write', 'subject'],
    'Query.checkDeleteDevice': ['delete.device', 'read', 'subject'],
    // Void and its undo take what Delete takes (decisions/123).
    'Query.checkVoidDevice': ['delete.device', 'read', 'subject'],
    'Mutation.voidDevice': ['delete.device', 'write', 'subject'],
    'POST /api/patients/{id}/devices/{deviceId}/void': ['delete.device', 'write', 'subject'],
    'Mutation.restoreDevice': ['delete.device', 'write', 'subject'],
    'POST /api/patients/{id}/devices/{deviceId}/restore': ['delete.device', 'write', 'subject'],
  },
  variables: {
    'Query.checkAssignDevice': (things) => ({ input: assignment(things) }),
    'Mutation.assignDevice': (things) => ({ input: assignment(things) }),
    'Query.checkUpdateDevice': (things) => ({ input: moved(things) }),
    'Mutation.updateDevice': (things) => ({ input: moved(things) }),
    'Query.checkAddDevicePin': (things) => ({ input: pinOf(things) }),
    'Mutation.addDevicePin': (things) => ({ input: pinOf(things) }),
    'Query.checkDeleteDevice': ({ history }) => ({ input: { deviceHistoryId: String(history) } }),
    'Mutation.deleteDevice': ({ history }) => ({ input: { deviceHistoryId: String(history) } }),
    'Query.checkVoidDevice': (things) => ({ input: voiding(things) }),
    'Mutation.voidDevice': (things) => ({ input: voiding(things) }),
    'Mutation.restoreDevice': ({ voided }) => ({ input: { deviceHistoryId: String(voided) } }),
  },
  addresses: {
    'GET /api/patients/{patient}/devices': ({ patient }) => ({ path: { patient: patient.id } }),
    'GET /api/machines/{id}/history': ({ machine }) => ({ path: { id: machine.id } }),
    'GET /api/patients/{id}/check-if-active-devices': ({ free }) => ({ path: { id: free.patient.id } }),
    'POST /api/patients/{id}/check-add-device': adding,
    'POST /api/patients/{id}/check-date-overlaps': adding,
    'POST /api/patients/{id}/distance-from-today': ({ free }) => ({
      path: { id: free.patient.id },
      body: form(free.machine, near()),
    }),
    'POST /api/patients/{id}/devices': adding,
    'POST /api/patients/{id}/devices/{deviceId}/check-date-overlaps': editing,
    'PATCH /api/patients/{id}/check-update-device/{machineId}': editing,
    'PATCH /api/patients/{id}/devices/{deviceId}': editing,
    'POST /api/patients/{id}/devices/{machineId}/check-add-pin': confirming,
    'POST /api/patients/{id}/devices/{deviceId}/add-pin': confirming,
    'DELETE /api/patients/{id}/devices/{deviceId}': editing,
    'POST /api/patients/{id}/devices/{deviceId}/void': ({ patient, history }) => ({
      path: { id: patient.id, deviceId: history },
      body: { reason: 'By mistake' },
    }),
    'POST /api/patients/{id}/devices/{deviceId}/restore': ({ patient, voided }) => ({
      path: { id: patient.id, deviceId: voided },
      body: {},
    }),
  },
  selections: {
    checkAssignDevice: '{ userErrors { field code message } overlap { lastName } machineHistory { lastName } }',
    checkUpdateDevice: '{ userErrors { field code message } pinCleared }',
    checkAddDevicePin: '{ userErrors { field code message } }',
    updateDevice: '{ userErrors { field code message } patient { id } }',
    addDevicePin: '{ userErrors { field code message } patient { id } }',
    checkDeleteDevice: '{ userErrors { field code message } nightsThatStay { nights } }',
    deleteDevice: '{ userErrors { field code message } patient { id } }',
    checkVoidDevice: '{ userErrors { field code message } impact { moves { nights } } }',
    voidDevice: '{ userErrors { field code message } patient { id } }',
    restoreDevice: '{ userErrors { field code message } patient { id } }',
    assignDevice: '{ userErrors { field code message } overlap { lastName } patient { id } }',
  },
  auditedElsewhere: [
    'Subscription.deviceHistoryChanged', // sockets.test.ts
  ],
  once: [
    'DELETE /api/patients/{id}/devices/{deviceId}',
    'Mutation.addDevicePin',
    'Mutation.assignDevice',
    'Mutation.deleteDevice',
    'Mutation.restoreDevice',
    'Mutation.updateDevice',
    'Mutation.voidDevice',
    'PATCH /api/patients/{id}/devices/{deviceId}',
    'POST /api/patients/{id}/devices',
    'POST /api/patients/{id}/devices/{deviceId}/add-pin',
    'POST /api/patients/{id}/devices/{deviceId}/restore',
    'POST /api/patients/{id}/devices/{deviceId}/void',
  ],
  unversioned: {
    'Mutation.assignDevice': 'adds',
    'Mutation.restoreDevice': 'state',
    'Mutation.voidDevice': 'state',
    'POST /api/patients/{id}/devices': 'adds',
    'POST /api/patients/{id}/devices/{deviceId}/restore': 'state',
    'POST /api/patients/{id}/devices/{deviceId}/void': 'state',
  },
  versioned: {
    'DELETE /api/patients/{id}/devices/{deviceId}': deviceAct('', {}),
    'PATCH /api/patients/{id}/devices/{deviceId}': device,
    'POST /api/patients/{id}/devices/{deviceId}/add-pin': deviceAct('/add-pin', { pin_number: '1234' }),
  },
};
