import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';

usePortal();

const CONFLICT =
  'This assigned date of this device will conflict with another patient within your organization. ' +
  'Please check your assigned date or check the start and end of the device on the other patient.';

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
let patient: { id: number; orgId: number };
let machine: Awaited<ReturnType<typeof makeMachine>>;

beforeAll(async () => {
  viewer = await asViewer();
});

const fresh = async () => {
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
};
const form = (overrides: Record<string, unknown> = {}) => ({
  serial_number: machine.serial,
  pin_number: '1234',
  start_date: day(-1),
  ...overrides,
});
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  viewer.rest('POST', `/api/patients/${patient.id}/${path}`, body, headers);
const assignments = async () =>
  (await admin.query('select * from device_history where patient_id = $1 order by id', [patient.id])).rows;

describe('POST /api/patients/{id}/devices', () => {
  test('assigns the device to the patient and returns the device history entry', async () => {
    await fresh();
    const answer = await post('devices', form());
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      id: answer.body.data.history_id,
      patient_id: patient.id,
      machine_id: machine.id,
      serial: machine.serial,
      guid: machine.guid,
      model: 'Luna G3',
      image: '/images/devices/luna-g3.svg',
      pin: '1234',
      start_date: day(-1),
      end_date: null,
      is_assigned_to_patient: true,
      history_size: 0,
      edit_allowed: 'edit_settings.no_module',
      module: null,
      last_connection_history: null,
    });
    expect(await assignments()).toMatchObject([
      { id: answer.body.data.history_id, machine_id: machine.id, has_pin: true, created_by: viewer.userId },
    ]);
  });

  test('accepts a lower-case serial as the same device, and a PIN that is added later', async () => {
    await fresh();
    const answer = await post(
      'devices',
      form({ serial_number: machine.serial.toLowerCase(), pin_number: '', start_date: `${day(-1)} 00:00:00` }),
    );
    expect(answer.body.data).toMatchObject({ serial: machine.serial, pin: null, start_date: day(-1) });
  });

  test.each([
    [
      'an unknown serial',
      { serial_number: 'ZZZ999999' },
      'serial_number',
      'No device with this serial number was found among those of your organization and of your patients. Check the serial number.',
    ],
    ['an invalid date', { start_date: '2026-02-30' }, 'start_date', 'Enter a valid date.'],
    ['no date', { start_date: '' }, 'start_date', 'This field is required.'],
    ['an invalid PIN', { pin_number: '12' }, 'pin_number', 'A PIN is 4 to 8 digits.'],
  ])('refuses %s at its field and writes nothing', async (_what, overrides, field, message) => {
    await fresh();
    const answer = await post('devices', form(overrides));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ message, errors: { [field]: [message] } });
    expect(await assignments()).toEqual([]);
  });

  test.each([
    ['1999-12-31', 'The device cannot start before 01/01/2000. Choose a later date.'],
    ['0001-01-01', 'The device cannot start before 01/01/2000. Choose a later date.'],
    [
      '9999-12-31',
      /^The device cannot start more than a year ahead\. Choose \d{2}\/\d{2}\/\d{4} or an earlier date\.$/,
    ],
  ])('refuses the start %s, in the check and on saving', async (startDate, message) => {
    for (const path of ['check-add-device', 'devices']) {
      const { status, body } = await viewer.rest(
        'POST',
        `/api/patients/${patient.id}/${path}`,
        form({ start_date: startDate }),
      );
      expect([path, status, body.errors]).toEqual([path, 422, { start_date: [expect.stringMatching(message)] }]);
    }
  });

  test('accepts a start on 01/01/2000 and one a year ahead, and refuses the day after', async () => {
    const check = async (startDate: string) =>
      (await viewer.rest('POST', `/api/patients/${patient.id}/check-add-device`, form({ start_date: startDate })))
        .status;
    const today = day(0);
    const year = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
    expect(await check('2000-01-01')).toBe(204);
    expect(await check(year)).toBe(204);
    expect(await check(new Date(Date.parse(year) + 86_400_000).toISOString().slice(0, 10))).toBe(422);
  });

  test("refuses a start before the patient's therapy, and accepts its first day", async () => {
    await fresh();
    patient = await makePatient(viewer.orgId, { therapy_start: day(-5) });
    const answer = await post('devices', form({ start_date: day(-6) }));
    expect(answer.body.errors).toEqual({
      start_date: [
        `The device cannot start before the patient's therapy start, ${day(-5).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')}. Choose a later date.`,
      ],
    });
    expect((await post('devices', form({ start_date: day(-5) }))).status).toBe(201);
  });

  test('saves a start in the future or long ago, which only needs confirmation', async () => {
    await fresh();
    expect((await post('devices', form({ start_date: day(3) }))).status).toBe(201);
    await fresh();
    expect((await post('devices', form({ start_date: day(-40) }))).status).toBe(201);
  });

  test('stores the entered PIN of a machine without a known one, and compares it from then on', async () => {
    await fresh();
    machine = await makeMachine(viewer.orgId, { pin: null });
    expect((await post('check-add-device', form({ pin_number: '0777' }))).status).toBe(204);
    expect(
      (await admin.query('select pin_cipher from machines where id = $1', [machine.id])).rows[0].pin_cipher,
    ).toBeNull();
    expect((await post('devices', form({ pin_number: '0777' }))).body.data.pin).toBe('0777');
    expect(
      (await admin.query('select pin_cipher from machines where id = $1', [machine.id])).rows[0].pin_cipher,
    ).toMatch(/^v2\.[0-9a-f]{8}\./);
    patient = await makePatient(viewer.orgId);
    expect((await post('check-add-device', form({ pin_number: '0778' }))).body.errors).toEqual({
      pin_number: ['This PIN does not belong to the device. Check the PIN and the serial number.'],
    });
  });

  test('gives the patient one device when two tabs save at once', async () => {
    await fresh();
    const other = await makeMachine(viewer.orgId);
    const answers = await Promise.all(
      [form(), form(), form({ serial_number: other.serial })].map((body) => post('devices', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(answers.filter(({ status }) => status === 422).map(({ body }) => body.code)).toEqual([
      'patient-already-connected',
      'patient-already-connected',
    ]);
    expect(await assignments()).toHaveLength(1);
  });

  test('refuses through a database constraint, with the documented code, when another writer took no lock', async () => {
    await fresh();
    const answer = await whileLocked(
      `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date)
       values (${viewer.orgId}, ${patient.id}, ${viewer.orgId}, ${machine.id}, '${day(-9)}')`,
      () => post('devices', form()),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.code).toMatch(
      /^(patient-already-connected|patient-previous-device-daterange-overlaps|device-already-connected|device-start-date-overlaps)$/,
    );
    expect(await assignments()).toHaveLength(1);
  });
});

describe('overlaps', () => {
  const check = (body: Record<string, unknown>) => post('check-date-overlaps', body);

  test('the patient has an active device: patient-already-connected', async () => {
    await fresh();
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: day(-90) });
    for (const path of ['check-date-overlaps', 'devices']) {
      const answer = await post(path, form());
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: 'patient-already-connected', conflict: null, machine_history: [] });
      expect(Object.keys(answer.body.errors)).toEqual(['start_date']);
    }
    const active = await viewer.rest('GET', `/api/patients/${patient.id}/check-if-active-devices`);
    expect([active.status, active.body.code]).toEqual([422, 'patient-already-connected']);
  });

  test('the start is within a previous device of the patient: patient-previous-device-daterange-overlaps; on its last day it is free', async () => {
    await fresh();
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: day(-90), end_date: day(-10) });
    expect((await check(form({ start_date: day(-11) }))).body.code).toBe('patient-previous-device-daterange-overlaps');
    expect((await check(form({ start_date: day(-10) }))).status).toBe(204);
    expect((await viewer.rest('GET', `/api/patients/${patient.id}/check-if-active-devices`)).status).toBe(200);
  });

  test('another visible patient has the device: device-already-connected with the masked name, the dates and the id', async () => {
    await fresh();
    const holder = await makePatient(viewer.orgId, { last_name: 'Henderson', first_name: 'Margaret' });
    await makeHistory(holder, machine, { start_date: day(-60) });
    const masked = {
      id: holder.id,
      last_name: 'He*******',
      first_name: 'Mar*****',
      start_date: day(-60),
      end_date: null,
    };
    for (const path of ['check-date-overlaps', 'devices']) {
      const { body } = await post(path, form());
      expect(body).toMatchObject({
        code: 'device-already-connected',
        message: CONFLICT,
        conflict: masked,
        machine_history: [masked],
      });
    }
  });

  test("the device was with another visible patient on that day: device-start-date-overlaps with the machine's history", async () => {
    await fresh();
    const [earlier, later] = [await makePatient(viewer.orgId), await makePatient(viewer.orgId)];
    await makeHistory(earlier, machine, { start_date: day(-90), end_date: day(-60) });
    await makeHistory(later, machine, { start_date: day(-60), end_date: day(-20) });
    const { body } = await check(form({ start_date: day(-25) }));
    expect(body).toMatchObject({
      code: 'device-start-date-overlaps',
      conflict: { id: later.id },
      machine_history: [{ id: later.id }, { id: earlier.id }],
    });
    expect((await check(form({ start_date: day(-20) }))).status).toBe(204);
  });

  test('a patient elsewhere has the device: no name, date or id is revealed', async () => {
    await fresh();
    const elsewhere = await makePatient(await makeOrganization(), { last_name: 'Secretname', first_name: 'Hidden' });
    await makeHistory(elsewhere, machine, { start_date: day(-777) });
    for (const path of ['check-date-overlaps', 'devices']) {
      const { status, body, text } = await post(path, form());
      expect(status).toBe(422);
      expect(body).toEqual({
        code: 'device-already-connected',
        conflict: null,
        machine_history: [],
        message: 'This device is not available from this date. Please check the serial number and your assigned date.',
        errors: { start_date: [body.message] },
      });
      for (const secret of ['Se', 'Hid', '*', day(-777), `:${elsewhere.id},`])
        expect(text.replace(/serial|Please/g, '')).not.toContain(secret);
    }
  });

  test('changed dates of an assignment are compared with the others, not with itself', async () => {
    await fresh();
    const id = await makeHistory(patient, machine, { start_date: day(-30) });
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: day(-90), end_date: day(-40) });
    const update = (start: string, end: string | null) =>
      post(`devices/${id}/check-date-overlaps`, {
        serial_number: machine.serial,
        pin_number: '1234',
        start_date: start,
        end_date: end,
      });
    expect((await update(day(-35), day(-1))).status).toBe(204);
    expect((await update(day(-41), null)).body.code).toBe('patient-previous-device-daterange-overlaps');
    expect((await update(day(-41), day(-42))).body.errors).toEqual({
      end_date: ['The end date cannot be before the start date. Choose a later end date.'],
    });
    const outsider = await makePatient(viewer.orgId);
    expect(
      (await viewer.rest('POST', `/api/patients/${outsider.id}/devices/${id}/check-date-overlaps`, form())).status,
    ).toBe(404);
  });
});

describe('distance from today', () => {
  test.each([
    [1, 'in the future'],
    [-31, 'ago'],
    [-40, 'ago'],
  ])('%p days from today asks for confirmation', async (offset, text) => {
    await fresh();
    const answer = await post('distance-from-today', form({ start_date: day(offset) }));
    expect([answer.status, answer.body.code]).toEqual([422, 'distance-from-today']);
    expect(answer.body.errors.start_date[0]).toContain(text);
  });

  test('today and 30 days back do not', async () => {
    await fresh();
    for (const offset of [0, -30])
      expect((await post('distance-from-today', form({ start_date: day(offset) }))).status).toBe(204);
    expect((await post('distance-from-today', form({ start_date: 'soon' }))).body.errors).toEqual({
      start_date: ['Enter a valid date.'],
    });
  });
});

describe('validate-only requests', () => {
  const only = (names: string) => ({ precognition: 'true', 'precognition-validate-only': names });

  test('return errors of the named fields only, write nothing and return 204 with the success header', async () => {
    await fresh();
    const wrong = await post('devices', { serial_number: 'ZZZ999999' }, only('serial_number'));
    expect([wrong.status, wrong.headers.get('precognition'), Object.keys(wrong.body.errors)]).toEqual([
      422,
      'true',
      ['serial_number'],
    ]);
    const right = await post('devices', form(), { precognition: 'true' });
    expect([
      right.status,
      right.headers.get('precognition-success'),
      right.headers.get('vary')?.includes('Precognition'),
    ]).toEqual([204, 'true', true]);
    expect((await post('devices', { start_date: day(-1) }, only('start_date'))).status).toBe(204);
    expect((await post('check-add-device', {}, only('pin_number'))).status).toBe(204);
    expect((await post('distance-from-today', { start_date: day(9) }, only('start_date'))).status).toBe(422);
    expect(await assignments()).toEqual([]);
  });
});

describe('permissions', () => {
  test('an id of another organization is not found, byte for byte like one that does not exist', async () => {
    await fresh();
    const foreign = await makePatient(await makeOrganization());
    const history = await makeHistory(foreign, await makeMachine(foreign.orgId));
    const foreignMachine = await makeMachine(foreign.orgId);
    const calls: [string, (id: number) => string][] = [
      ['GET', (id) => `/api/patients/${id}/devices`],
      ['GET', (id) => `/api/patients/${id}/check-if-active-devices`],
      ['POST', (id) => `/api/patients/${id}/check-add-device`],
      ['POST', (id) => `/api/patients/${id}/distance-from-today`],
      ['POST', (id) => `/api/patients/${id}/check-date-overlaps`],
      ['POST', (id) => `/api/patients/${id}/devices/${history}/check-date-overlaps`],
      ['POST', (id) => `/api/patients/${id}/devices`],
    ];
    for (const [method, path] of calls) {
      const body = method === 'GET' ? undefined : form();
      const [theirs, nobodys] = [
        await viewer.rest(method, path(foreign.id), body),
        await viewer.rest(method, path(999_999_999), body),
      ];
      expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    }
    expect((await viewer.rest('GET', `/api/machines/${foreignMachine.id}/history`)).text).toBe(
      (await viewer.rest('GET', '/api/machines/999999999/history')).text,
    );
    // The other organization's machine is an unknown serial, and its assignment is not one of this patient's.
    expect((await post('devices', form({ serial_number: foreignMachine.serial }))).body.errors).toEqual(
      (await post('devices', form({ serial_number: 'ZZZ999999' }))).body.errors,
    );
    expect((await post(`devices/${history}/check-date-overlaps`, form())).status).toBe(404);
  });

  test('without create.device no device is assigned, and the denial is recorded', async () => {
    await fresh();
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'org.user.device'] });
    for (const path of ['check-add-device', 'check-date-overlaps', 'distance-from-today', 'devices'])
      expect((await reader.rest('POST', `/api/patients/${patient.id}/${path}`, form())).status).toBe(403);
    expect(
      (
        await admin.query(`select count(*)::int as n from audit_log where actor_user_id = $1 and outcome = 'denied'`, [
          reader.userId,
        ])
      ).rows[0].n,
    ).toBe(4);
    expect((await reader.rest('GET', `/api/patients/${patient.id}/devices`)).status).toBe(200);
  });
});
