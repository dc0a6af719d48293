import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const FACTS =
  'conflict { version startDate endDate } userErrors { field code message } overlap { patientDatabaseId lastName firstName startDate endDate } machineHistory { patientDatabaseId }';
const CHECK = `query ($input: UpdateDeviceInput!, $only: [String!]) { checkUpdateDevice(input: $input, only: $only) { ${FACTS} pinCleared affectsCompliance distance { field code message } } }`;
const UPDATE = `mutation ($input: UpdateDeviceInput!) { updateDevice(input: $input) { ${FACTS} recalculate deviceHistory { startDate endDate pin hasPin isActive } patient { currentSerial hasActiveDevice } } }`;
const NOTHING = {
  userErrors: [],
  conflict: null,
  overlap: null,
  machineHistory: [],
  pinCleared: false,
  affectsCompliance: false,
  distance: null,
};

/** A date in the portal's default time zone. */
function day(offset: number): string {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());
  return new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
}

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let id: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { last_name: 'Moss', first_name: 'Ada' });
  machine = await makeMachine(viewer.orgId);
  id = await makeHistory(patient, machine, { start_date: day(-20) });
});

const input = (changes: Record<string, unknown> = {}) => ({
  deviceHistoryId: String(id),
  startDate: day(-20),
  ...changes,
});
const check = async (changes: Record<string, unknown> = {}, only?: string[]) =>
  (await viewer.gql(CHECK, { input: input(changes), only })).data.checkUpdateDevice;
const update = async (changes: Record<string, unknown> = {}) =>
  (await viewer.gql(UPDATE, { input: input(changes) })).data.updateDevice;
const row = async (of = id) =>
  (await admin.query('select start_date::text, end_date::text, has_pin from device_history where id = $1', [of]))
    .rows[0];
const pending = (of = id) =>
  make('settings_records', {
    org_id: patient.orgId,
    patient_id: patient.id,
    history_id: of,
    status: 'pending',
    values: {},
    is_edit: true,
    submitted_by_name: 'A',
    submitted_at: new Date(),
    created_at: new Date(),
  });

/** Sends the same input through check, mutation, PATCH and its validate-only request, and returns the codes of each. */
async function codesOf(changes: Record<string, unknown>): Promise<unknown[]> {
  const { startDate, endDate, pinNumber, serialNumber } = input(changes) as Record<string, unknown>;
  const body = { start_date: startDate, end_date: endDate, pin_number: pinNumber, serial_number: serialNumber };
  const path = `/api/patients/${patient.id}/devices/${id}`;
  const [checked, dry, done] = [
    await check(changes),
    await viewer.rest('PATCH', path, body, { precognition: 'true' }),
    await viewer.rest('PATCH', path, body),
  ];
  return [checked.userErrors[0]?.code, dry.body?.code, done.body?.code, (await update(changes)).userErrors[0]?.code];
}
const everywhere = (code: string) => [code, code, code, code];

describe('updateDevice', () => {
  test('moves the start and returns the updated assignment and patient', async () => {
    expect(await check({ startDate: day(-10) })).toEqual(NOTHING);
    expect(await update({ startDate: day(-10) })).toMatchObject({
      userErrors: [],
      overlap: null,
      machineHistory: [],
      recalculate: false,
      deviceHistory: { startDate: day(-10), endDate: null, pin: '1234', isActive: true },
      patient: { currentSerial: machine.serial, hasActiveDevice: true },
    });
    expect(await row()).toEqual({ start_date: day(-10), end_date: null, has_pin: true });
  });

  test('ends the device: the patient has none any more, and the device is free for the next patient on that day', async () => {
    expect(await update({ endDate: day(-1) })).toMatchObject({
      userErrors: [],
      deviceHistory: { endDate: day(-1), isActive: false },
      patient: { currentSerial: null, hasActiveDevice: false },
    });
    const next = await makePatient(viewer.orgId);
    expect(
      (
        await viewer.rest('POST', `/api/patients/${next.id}/devices`, {
          serial_number: machine.serial,
          pin_number: '1234',
          start_date: day(-1),
        })
      ).status,
    ).toBe(201);
  });

  test('keeps an omitted end date; null reopens the assignment', async () => {
    await update({ endDate: day(-1) });
    await update({ startDate: day(-9) });
    expect(await row()).toMatchObject({ start_date: day(-9), end_date: day(-1) });
    expect(await update({ startDate: day(-9), endDate: null })).toMatchObject({
      userErrors: [],
      deviceHistory: { isActive: true },
      patient: { currentSerial: machine.serial },
    });
  });

  test('accepts an end on the start date, which leaves no night, and none earlier', async () => {
    expect(await codesOf({ endDate: day(-21) })).toEqual(everywhere('device.end_before_start'));
    expect((await check({ endDate: day(-20) })).userErrors).toEqual([]);
    expect((await update({ endDate: day(-20) })).userErrors).toEqual([]);
  });

  test('accepts an end date until today, because a device with an end date counts as returned; an existing future date may stay', async () => {
    expect((await check({ endDate: day(0) })).userErrors).toEqual([]);
    expect(await codesOf({ endDate: day(1) })).toEqual(everywhere('device.end_in_future'));
    await admin.query('update device_history set end_date = $1 where id = $2', [day(5), id]);
    expect((await update({ startDate: day(-19), endDate: day(5) })).userErrors).toEqual([]);
  });

  test('cancels a device that was to start in the future by ending it on its first day', async () => {
    await admin.query('update device_history set start_date = $1 where id = $2', [day(4), id]);
    expect((await update({ startDate: day(4), endDate: day(4) })).userErrors).toEqual([]);
  });

  test('makes pending settings void when it ends the device, because they cannot reach it any more', async () => {
    const record = await pending();
    const state = async () =>
      (await admin.query('select status, failure from settings_records where id = $1', [record])).rows[0];
    await update({ startDate: day(-10) });
    expect(await state()).toEqual({ status: 'pending', failure: null });
    await update({ endDate: day(-1) });
    expect(await state()).toEqual({ status: 'void', failure: 'device-ended' });
  });

  test('announces the changed assignment and the voided settings once it is saved', async () => {
    const record = await pending();
    const changed = running().app.pubsub.subscribe('device-history.changed', patient.id);
    const statuses = running().app.pubsub.subscribe('settings.status-changed', patient.id);
    const heard = [changed.next(), statuses.next()];
    await update({ endDate: day(1) }); // refused: nothing is announced
    await update({ endDate: day(-1) });
    expect((await Promise.all(heard)).map(({ value }) => value as unknown)).toEqual([
      { patientId: patient.id, historyId: id },
      { patientId: patient.id, historyId: id, recordId: record },
    ]);
    await Promise.all([changed.return?.(undefined), statuses.return?.(undefined)]);
  });

  test('refuses a changed start before 2000, but still ends a device with an older start', async () => {
    expect(await codesOf({ startDate: '1999-12-31' })).toEqual(everywhere('device.start_too_early'));
    expect(await codesOf({ startDate: '9999-12-31' })).toEqual(everywhere('device.start_too_late'));
    await admin.query("update device_history set start_date = '1999-12-31' where id = $1", [id]);
    expect((await update({ startDate: '1999-12-31', endDate: day(-1) })).userErrors).toEqual([]);
  });

  test('refuses a changed start before the therapy, but still ends a device with an older start', async () => {
    await admin.query('update patients set therapy_start = $1 where id = $2', [day(-15), patient.id]);
    expect(await codesOf({ startDate: day(-16) })).toEqual(everywhere('device.start_before_therapy'));
    expect((await update({ endDate: day(-1) })).userErrors).toEqual([]);
  });

  test('refuses unreadable input at its fields, all fields at once', async () => {
    expect((await check({ startDate: '2026-02-30', pinNumber: '12' })).userErrors).toMatchObject([
      { field: 'startDate', code: 'date.invalid' },
      { field: 'pinNumber', code: 'pin.format' },
    ]);
    const { status, body } = await viewer.rest('PATCH', `/api/patients/${patient.id}/devices/${id}`, {
      start_date: '',
      end_date: 'x',
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['start_date', 'end_date']]);
  });

  test("keeps the serial number read-only: a sent one must be the device's, in either case", async () => {
    expect((await check({ serialNumber: machine.serial.toLowerCase() })).userErrors).toEqual([]);
    const other = await makeMachine(viewer.orgId);
    expect(await codesOf({ serialNumber: other.serial })).toEqual(everywhere('serial.read_only'));
    expect((await check({ serialNumber: other.serial })).userErrors).toMatchObject([{ field: 'serialNumber' }]);
  });

  test('is recorded with the previous values', async () => {
    await update({ endDate: day(-1) });
    const { rows } = await admin.query(
      "select operation, properties from audit_log where actor_user_id = $1 and outcome = 'done'",
      [viewer.userId],
    );
    expect(rows).toEqual([
      {
        operation: 'Mutation.updateDevice',
        properties: {
          subjects: [`DeviceHistory:${id}`, `Patient:${patient.id}`],
          machine: machine.id,
          before: { startDate: day(-20), endDate: null },
          after: { startDate: day(-20), endDate: day(-1) },
        },
      },
    ]);
  });
});

describe('two tabs', () => {
  test('do not silently overwrite each other: the second is refused with conflict and changes nothing', async () => {
    const opened = { version: 1 };
    expect((await update({ ...opened, startDate: day(-10) })).userErrors).toEqual([]);
    for (const answer of [
      await check({ ...opened, endDate: day(-1) }),
      await update({ ...opened, endDate: day(-1) }),
    ]) {
      expect(answer.conflict).toEqual({ version: 2, startDate: day(-10), endDate: null });
      expect(answer.userErrors).toMatchObject([
        { field: '', code: 'conflict', message: expect.stringContaining('Someone else changed this device') },
      ]);
    }
    expect(await row()).toMatchObject({ start_date: day(-10), end_date: null });
    expect((await update({ startDate: day(-10), endDate: day(-1), version: 2 })).userErrors).toEqual([]);
    expect((await check({ startDate: day(-10), version: 2 })).userErrors).toMatchObject([{ code: 'conflict' }]);
    expect((await check({ startDate: day(-10), version: 3 })).userErrors).toEqual([]);
  });

  test('that save at the same time: one of them saves', async () => {
    const answers = await Promise.all([-1, -2, -3].map((end) => update({ endDate: day(end), version: 1 })));
    expect(answers.map(({ userErrors }) => userErrors[0]?.code).sort()).toEqual(['conflict', 'conflict', undefined]);
  });
});

describe('the PIN in the update form', () => {
  test('clearing an existing one only warns: an empty PIN never removes the stored one', async () => {
    expect(await check({ pinNumber: '' })).toEqual({ ...NOTHING, pinCleared: true });
    expect(await check({ pinNumber: null })).toEqual({ ...NOTHING, pinCleared: true });
    expect((await update({ pinNumber: '' })).deviceHistory).toMatchObject({ pin: '1234', hasPin: true });
    expect(
      (
        await viewer.rest('PATCH', `/api/patients/${patient.id}/devices/${id}`, {
          start_date: day(-20),
          end_date: null,
          pin_number: '',
        })
      ).body.data.pin,
    ).toBe('1234');
  });

  test('empty without a visible one gives no warning', async () => {
    expect(await check()).toEqual(NOTHING);
    const editor = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'update.device'] });
    expect((await editor.gql(CHECK, { input: input({ pinNumber: null }) })).data.checkUpdateDevice.pinCleared).toBe(
      false,
    );
    await admin.query('update device_history set has_pin = false where id = $1', [id]);
    expect((await check({ pinNumber: '' })).pinCleared).toBe(false);
  });

  test('unchanged is not a guess: it counts as no attempt and passes even when none is left', async () => {
    for (let time = 1; time <= 5; time += 1) await check({ pinNumber: '0000' });
    expect((await update({ pinNumber: '1234', endDate: day(-1) })).userErrors).toEqual([]);
  });

  test('changed is compared as in add: a wrong one fails at its field, the 5th and the 6th have their codes, then the session ends', async () => {
    const save = () =>
      viewer.rest('PATCH', `/api/patients/${patient.id}/devices/${id}`, { start_date: day(-20), pin_number: '0000' });
    expect((await check({ pinNumber: '0000' })).userErrors).toMatchObject([{ field: 'pinNumber', code: 'pin_number' }]);
    expect(Object.keys((await save()).body.errors)).toEqual(['pin_number']);
    expect((await update({ pinNumber: '0000' })).userErrors).toMatchObject([
      { field: 'pinNumber', code: 'pin_number' },
    ]);
    expect(
      Object.keys(
        (
          await viewer.rest('PATCH', `/api/patients/${patient.id}/check-update-device/${machine.id}/`, {
            start_date: day(-20),
            pin_number: '0000',
          })
        ).body.errors,
      ),
    ).toEqual(['pin_number']);
    const fifth = await save();
    expect([fifth.body.code, Object.keys(fifth.body.errors)]).toEqual([
      'max_failed_attempts_reached',
      ['max_failed_attempts_reached'],
    ]);
    const sixth = await save();
    expect([sixth.body.code, Object.keys(sixth.body.errors)]).toEqual([
      'max_failed_attempts_overpassed',
      ['max_failed_attempts_overpassed'],
    ]);
    expect((await save()).status).toBe(401);
  });

  test('is compared only when requested', async () => {
    for (let time = 0; time < 7; time += 1)
      expect((await check({ pinNumber: '0000', endDate: day(-1) }, ['endDate'])).userErrors).toEqual([]);
    expect((await check({ pinNumber: '0000' }, ['pinNumber'])).userErrors).toMatchObject([{ code: 'pin_number' }]);
  });

  test('entered for a missing one is confirmed as in Add Pin, with the same permission', async () => {
    await admin.query('update device_history set has_pin = false where id = $1', [id]);
    expect((await update({ pinNumber: '1234' })).deviceHistory).toMatchObject({ hasPin: true, pin: '1234' });
    await admin.query('update device_history set has_pin = false where id = $1', [id]);
    const editor = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'update.device'] });
    const refused = (await editor.gql(UPDATE, { input: input({ pinNumber: '1234' }) })).data.updateDevice;
    expect(refused.userErrors).toMatchObject([{ field: 'pinNumber', code: 'pin.not_allowed' }]);
    expect((await row()).has_pin).toBe(false);
    const sql = 'select from attempt_counters where key like $1 and attempts > 0';
    expect((await admin.query(sql, [`%${machine.serial}`])).rowCount).toBe(0);
  });
});

describe('the compliance window', () => {
  test('asks for confirmation of a changed assigned date, and for recalculation once it is saved', async () => {
    await admin.query('update patients set therapy_start = $1 where id = $2', [day(-100), patient.id]);
    // 80 days after therapy start: within. 95 and 96: past the period of 90 days.
    expect(await check({ startDate: day(-19) })).toMatchObject({ affectsCompliance: true });
    expect(await check()).toMatchObject({ affectsCompliance: false });
    expect(await update({ startDate: day(-5) })).toMatchObject({ recalculate: true }); // it started within the window
    expect(await check({ startDate: day(-4) })).toMatchObject({ affectsCompliance: false });
    expect(await update({ startDate: day(-4) })).toMatchObject({ recalculate: false });
    expect(await check({ startDate: day(-10) })).toMatchObject({ affectsCompliance: true }); // day 90, the last
    expect(await check({ startDate: day(-9) })).toMatchObject({ affectsCompliance: false });
  });

  test('raises no question for an end date alone, which is recalculated; unchanged dates and a patient without therapy start are not', async () => {
    expect(await update({ endDate: day(-2) })).toMatchObject({ recalculate: false });
    await admin.query('update patients set therapy_start = $1 where id = $2', [day(-30), patient.id]);
    expect(await check({ endDate: day(-1) })).toMatchObject({ affectsCompliance: false, userErrors: [] });
    expect(await update({ endDate: day(-1) })).toMatchObject({ recalculate: true });
    expect(await update({ endDate: day(-1) })).toMatchObject({ recalculate: false });
  });
});

describe('the distance from today', () => {
  test('is checked for a changed start only: an assignment of last year can be ended without a question', async () => {
    await admin.query('update device_history set start_date = $1 where id = $2', [day(-400), id]);
    expect((await check({ startDate: day(-400), endDate: day(-1) })).distance).toBeNull();
    expect((await check({ startDate: day(-399) })).distance).toMatchObject({
      field: 'startDate',
      code: 'distance-from-today',
    });
    expect((await check({ startDate: day(3) })).distance).toMatchObject({ code: 'distance-from-today' });
    expect((await update({ startDate: day(3) })).userErrors).toEqual([]);
  });

  test('its documented path is open to users who may edit', async () => {
    const editor = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'update.device'] });
    const ask = (start: string) =>
      editor.rest('POST', `/api/patients/${patient.id}/distance-from-today`, {
        start_date: start,
        serial_number: machine.serial,
        pin_number: null,
      });
    expect([(await ask(day(-1))).status, (await ask(day(-31))).body.code]).toEqual([204, 'distance-from-today']);
  });
});

describe('overlaps', () => {
  test('do not include the assignment itself', async () => {
    expect((await check({ startDate: day(-30), endDate: day(-1) })).userErrors).toEqual([]);
  });

  test('when reopened while the patient has another device: patient-already-connected', async () => {
    await update({ endDate: day(-5) });
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: day(-5) });
    expect(await codesOf({ endDate: null })).toEqual(everywhere('patient-already-connected'));
    expect((await check({ endDate: null })).userErrors).toMatchObject([
      { field: 'endDate', message: expect.stringContaining('already has an active device') },
    ]);
    const only = { precognition: 'true', 'precognition-validate-only': 'end_date' };
    expect(
      (
        await viewer.rest(
          'PATCH',
          `/api/patients/${patient.id}/devices/${id}`,
          { start_date: day(-20), end_date: null },
          only,
        )
      ).body.errors,
    ).toHaveProperty('end_date');
  });

  test('when moved into a previous device of the patient: patient-previous-device-daterange-overlaps', async () => {
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: day(-90), end_date: day(-40) });
    expect(await codesOf({ startDate: day(-41) })).toEqual(everywhere('patient-previous-device-daterange-overlaps'));
    expect((await check({ startDate: day(-40) })).userErrors).toEqual([]);
  });

  test("when reopened while another patient has the device: device-already-connected with the masked patient and the machine's history", async () => {
    await update({ endDate: day(-5) });
    const holder = await makePatient(viewer.orgId, { last_name: 'Henderson', first_name: 'Margaret' });
    await makeHistory(holder, machine, { start_date: day(-4) });
    const masked = {
      patientDatabaseId: holder.id,
      lastName: 'He*******',
      firstName: 'Mar*****',
      startDate: day(-4),
      endDate: null,
    };
    expect(await codesOf({ endDate: null })).toEqual(everywhere('device-already-connected'));
    expect(await check({ endDate: null })).toMatchObject({
      overlap: masked,
      machineHistory: [{ patientDatabaseId: holder.id }],
    });
    expect(await update({ endDate: null })).toMatchObject({
      overlap: masked,
      machineHistory: [{ patientDatabaseId: holder.id }],
    });
    const { body } = await viewer.rest('PATCH', `/api/patients/${patient.id}/devices/${id}`, {
      start_date: day(-20),
      end_date: null,
    });
    expect(body).toMatchObject({
      conflict: { id: holder.id, last_name: 'He*******', first_name: 'Mar*****' },
      machine_history: [{ id: holder.id }],
    });
  });

  test('with a patient elsewhere reveal nothing about them', async () => {
    await update({ endDate: day(-5) });
    const outsider = await makePatient(await makeOrganization(), { last_name: 'Secretname' });
    await makeHistory(outsider, machine, { start_date: day(-5), end_date: day(-2) });
    expect(await check({ endDate: day(-3) })).toMatchObject({
      userErrors: [{ code: 'device-start-date-overlaps' }],
      overlap: null,
      machineHistory: [],
    });
  });

  test('are found by the documented check of changed dates, which respects the end date', async () => {
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: day(-60), end_date: day(-40) });
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: day(-15), end_date: day(-15) });
    const ask = (start: string, end: string | null) =>
      viewer.rest('POST', `/api/patients/${patient.id}/devices/${id}/check-date-overlaps`, {
        start_date: start,
        end_date: end,
      });
    expect((await ask(day(-70), null)).body.code).toBe('patient-previous-device-daterange-overlaps');
    expect((await ask(day(-70), day(-60))).status).toBe(204);
    await admin.query('update device_history set start_date = $1, end_date = $2 where id = $3', [
      day(-75),
      day(-70),
      id,
    ]);
    const leftOut = await viewer.rest('POST', `/api/patients/${patient.id}/devices/${id}/check-date-overlaps`, {
      start_date: day(-72),
    });
    expect(leftOut.status).toBe(204); // still ended, so later assignments do not overlap
  });
});

describe('PATCH /api/patients/{id}/check-update-device/{machineId}', () => {
  const ask = (path: string, body: Record<string, unknown>, headers?: Record<string, string>) =>
    viewer.rest('PATCH', `/api/patients/${patient.id}/check-update-device/${path}`, body, headers);
  const form = (changes: Record<string, unknown> = {}) => ({
    serial_number: machine.serial,
    pin_number: '1234',
    start_date: day(-20),
    end_date: null,
    ...changes,
  });

  test.each(['', '/'])('checks the form of the assignment of that machine, with %j at its end', async (slash) => {
    expect((await ask(`${machine.id}${slash}`, form())).status).toBe(204);
    const { status, body } = await ask(`${machine.id}${slash}`, form({ end_date: day(-21) }));
    expect([status, body.errors]).toEqual([
      422,
      { end_date: ['The end date cannot be before the start date. Choose a later end date.'] },
    ]);
  });

  test('means the active one of several assignments of the machine, else the last', async () => {
    await makeHistory(patient, machine, { start_date: day(-90), end_date: day(-80), has_pin: false });
    expect((await ask(`${machine.id}`, form({ end_date: day(0) }))).status).toBe(204);
    await update({ endDate: day(-3) });
    await admin.query('update device_history set end_date = $1 where id = $2', [day(9), id]);
    expect((await ask(`${machine.id}`, form({ end_date: day(9) }))).status).toBe(204); // its own existing future end
    expect((await ask(`${machine.id}`, form({ end_date: day(8) }))).body.code).toBe('device.end_in_future');
  });

  test('checks the assignment of history_id in the body, which must be one of that machine and patient', async () => {
    const older = await makeHistory(patient, machine, { start_date: day(-90), end_date: day(-80), has_pin: false });
    const wrong = { pin_number: undefined, start_date: day(-90), end_date: day(-91) };
    expect((await ask(`${machine.id}`, form({ ...wrong, history_id: older }))).status).toBe(422);
    const right = { pin_number: undefined, start_date: day(-90), end_date: day(-85) };
    expect((await ask(`${machine.id}`, form({ ...right, history_id: older }))).status).toBe(204);
    await update({ endDate: day(-3) });
    // Without it the path means the last assignment, whose future end is a new one.
    const future = form({ pin_number: undefined, start_date: day(-20), end_date: day(2) });
    await admin.query('update device_history set end_date = $1 where id = $2', [day(2), id]);
    expect((await ask(`${machine.id}`, future)).status).toBe(204);
    expect((await ask(`${machine.id}`, { ...future, history_id: older })).body.code).toBe('device.end_in_future');
    const other = await makeMachine(viewer.orgId);
    const others = await makeHistory(await makePatient(viewer.orgId), other);
    for (const history_id of [others, 'x', {}, 999_999_999])
      expect((await ask(`${machine.id}`, form({ history_id }))).status).toBe(404);
    const another = await makeMachine(viewer.orgId);
    const own = await makeHistory(patient, another, { start_date: day(-200), end_date: day(-190) });
    expect((await ask(`${machine.id}`, form({ history_id: own }))).status).toBe(404);
  });

  test('does not find a machine that the patient never had', async () => {
    const other = await makeMachine(viewer.orgId);
    expect((await ask(`${other.id}/`, form())).status).toBe(404);
  });

  test('returns errors of the named fields only for a validate-only request', async () => {
    const only = (names: string) => ({ precognition: 'true', 'precognition-validate-only': names });
    const wrong = await ask(`${machine.id}/`, form({ end_date: day(-21), pin_number: '1' }), only('end_date'));
    expect([wrong.status, wrong.headers.get('precognition'), Object.keys(wrong.body.errors)]).toEqual([
      422,
      'true',
      ['end_date'],
    ]);
    const right = await ask(`${machine.id}/`, form({ pin_number: '1' }), only('start_date,end_date'));
    expect([right.status, right.headers.get('precognition-success')]).toEqual([204, 'true']);
  });
});
