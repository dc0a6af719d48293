import { beforeAll, describe, expect, test } from '@jest/globals';
import { asDevice, type TestDevice } from '../../test/device.ts';
import { admin, asViewer, make, makeHistory, makeMachine, makePatient, usePortal, type Ref, type TestViewer } from '../../test/harness.ts';

usePortal();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (shift = 0) => new Date(Date.now() + shift).toISOString();
const dayOf = (shift: number) => at(shift).slice(0, 10);
const VALUES = { mode: 'AutoCPAP', min_apap: 5, max_apap: 15, humidifier: 3 };

let staff: TestViewer;
beforeAll(async () => {
  staff = await asViewer();
});

interface World {
  patient: Ref;
  machine: Ref & { serial: string };
  history: number;
  device: TestDevice;
}

/** A patient with a device since long ago. */
async function assigned(): Promise<World> {
  const [patient, machine] = [await makePatient(staff.orgId), await makeMachine(staff.orgId)];
  const history = await makeHistory(patient, machine, { start_date: '2020-01-01' });
  return { patient, machine, history, device: asDevice(machine.serial) };
}

const record = ({ patient, history }: World, row: object) =>
  make('settings_records', { org_id: patient.orgId, patient_id: patient.id, history_id: history, status: 'pending', values: VALUES, is_edit: true, created_at: new Date(), ...row });

describe('a session', () => {
  const wireless = { terminal_type: 1, device_time: at() };
  const sessionsOf = async ({ machine }: World) =>
    (await admin.query('select patient_id, terminal_type, end_time, exit_flag, clock_drift_seconds::int as drift from connections where machine_id = $1 order by id', [machine.id])).rows;

  test('is a row of the connection history of the patient who has the device', async () => {
    const world = await assigned();
    const opened = await world.device.post('/sessions', wireless);
    expect(opened.status).toBe(201);
    expect(opened.body.data).toEqual({ session: expect.any(Number), server_time: expect.any(String), clock_drift_seconds: expect.any(Number), assigned: true, pending: false });
    const ended = await world.device.post(`/sessions/${opened.body.data.session}/end`, { exit_flag: 'ok' });
    expect(ended.body.data).toEqual({ session: opened.body.data.session, end_time: expect.any(String), exit_flag: 'ok' });
    expect(await sessionsOf(world)).toEqual([{ patient_id: world.patient.id, terminal_type: 1, end_time: new Date(ended.body.data.end_time), exit_flag: 'ok', drift: opened.body.data.clock_drift_seconds }]);
    // Ended again, it stays ended as it was.
    expect((await world.device.post(`/sessions/${opened.body.data.session}/end`, { exit_flag: 'timeout' })).body).toEqual(ended.body);
  });
});
