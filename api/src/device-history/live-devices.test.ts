import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { asDevice, type TestDevice } from '../../test/device.ts';
import {
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { until } from '../../test/until.ts';
import { recomputeComplianceJob } from '../compliance/compliance.jobs.ts';
import { encodeIc1 } from '../icode-reports/ic1.codec.ts';
import type { Topics } from '../realtime/topics.ts';

usePortalHere();

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let historyId: number;
let device: TestDevice;
let heard: Topics['device-history.changed'][];
let stop: () => Promise<unknown>;

beforeEach(async () => {
  viewer ??= await asViewer();
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
  historyId = await makeHistory(patient, machine, { start_date: '2026-01-01' });
  device = asDevice(machine.serial);
  heard = [];
  const events = running().app.pubsub.subscribe('device-history.changed', patient.id);
  stop = () => Promise.resolve(events.return?.());
  void (async () => {
    for await (const event of events) heard.push(event);
  })();
});
afterEach(() => stop());

const becomes = async (expected: object[]) => {
  await until(() => heard.length >= expected.length);
  expect(heard).toEqual(expected);
};
const aCode = () =>
  encodeIc1(machine.serial, {
    period: 30,
    compliantDays: 20,
    best30: 20,
    minutes: 300,
    pressure: 8,
    p95: 10,
    ahi: 2,
    sni: 0,
    leak: 1,
  });

test('a session is announced to the pages of the patient when it opens and when it ends', async () => {
  const { body } = await device.post('/sessions', { terminal_type: 1, device_time: new Date().toISOString() });
  await becomes([{ patientId: patient.id, historyId }]);
  expect((await device.post(`/sessions/${body.data.session}/end`, { exit_flag: 'ok' })).status).toBe(200);
  await becomes(Array(2).fill({ patientId: patient.id, historyId }));
});

test('new compliance is announced, which follows new nights', async () => {
  await runJob(recomputeComplianceJob, { patientId: patient.id });
  await becomes([{ patientId: patient.id, historyId: 0 }]);
});

test('the iCodes of a patient are announced, and those of an anonymous upload are not', async () => {
  const submit = (input: object) =>
    viewer.rest('POST', '/api/icode-reports', {
      serial: machine.serial,
      codes: [{ collected: '2026-05-01', icode: aCode() }],
      ...input,
    });
  expect((await submit({})).status).toBe(201);
  expect((await submit({ patient_id: patient.id })).status).toBe(201);
  // Events arrive in the order of their transactions.
  await becomes([{ patientId: patient.id, historyId: 0 }]);
});

test('a device without a patient announces nothing', async () => {
  const free = await makeMachine(viewer.orgId);
  const opened = await asDevice(free.serial).post('/sessions', {
    terminal_type: 1,
    device_time: new Date().toISOString(),
  });
  expect(opened.status).toBe(201);
  await runJob(recomputeComplianceJob, { patientId: patient.id });
  await becomes([{ patientId: patient.id, historyId: 0 }]);
});
