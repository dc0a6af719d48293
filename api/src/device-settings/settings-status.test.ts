import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { firstAnswer, openSocket, type Received } from '../../test/contract/socket.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  publish,
  running,
  type Ref,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

const CHANGED = `subscription ($id: ID!) { settingsStatusChanged(patientId: $id) {
  deviceHistory { databaseId pendingSettings { status } } settingsRecord { id title status failureText } } }`;

let viewer: TestViewer;
let patient: Ref;
let history: number;
const opened: SocketClient[] = [];

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  const machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine);
  await admin.query(
    'insert into modules (org_id, machine_id, serial, version, type, iccid) values ($1, $2, $3, $4, $5, $6)',
    [machine.orgId, machine.id, 'MOD1', '2.1', 'LTE', `8986${machine.id}`],
  );
});
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.dispose();
});

const listeners = () => running().app.pubsub.listeners('settings.status-changed');
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10)); // the test's own time limit ends it
}

/** Subscribes and waits until the server listens. */
async function listen(as: TestViewer, patientId = patient.id) {
  const before = listeners();
  const events: Received[] = [];
  const socket = openSocket(as);
  opened.push(socket);
  socket.subscribe(
    { query: CHANGED, variables: { id: String(patientId) } },
    { next: (event) => void events.push(event as Received), error: () => undefined, complete: () => undefined },
  );
  await until(() => listeners() > before);
  return events;
}

const submit = async (minApap: string) => {
  const { data } = await viewer.gql(
    'query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { settingsForm { version } } } }',
    { id: patient.id, device: history },
  );
  const answer = await viewer.gql(
    'mutation ($input: SubmitSettingsInput!) { submitSettings(input: $input) { settingsRecord { id } userErrors { code } } }',
    {
      input: {
        deviceHistoryId: String(history),
        mode: 'AutoCPAP',
        values: [{ name: 'min_apap', value: minApap }],
        version: data.patient.device.settingsForm.version,
      },
    },
  );
  expect(answer.data.submitSettings.userErrors).toEqual([]);
  return answer.data.submitSettings.settingsRecord.id as string;
};
const summaries = (events: Received[]) =>
  events.map(({ data }) => {
    const { settingsRecord } = data!.settingsStatusChanged as { settingsRecord: { id: string; status: string } };
    return [settingsRecord.id, settingsRecord.status];
  });

describe('settingsStatusChanged', () => {
  test('reports a submitted change, the one it replaced, and a withdrawn one', async () => {
    const events = await listen(viewer);
    const first = await submit('7');
    await until(() => events.length === 1);
    const second = await submit('8');
    await until(() => events.length === 3);
    await viewer.gql(
      'mutation ($input: CancelPendingSettingsInput!) { cancelPendingSettings(input: $input) { userErrors { code } } }',
      { input: { deviceHistoryId: String(history), settingsRecordId: second } },
    );
    await until(() => events.length === 4);
    expect(summaries(events)).toEqual([
      [first, 'PENDING'],
      [first, 'VOID'],
      [second, 'PENDING'],
      [second, 'VOID'],
    ]);
    expect(events[2]).toMatchObject({
      data: {
        settingsStatusChanged: {
          deviceHistory: { databaseId: history, pendingSettings: { status: 'PENDING' } },
        },
      },
    });
  });

  test("reports neither a refused change nor another patient's", async () => {
    const other = await makePatient(viewer.orgId);
    const events = await listen(viewer, other.id);
    await submit('7');
    await publish('settings.status-changed', {
      patientId: other.id,
      historyId: 999_999_001,
      recordId: 999_999_001,
    });
    await until(() => events.length > 0);
    expect(events).toEqual([{ data: { settingsStatusChanged: { deviceHistory: null, settingsRecord: null } } }]);
  });

  test("reads the record with the listener's rights and in their language", async () => {
    const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    const events = await listen(spaniard);
    const id = await submit('7');
    await until(() => events.length === 1);
    await admin.query(
      `update settings_records set status = 'failed', failure = 'refused', refusal = 'locked by the patient' where history_id = $1`,
      [history],
    );
    const {
      rows: [record],
    } = await admin.query('select id from settings_records where history_id = $1', [history]);
    await publish('settings.status-changed', {
      patientId: patient.id,
      historyId: history,
      recordId: record.id,
    });
    await until(() => events.length === 2);
    expect(events[1]!.data!.settingsStatusChanged).toEqual({
      deviceHistory: { databaseId: history, pendingSettings: { status: 'FAILED' } },
      settingsRecord: {
        id,
        title: 'Entrega fallida',
        status: 'FAILED',
        failureText: 'El dispositivo rechazó el cambio: locked by the patient',
      },
    });
    expect(id).toBe(toGlobalId('SettingsRecord', record.id));
  });

  test("cannot be joined by another organization's user or without permission to see patients", async () => {
    for (const [as, code] of [
      [await asViewer(), 'NOT_FOUND'],
      [await asViewer({ orgId: viewer.orgId, can: ['org.user.device'] }), 'FORBIDDEN'],
    ] as const) {
      const socket = openSocket(as);
      opened.push(socket);
      expect(await firstAnswer(socket, CHANGED, { id: String(patient.id) })).toMatchObject({
        errors: [{ extensions: { code } }],
      });
    }
  });

  test('returns not found to a listener who may no longer see the patient', async () => {
    const dme = await asViewer();
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, dme.orgId]);
    const events = await listen(dme);
    await admin.query('update patients set dme_id = null where id = $1', [patient.id]);
    await submit('7');
    await until(() => events.length === 1);
    expect(events).toMatchObject([{ data: null, errors: [{ extensions: { code: 'NOT_FOUND' } }] }]);
  });
});
