import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const CHECK =
  'query ($input: AddDevicePinInput!, $only: [String!]) { checkAddDevicePin(input: $input, only: $only) { userErrors { field code message } } }';
const ADD =
  'mutation ($input: AddDevicePinInput!) { addDevicePin(input: $input) { userErrors { field code message } deviceHistory { pin hasPin viewerCanAddPin editAllowed } patient { databaseId } } }';

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let id: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId, { pin: '4711' });
  id = await makeHistory(patient, machine, { has_pin: false });
});

const input = (changes: Record<string, unknown> = {}) => ({
  deviceHistoryId: String(id),
  pinNumber: '4711',
  ...changes,
});
const check = async (changes: Record<string, unknown> = {}, only?: string[]) =>
  (await viewer.gql(CHECK, { input: input(changes), only })).data.checkAddDevicePin.userErrors;
const add = async (changes: Record<string, unknown> = {}) =>
  (await viewer.gql(ADD, { input: input(changes) })).data.addDevicePin;
const form = (pin: unknown, changes: Record<string, unknown> = {}) => ({
  serial_number: machine.serial,
  pin_number: pin,
  start_date: '2026-01-01',
  ...changes,
});
const checkPath = () => `/api/patients/${patient.id}/devices/${machine.id}/check-add-pin`;
const addPath = () => `/api/patients/${patient.id}/devices/${id}/add-pin`;
const hasPin = async () =>
  (await admin.query('select has_pin from device_history where id = $1', [id])).rows[0].has_pin;

describe('Add Pin', () => {
  test('confirms the PIN of the device, which is shown from then on', async () => {
    expect(await check()).toEqual([]);
    expect(await hasPin()).toBe(false);
    expect(await add({ serialNumber: machine.serial.toLowerCase(), startDate: '2026-01-01' })).toMatchObject({
      userErrors: [],
      deviceHistory: { pin: '4711', hasPin: true, viewerCanAddPin: false, editAllowed: 'NO_MODULE' },
      patient: { databaseId: patient.id },
    });
  });

  test('works by the documented paths: the check path names the machine, the save path the assignment', async () => {
    expect((await viewer.rest('POST', checkPath(), form('4711'))).status).toBe(204);
    const answer = await viewer.rest('POST', addPath(), form('4711'));
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { history_id: id, pin: '4711', serial: machine.serial },
    ]);
  });

  test('with a wrong PIN fails at the PIN field, also on save; the 5th and the 6th attempt have their own codes, then the session ends', async () => {
    expect((await viewer.rest('POST', checkPath(), form('0000'))).body.errors).toEqual({
      pin_number: ['This PIN does not belong to the device. Check the PIN and the serial number.'],
    });
    expect(Object.keys((await viewer.rest('POST', addPath(), form('0000'))).body.errors)).toEqual(['pin_number']);
    expect(await check({ pinNumber: '0000' })).toMatchObject([{ field: 'pinNumber', code: 'pin_number' }]);
    const dry = await viewer.rest('POST', addPath(), form('0000'), {
      precognition: 'true',
      'precognition-validate-only': 'pin_number',
    });
    expect([dry.status, dry.headers.get('precognition')]).toEqual([422, 'true']);
    const fifth = await viewer.rest('POST', addPath(), form('0000'));
    expect([fifth.body.code, Object.keys(fifth.body.errors)]).toEqual([
      'max_failed_attempts_reached',
      ['max_failed_attempts_reached'],
    ]);
    const sixth = await viewer.rest('POST', addPath(), form('4711'));
    expect([sixth.body.code, Object.keys(sixth.body.errors)]).toEqual([
      'max_failed_attempts_overpassed',
      ['max_failed_attempts_overpassed'],
    ]);
    expect((await viewer.rest('POST', addPath(), form('4711'))).status).toBe(401);
    expect(await hasPin()).toBe(false);
  });

  test('stores the entered PIN of a device without a known one', async () => {
    await admin.query('update machines set pin_cipher = null where id = $1', [machine.id]);
    expect((await add({ pinNumber: '0815' })).deviceHistory).toMatchObject({ pin: '0815' });
    expect(
      (await admin.query('select pin_cipher from machines where id = $1', [machine.id])).rows[0].pin_cipher,
    ).toMatch(/^v2\.[0-9a-f]{8}\./);
  });

  test('keeps start date and serial number read-only', async () => {
    expect(await check({ startDate: '2026-01-02' })).toMatchObject([
      {
        field: 'startDate',
        code: 'device.start_read_only',
        message: 'The start date 01/01/2026 cannot be changed when a PIN is added. Choose Edit/End to change it.',
      },
    ]);
    expect(await check({ serialNumber: 'A1' })).toMatchObject([{ field: 'serialNumber', code: 'serial.read_only' }]);
    expect(
      Object.keys((await viewer.rest('POST', addPath(), form('4711', { start_date: '2026-01-02' }))).body.errors),
    ).toEqual(['start_date']);
    expect(await hasPin()).toBe(false);
  });

  test('needs a PIN of 4 to 8 digits', async () => {
    expect(await check({ pinNumber: '' })).toMatchObject([{ field: 'pinNumber', code: 'required' }]);
    expect((await viewer.rest('POST', addPath(), form(null))).body.errors).toEqual({
      pin_number: ['This field is required.'],
    });
    expect(await check({ pinNumber: '12' })).toMatchObject([{ code: 'pin.format' }]);
    expect(await check({ pinNumber: '' }, ['serialNumber'])).toEqual([]);
  });

  test('is available only when the device has no pin and no end date', async () => {
    await admin.query('update device_history set has_pin = true where id = $1', [id]);
    expect(await check()).toMatchObject([{ field: 'pinNumber', code: 'pin.present' }]);
    expect((await add()).userErrors).toMatchObject([{ code: 'pin.present' }]);
    await admin.query("update device_history set has_pin = false, end_date = '2026-02-01' where id = $1", [id]);
    expect((await add()).userErrors).toMatchObject([{ field: 'pinNumber', code: 'pin.device_ended' }]);
    expect((await viewer.rest('POST', addPath(), form('4711'))).body.code).toBe('pin.device_ended');
  });

  test('announces the change', async () => {
    const events = running().app.pubsub.subscribe('device-history.changed', patient.id);
    const heard = events.next();
    await add();
    expect((await heard).value).toEqual({ patientId: patient.id, historyId: id });
    await events.return?.(undefined);
  });

  test('in two tabs at once adds the PIN once', async () => {
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ userErrors }) => userErrors[0]?.code ?? 'added').sort()).toEqual([
      'added',
      'pin.present',
      'pin.present',
    ]);
  });

  test('is recorded without the PIN', async () => {
    await add();
    const { rows } = await admin.query(
      "select properties::text from audit_log where actor_user_id = $1 and outcome = 'done'",
      [viewer.userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].properties).not.toContain('4711');
  });
});
