import { beforeAll, describe, expect, test } from '@jest/globals';
import { asDevice, type TestDevice } from '../../test/device.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { deviceSecret } from '../auth/device.ts';
import { endLostSessionsJob } from './gateway.jobs.ts';

usePortalHere();

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

/** A patient with a device of long standing. */
async function assigned(): Promise<World> {
  const [patient, machine] = [await makePatient(staff.orgId), await makeMachine(staff.orgId)];
  const history = await makeHistory(patient, machine, { start_date: '2020-01-01' });
  return { patient, machine, history, device: asDevice(machine.serial) };
}

const record = ({ patient, history }: World, row: object) =>
  make('settings_records', {
    org_id: patient.orgId,
    patient_id: patient.id,
    history_id: history,
    status: 'pending',
    values: VALUES,
    is_edit: true,
    created_at: new Date(),
    ...row,
  });

const recordsOf = async ({ history }: World) =>
  (await admin.query('select * from settings_records where history_id = $1 order by id', [history])).rows;

describe('a device', () => {
  test('is authenticated: another serial, another secret or no credentials are refused', async () => {
    const { device } = await assigned();
    const refused = [];
    for (const authorization of [
      '',
      'Bearer x',
      `Device ${device.serial}`,
      `Device ${device.serial}:`,
      `Device ${device.serial}:${'A'.repeat(43)}`,
      `Device A00000000000:${'A'.repeat(43)}`,
    ]) {
      refused.push((await device.post('/settings/fetch', {}, { authorization })).status);
    }
    expect(refused).toEqual([401, 401, 401, 401, 401, 401]);
    // Each letter of the secret counts, and it is the secret of this serial alone.
    const secret = deviceSecret(running().app.config, device.serial);
    const near = [0, 1, 7, 8, 21, 41, 42].map(
      (at) => secret.slice(0, at) + (secret[at] === 'B' ? 'C' : 'B') + secret.slice(at + 1),
    );
    const passed = [];
    for (const guess of [...near, secret.toLowerCase(), deviceSecret(running().app.config, 'A99999999998')]) {
      const authorization = `Device ${device.serial}:${guess}`;
      if ((await device.post('/settings/fetch', {}, { authorization })).status !== 401) passed.push(guess);
    }
    expect(passed).toEqual([]);
    const real = await makeMachine(staff.orgId, { simulated: false });
    expect((await asDevice(real.serial).post('/settings/fetch')).status).toBe(401);
    expect((await asDevice('A99999999998').post('/settings/fetch')).status).toBe(401);
    expect((await device.post('/settings/fetch')).status).toBe(200);
  });
});

describe('a session', () => {
  const wireless = { terminal_type: 1, device_time: at() };
  const sessionsOf = async ({ machine }: World) =>
    (
      await admin.query(
        'select patient_id, terminal_type, start_time, end_time, exit_flag, clock_drift_seconds::float as drift from connections where machine_id = $1 order by id',
        [machine.id],
      )
    ).rows;

  test('is a row of the connection history of the patient who has the device', async () => {
    const world = await assigned();
    const opened = await world.device.post('/sessions', { ...wireless, device_time: at() });
    expect(opened.status).toBe(201);
    expect(opened.body.data).toEqual({
      session: expect.any(Number),
      server_time: expect.any(String),
      clock_drift_seconds: expect.any(Number),
      assigned: true,
      pending: false,
    });
    const ended = await world.device.post(`/sessions/${opened.body.data.session}/end`, { exit_flag: 'ok' });
    expect(ended.body.data).toEqual({
      session: opened.body.data.session,
      end_time: expect.any(String),
      exit_flag: 'ok',
    });
    expect(await sessionsOf(world)).toMatchObject([
      {
        patient_id: world.patient.id,
        terminal_type: 1,
        start_time: new Date(opened.body.data.server_time),
        end_time: new Date(ended.body.data.end_time),
        exit_flag: 'ok',
        drift: opened.body.data.clock_drift_seconds,
      },
    ]);
    const {
      body: {
        data: [session],
      },
    } = await staff.rest('GET', `/api/patients/${world.patient.id}/devices/${world.history}/connection_history`);
    expect(session).toMatchObject({ exit_flag: 'ok', terminal_type: 1 });
  });

  test('that is ended again keeps its first end', async () => {
    const { device } = await assigned();
    const {
      body: {
        data: { session },
      },
    } = await device.post('/sessions', wireless);
    const [first, second] = [
      await device.post(`/sessions/${session}/end`, { exit_flag: 'ok' }),
      await device.post(`/sessions/${session}/end`, { exit_flag: 'timeout' }),
    ];
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('reports a pending change', async () => {
    const world = await assigned();
    await record(world, { expires_at: at(DAY) });
    expect((await world.device.post('/sessions', wireless)).body.data).toMatchObject({ assigned: true, pending: true });
  });

  test('of a device without a patient is answered, and nothing but its nights is recorded', async () => {
    const machine = await makeMachine(staff.orgId);
    const device = asDevice(machine.serial);
    expect((await device.post('/sessions', wireless)).body.data).toMatchObject({
      session: null,
      server_time: expect.any(String),
      assigned: false,
      pending: false,
    });
    expect((await device.post('/settings/fetch')).body).toEqual({ data: [] });
    expect((await device.post('/settings/report', { values: VALUES })).body).toEqual({ data: { recorded: false } });
    const night = dayOf(-3 * DAY);
    expect((await device.post('/nights', { device_time: at(), nights: [{ night, minutes: 300 }] })).body).toEqual({
      data: [{ night, date: night, result: 'stored', reason: 'not_assigned' }],
    });
    expect((await admin.query('select from connections where machine_id = $1', [machine.id])).rowCount).toBe(0);
  });

  test('comes through the module of its machine when that has one', async () => {
    const world = await assigned();
    const iccid = `8901${String(world.machine.id).padStart(15, '0')}`;
    expect((await world.device.post('/sessions', { ...wireless, iccid: '89010000000000000000' })).status).toBe(201); // no module on record
    await admin.query('insert into modules (org_id, machine_id, serial, iccid) values ($1, $2, $3, $4)', [
      world.machine.orgId,
      world.machine.id,
      'MOD',
      iccid,
    ]);
    for (const foreign of [null, undefined, '89010000000000000000', `${iccid}0`]) {
      const { status, body } = await world.device.post('/sessions', { ...wireless, iccid: foreign });
      expect([status, Object.keys(body.errors), body.code]).toEqual([422, ['iccid'], 'gateway.iccid']);
    }
    expect((await world.device.post('/sessions', { ...wireless, iccid })).status).toBe(201);
    // An app or a PC connects for a device without its module.
    for (const terminal_type of [2, 3])
      expect((await world.device.post('/sessions', { ...wireless, terminal_type })).status).toBe(201);
  });

  test("that was left open is ended by the next one, at the device's last contact in it", async () => {
    const world = await assigned();
    const {
      body: {
        data: { session },
      },
    } = await world.device.post('/sessions', wireless);
    await admin.query('update connections set start_time = $2 where id = $1', [session, at(-HOUR / 2)]);
    const answered = at(-HOUR / 2 + 120_000);
    await record(world, { status: 'failed', sent_at: at(-HOUR / 2 + 60_000), answered_at: answered });
    await world.device.post('/sessions', wireless);
    expect(await sessionsOf(world)).toMatchObject([
      { end_time: new Date(answered), exit_flag: 'timeout' },
      { end_time: null, exit_flag: null },
    ]);
  });

  test('that was left open for more than an hour is ended by the queue, and sessions from other sources are left alone', async () => {
    const world = await assigned();
    const {
      body: {
        data: { session },
      },
    } = await world.device.post('/sessions', wireless);
    const connection = {
      org_id: staff.orgId,
      patient_id: world.patient.id,
      machine_org_id: staff.orgId,
      machine_id: world.machine.id,
    };
    await make('connections', { ...connection, start_time: at(-DAY) });
    const begin = (minutes: number) =>
      admin.query('update connections set start_time = $2 where id = $1', [session, at((-minutes * HOUR) / 60)]);
    const flags = async () => (await sessionsOf(world)).map(({ exit_flag: flag }) => flag);
    await begin(59);
    await runJob(endLostSessionsJob, {});
    expect((await flags()).every((flag) => flag === null)).toBe(true);
    await begin(61);
    await runJob(endLostSessionsJob, {});
    await runJob(endLostSessionsJob, {});
    const rows = await sessionsOf(world);
    expect(await flags()).toEqual(['timeout', null]);
    expect(rows[0].end_time).toEqual(rows[0].start_time);
  });

  test.each([
    ['an hour behind', -HOUR],
    ['three days ahead', 3 * DAY],
    ['twenty years behind', -20 * 365 * DAY],
    ['fifty years ahead', 50 * 365 * DAY],
  ])('with a clock %s gets the right time, and its drift is stored', async (_title, shift) => {
    const world = await assigned();
    const {
      body: { data },
    } = await world.device.post('/sessions', { ...wireless, device_time: at(shift) });
    expect(Math.abs(Date.parse(data.server_time) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs(data.clock_drift_seconds + shift / 1000)).toBeLessThan(60);
    expect(await sessionsOf(world)).toMatchObject([{ drift: data.clock_drift_seconds }]);
  });

  test('of another device is not found, like one that does not exist', async () => {
    const [mine, theirs] = [await assigned(), await assigned()];
    const {
      body: {
        data: { session },
      },
    } = await theirs.device.post('/sessions', wireless);
    const [foreign, missing] = [
      await mine.device.post(`/sessions/${session}/end`, { exit_flag: 'ok' }),
      await mine.device.post('/sessions/999999999/end', { exit_flag: 'ok' }),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect(await sessionsOf(theirs)).toMatchObject([{ end_time: null }]);
  });
});

describe('an invalid device body', () => {
  const now = at();
  test.each<[string, string, unknown, string[]]>([
    ['a session without anything', '/sessions', {}, ['terminal_type', 'device_time']],
    ['an invalid terminal', '/sessions', { terminal_type: 4, device_time: now }, ['terminal_type']],
    ['a terminal as text', '/sessions', { terminal_type: '1', device_time: now }, ['terminal_type']],
    [
      'a time without an offset',
      '/sessions',
      { terminal_type: 1, device_time: '2026-05-01T21:00:00' },
      ['device_time'],
    ],
    ['an invalid day', '/sessions', { terminal_type: 1, device_time: '2026-02-30T21:00:00Z' }, ['device_time']],
    [
      'a year beyond all clocks',
      '/sessions',
      { terminal_type: 1, device_time: '9999-05-01T21:00:00Z' },
      ['device_time'],
    ],
    [
      'an overlong module number',
      '/sessions',
      { terminal_type: 1, device_time: now, iccid: '8'.repeat(200) },
      ['iccid'],
    ],
    ['an invalid answer', '/settings/1/answer', { result: 'perhaps' }, ['result']],
    ['clamped to nothing', '/settings/1/answer', { result: 'clamped' }, ['values']],
    ['refused without a reason', '/settings/1/answer', { result: 'refused' }, ['reason']],
    ['an overlong reason', '/settings/1/answer', { result: 'refused', reason: 'x'.repeat(501) }, ['reason']],
    ['settings without a mode', '/settings/report', { values: { min_apap: 5 } }, ['values']],
    ['a setting that is an object', '/settings/report', { values: { mode: 'CPAP', treat_p: { a: 1 } } }, ['values']],
    ['a setting with a strange name', '/settings/report', { values: { mode: 'CPAP', 'a b': 1 } }, ['values']],
    [
      'a thousand settings',
      '/settings/report',
      { values: Object.fromEntries([['mode', 'CPAP'], ...Array.from({ length: 1000 }, (_, n) => [`s${n}`, n])]) },
      ['values'],
    ],
    ['no nights', '/nights', { device_time: now, nights: [] }, ['nights']],
    [
      'more nights than a year has',
      '/nights',
      { device_time: now, nights: Array.from({ length: 401 }, () => ({ night: '2026-01-01', minutes: 1 })) },
      ['nights'],
    ],
    [
      'a night of more than a day',
      '/nights',
      { device_time: now, nights: [{ night: '2026-01-01', minutes: 1441 }] },
      ['nights.0.minutes'],
    ],
    [
      'negative minutes',
      '/nights',
      { device_time: now, nights: [{ night: '2026-01-01', minutes: -1 }] },
      ['nights.0.minutes'],
    ],
    [
      'fractional minutes',
      '/nights',
      { device_time: now, nights: [{ night: '2026-01-01', minutes: 1.5 }] },
      ['nights.0.minutes'],
    ],
    [
      'a night with an invalid date',
      '/nights',
      { device_time: now, nights: [{ night: '2026-02-30', minutes: 1 }] },
      ['nights.0.night'],
    ],
    ['nights without a clock', '/nights', { nights: [{ night: '2026-01-01', minutes: 1 }] }, ['device_time']],
  ])('%s is refused and changes nothing', async (_title, path, body, fields) => {
    const world = await assigned();
    await record(world, {});
    const before = await recordsOf(world);
    const answer = await world.device.post(path, body);
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, fields.sort()]);
    expect(await recordsOf(world)).toEqual(before);
  });

  test('of a megabyte is too large', async () => {
    const { device } = await assigned();
    expect((await device.post('/settings/report', { values: { mode: 'x'.repeat(1_000_000) } })).status).toBe(413);
  });
});
