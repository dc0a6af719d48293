import { beforeEach, describe, expect, test } from '@jest/globals';
import { createClient, type Client as Socket } from 'graphql-ws';
import { WebSocket } from 'ws';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { until } from '../../test/until.ts';

usePortal();

const FACTS =
  'userErrors { field code message } overlap { patientDatabaseId lastName firstName startDate endDate } machineHistory { patientDatabaseId }';
const CHECK = `query ($input: AssignDeviceInput!, $only: [String!]) { checkAssignDevice(input: $input, only: $only) { ${FACTS} distance { field code message } } }`;
const ASSIGN = `mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { ${FACTS} deviceHistory { databaseId serial pin patientName } patient { hasActiveDevice currentSerial devices { serial } } } }`;

let viewer: TestViewer;
let patient: { id: number; orgId: number };
let machine: Awaited<ReturnType<typeof makeMachine>>;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { last_name: 'Moss', first_name: 'Ada' });
  machine = await makeMachine(viewer.orgId);
});

const today = () =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());
const input = (overrides: Record<string, unknown> = {}) => ({
  patientId: String(patient.id),
  serialNumber: machine.serial,
  pinNumber: '1234',
  startDate: today(),
  ...overrides,
});
const check = async (overrides: Record<string, unknown> = {}, only?: string[]) =>
  (await viewer.gql(CHECK, { input: input(overrides), only })).data.checkAssignDevice;
const assign = async (overrides: Record<string, unknown> = {}) =>
  (await viewer.gql(ASSIGN, { input: input(overrides) })).data.assignDevice;

describe('assignDevice', () => {
  test('assigns the device and returns the updated patient', async () => {
    expect(await check()).toEqual({ userErrors: [], overlap: null, machineHistory: [], distance: null });
    const payload = await assign({ serialNumber: machine.serial.toLowerCase() });
    expect(payload).toMatchObject({
      userErrors: [],
      overlap: null,
      machineHistory: [],
      deviceHistory: { serial: machine.serial, pin: '1234', patientName: 'Moss, Ada' },
      patient: { hasActiveDevice: true, currentSerial: machine.serial, devices: [{ serial: machine.serial }] },
    });
  });

  test("refuses at the field, with the code of the check, in the viewer's language", async () => {
    viewer = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    for (const answer of [
      await check({ serialNumber: '', startDate: 'x' }),
      await assign({ serialNumber: '', startDate: 'x' }),
    ]) {
      expect(answer.userErrors).toEqual([
        { field: 'serialNumber', code: 'required', message: 'Este campo es obligatorio.' },
        { field: 'startDate', code: 'date.invalid', message: expect.stringContaining('fecha') },
      ]);
    }
  });

  test('refuses a patient who has a device with patient-already-connected, in check and mutation', async () => {
    await makeHistory(patient, await makeMachine(viewer.orgId));
    for (const answer of [await check(), await assign()]) {
      expect(answer).toMatchObject({
        userErrors: [{ field: 'startDate', code: 'patient-already-connected' }],
        overlap: null,
        machineHistory: [],
      });
    }
  });

  test('refuses a device of another patient with the masked holder, or with no details when the viewer may not see them', async () => {
    const holder = await makePatient(viewer.orgId, { last_name: 'Henderson', first_name: 'Margaret' });
    await makeHistory(holder, machine, { start_date: '2026-01-05' });
    const masked = {
      patientDatabaseId: holder.id,
      lastName: 'He*******',
      firstName: 'Mar*****',
      startDate: '2026-01-05',
      endDate: null,
    };
    for (const answer of [await check(), await assign()]) {
      expect(answer).toMatchObject({
        userErrors: [{ code: 'device-already-connected' }],
        overlap: masked,
        machineHistory: [{ patientDatabaseId: holder.id }],
      });
    }
    machine = await makeMachine(viewer.orgId);
    await makeHistory(await makePatient(await makeOrganization()), machine, {
      start_date: '2026-01-05',
      end_date: '2099-01-01',
    });
    for (const answer of [await check(), await assign()]) {
      expect(answer).toMatchObject({
        userErrors: [{ code: 'device-start-date-overlaps' }],
        overlap: null,
        machineHistory: [],
      });
    }
  });

  test('with a start in the future or 40 days ago only asks for confirmation', async () => {
    const back = new Date(Date.parse(today()) - 40 * 86_400_000).toISOString().slice(0, 10);
    expect(await check({ startDate: back })).toMatchObject({
      userErrors: [],
      distance: { field: 'startDate', code: 'distance-from-today' },
    });
    const ahead = new Date(Date.parse(today()) + 40 * 86_400_000).toISOString().slice(0, 10);
    expect(await check({ startDate: ahead })).toMatchObject({
      userErrors: [],
      distance: { code: 'distance-from-today' },
    });
    expect((await assign({ startDate: back })).userErrors).toEqual([]);
  });

  test('with `only` checks the named fields: an empty form gets one error, and the PIN is not compared', async () => {
    expect(
      (await check({ serialNumber: '', pinNumber: null, startDate: '' }, ['serialNumber'])).userErrors,
    ).toMatchObject([{ field: 'serialNumber' }]);
    for (let time = 0; time < 7; time += 1)
      expect((await check({ pinNumber: '0000' }, ['serialNumber', 'startDate'])).userErrors).toEqual([]);
    expect((await check({ pinNumber: '0000', startDate: '' }, ['pinNumber'])).userErrors).toMatchObject([
      { field: 'pinNumber', code: 'pin_number' },
    ]);
  });

  test('returns the documented codes at the PIN for the 5th wrong PIN and the next one', async () => {
    for (let time = 1; time <= 4; time += 1) await check({ pinNumber: '0000' });
    expect((await assign({ pinNumber: '0000' })).userErrors).toMatchObject([
      { field: 'pinNumber', code: 'max_failed_attempts_reached' },
    ]);
    expect((await assign()).userErrors).toMatchObject([{ field: 'pinNumber', code: 'max_failed_attempts_overpassed' }]);
    expect((await viewer.rest('GET', `/api/patients/${patient.id}/devices`)).status).toBe(401);
  });

  test('counts many guesses in one document one by one', async () => {
    const guesses = Array.from(
      { length: 8 },
      (_, index) =>
        `a${index}: assignDevice(input: { patientId: "${patient.id}", serialNumber: "${machine.serial}", pinNumber: "000${index}", startDate: "2026-11-01" }) { userErrors { code } }`,
    );
    await viewer.gql(`mutation { ${guesses.join(' ')} }`);
    const { rows } = await admin.query('select attempts from attempt_counters where key = $1', [
      `pin:${viewer.userId}:${machine.serial}`,
    ]);
    expect(rows).toEqual([{ attempts: 6 }]); // the 6th ended the session; the others found no signed-in user
  });

  test('does not find a patient of another organization, and changes nothing without create.device', async () => {
    const foreign = await makePatient(await makeOrganization());
    for (const [document, patientId] of [
      [CHECK, foreign.id],
      [ASSIGN, foreign.id],
      [ASSIGN, 999_999_999],
    ] as const) {
      expect((await viewer.gql(document, { input: input({ patientId: String(patientId) }) })).errors).toMatchObject([
        { message: 'Not found.', extensions: { code: 'NOT_FOUND' } },
      ]);
    }
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    for (const document of [CHECK, ASSIGN])
      expect((await reader.gql(document, { input: input() })).errors).toMatchObject([
        { extensions: { code: 'FORBIDDEN' } },
      ]);
  });
});

describe('deviceHistoryChanged', () => {
  const SUBSCRIBE =
    'subscription ($id: ID!) { deviceHistoryChanged(patientId: $id) { deviceHistory { serial startDate } patient { currentSerial } } }';
  const connect = (who: TestViewer): Socket =>
    createClient({
      url: `${who.origin.replace('http', 'ws')}/graphql`,
      retryAttempts: 0,
      webSocketImpl: class extends WebSocket {
        constructor(address: string, protocols: string) {
          super(address, protocols, { headers: { cookie: who.headers.cookie!, origin: who.origin } });
        }
      },
    });

  test("reports a device assigned to the patient, and no other patient's", async () => {
    const socket = connect(viewer);
    const events = socket.iterate({ query: SUBSCRIBE, variables: { id: String(patient.id) } });
    const first = events.next();
    await until(() => running().app.pubsub.listeners('device-history.changed') > 0);
    const other = await makePatient(viewer.orgId);
    const otherMachine = await makeMachine(viewer.orgId);
    expect((await assign({ patientId: String(other.id), serialNumber: otherMachine.serial })).userErrors).toEqual([]);
    expect((await assign()).userErrors).toEqual([]);
    expect((await first).value).toEqual({
      data: {
        deviceHistoryChanged: {
          deviceHistory: { serial: machine.serial, startDate: today() },
          patient: { currentSerial: machine.serial },
        },
      },
    });
    await events.return?.();
    await socket.dispose();
  });

  test("cannot be joined for another organization's patient, and sends nothing once the patient is no longer visible", async () => {
    const outsider = await asViewer();
    const socket = connect(outsider);
    const refused = await socket.iterate({ query: SUBSCRIBE, variables: { id: String(patient.id) } }).next();
    expect(refused.value).toMatchObject({ errors: [{ message: 'Not found.', extensions: { code: 'NOT_FOUND' } }] });

    await admin.query('update patients set dme_id = $1 where id = $2', [outsider.orgId, patient.id]);
    const events = socket.iterate({ query: SUBSCRIBE, variables: { id: String(patient.id) } });
    const first = events.next();
    await until(() => running().app.pubsub.listeners('device-history.changed') > 0);
    await admin.query('update patients set dme_id = null where id = $1', [patient.id]);
    expect((await assign()).userErrors).toEqual([]);
    const { value } = await first;
    expect(value).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect(JSON.stringify(value)).not.toContain(machine.serial);
    await socket.dispose();
  });
});
