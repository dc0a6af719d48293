import { afterEach, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { firstAnswer, openSocket } from '../../test/contract/socket.ts';
import { asDevice } from '../../test/device.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  publish,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

const sockets: SocketClient[] = [];
const listeners = () =>
  running().app.pubsub.listeners('device-history.changed') + running().app.pubsub.listeners('settings.status-changed');
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.dispose();
  await until(() => listeners() === 0);
});

const QUERY = 'subscription ($ids: [ID!]!) { patientsChanged(patientIds: $ids) { patientId } }';
const idOf = ({ id }: Ref) => toGlobalId('Patient', id);

/** The patients that a page of a list hears of; null for one that may no longer be seen. */
async function openList(viewer: TestViewer, patients: Ref[]): Promise<(string | null)[]> {
  const heard: (string | null)[] = [];
  const before = listeners();
  const socket = openSocket(viewer);
  sockets.push(socket);
  socket.subscribe<{ patientsChanged: { patientId: string } | null }>(
    { query: QUERY, variables: { ids: patients.map(idOf) } },
    {
      next: ({ data }) => void heard.push(data!.patientsChanged && data!.patientsChanged.patientId),
      error: () => undefined,
      complete: () => undefined,
    },
  );
  await until(() => listeners() > before);
  return heard;
}

test('a list hears of each of its patients whose device reported or whose settings changed, and of no other one', async () => {
  const viewer = await asViewer();
  const [first, second, other] = [
    await makePatient(viewer.orgId),
    await makePatient(viewer.orgId),
    await makePatient(viewer.orgId),
  ];
  const machine = await makeMachine(viewer.orgId);
  await makeHistory(first, machine);
  const heard = await openList(viewer, [first, second]);
  await publish('device-history.changed', { patientId: other.id, historyId: 0 });
  expect(
    (await asDevice(machine.serial).post('/sessions', { terminal_type: 1, device_time: new Date().toISOString() }))
      .status,
  ).toBeLessThan(300);
  await until(() => heard.length === 1);
  await publish('settings.status-changed', { patientId: second.id, historyId: 0, recordId: 0 });
  await until(() => heard.length === 2);
  expect(heard).toEqual([idOf(first), idOf(second)]);
});

test('patients of other organizations are left out; a list of such patients alone is not found', async () => {
  const viewer = await asViewer();
  const [own, foreign] = [await makePatient(viewer.orgId), await makePatient(await makeOrganization())];
  const heard = await openList(viewer, [own, foreign]);
  expect(listeners()).toBe(2); // two topics of one patient
  await publish('device-history.changed', { patientId: foreign.id, historyId: 0 });
  await publish('device-history.changed', { patientId: own.id, historyId: 0 });
  await until(() => heard.length === 1);
  expect(heard).toEqual([idOf(own)]);
  const socket = openSocket(viewer);
  sockets.push(socket);
  expect((await firstAnswer(socket, QUERY, { ids: [idOf(foreign)] })).errors?.[0]?.extensions).toEqual({
    code: 'NOT_FOUND',
  });
});

test('a patient that leaves the view of the user is not named any more', async () => {
  const viewer = await asViewer();
  const patient = await makePatient(viewer.orgId);
  const heard = await openList(viewer, [patient]);
  await admin.query('update patients set org_id = $1 where id = $2', [await makeOrganization(), patient.id]);
  await publish('device-history.changed', { patientId: patient.id, historyId: 0 });
  await until(() => heard.length === 1);
  expect(heard).toEqual([null]);
});

test('many events of a patient that wait are one: what waits is never longer than the page', async () => {
  const events = running().app.pubsub.subscribeAny(['device-history.changed', 'settings.status-changed'], [7, 8]);
  for (let round = 0; round < 3; round++) {
    await publish('device-history.changed', { patientId: 7, historyId: round });
    await publish('settings.status-changed', { patientId: 8, historyId: 0, recordId: round });
  }
  const last9 = running().app.pubsub.subscribe('device-history.changed', 9);
  const heard9 = last9.next();
  await publish('device-history.changed', { patientId: 9, historyId: 0 });
  await heard9; // events arrive in the order in which they were published
  await last9.return!();
  expect(listeners()).toBe(4);
  expect([(await events.next()).value, (await events.next()).value]).toEqual([7, 8]);
  const last = events.next();
  await events.return!();
  expect(await last).toEqual({ value: undefined, done: true });
});

test('a list of 200 patients is followed, and one of 201 is refused', async () => {
  const viewer = await asViewer();
  const patient = await makePatient(viewer.orgId);
  const ids = (count: number) => Array.from({ length: count }, () => String(patient.id));
  const socket = openSocket(viewer);
  sockets.push(socket);
  const refused = await firstAnswer(socket, QUERY, { ids: ids(201) });
  expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  const heard: unknown[] = [];
  socket.subscribe(
    { query: QUERY, variables: { ids: ids(200) } },
    { next: (result) => void heard.push(result), error: () => undefined, complete: () => undefined },
  );
  await until(() => listeners() === 2);
});
