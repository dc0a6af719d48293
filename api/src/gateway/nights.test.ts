import { beforeEach, describe, expect, test } from '@jest/globals';
import { asDevice, type TestDevice } from '../../test/device.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';
import { instantOf, keptNights, rightNight, runningNight } from './gateway-clock.ts';

usePortal();

const DAY = 86_400_000;
const clock = (shift = 0) => new Date(Date.now() + shift).toISOString();
/** The last night that is certainly over, by the UTC calendar. */
const LAST = runningNight(clock(-DAY), new Date(Date.now() - DAY));
const ago = (days: number) => addDays(LAST, -days);

let staff: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let device: TestDevice;
beforeEach(async () => {
  staff = await asViewer();
  [patient, machine] = [await makePatient(staff.orgId), await makeMachine(staff.orgId)];
  await makeHistory(patient, machine, { start_date: ago(100) });
  device = asDevice(machine.serial);
});

const send = async (nights: object[], deviceTime = clock()) =>
  (await device.post('/nights', { device_time: deviceTime, nights })).body.data as {
    night: string;
    date: string;
    result: string;
    reason: string | null;
  }[];
const results = async (...args: Parameters<typeof send>) =>
  (await send(...args)).map(({ result, reason }) => reason ?? result);
const stored = async () =>
  (
    await admin.query(
      'select patient_id, night::text, source, overruled, minutes, ahi::float from usage_nights where machine_id = $1 order by night, source',
      [machine.id],
    )
  ).rows;
const bring = (source: string, night: string) =>
  make('usage_nights', {
    org_id: patient.orgId,
    patient_id: patient.id,
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night,
    source,
    overruled: false,
    minutes: 100,
  });

describe('the nights of a device', () => {
  test("are stored by the evening's date, and the newest one is the patient's last report", async () => {
    expect(
      await results([
        { night: ago(1), minutes: 400, ahi: 2.5, pressure: 9.5, p95: 11, leak: 4 },
        { night: LAST, minutes: 0 },
      ]),
    ).toEqual(['stored', 'stored']);
    expect(await stored()).toEqual([
      { patient_id: patient.id, night: ago(1), source: 'wireless', overruled: false, minutes: 400, ahi: 2.5 },
      { patient_id: patient.id, night: LAST, source: 'wireless', overruled: false, minutes: 0, ahi: null },
    ]);
    expect((await admin.query('select last_report::text from patients where id = $1', [patient.id])).rows).toEqual([
      { last_report: LAST },
    ]);
  });

  test('sent again, twice in one body and many times at once, are stored once; the last version of a night counts', async () => {
    await send([{ night: LAST, minutes: 100 }]);
    expect(await results([{ night: LAST, minutes: 100 }])).toEqual(['unchanged']);
    expect(
      await results([
        { night: LAST, minutes: 200 },
        { night: LAST, minutes: 300 },
      ]),
    ).toEqual(['stored', 'stored']);
    const nights = Array.from({ length: 30 }, (_, age) => ({ night: ago(age), minutes: 300 }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => device.post('/nights', { device_time: clock(), nights })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await stored()).map(({ minutes }) => minutes)).toEqual(nights.map(({ minutes }) => minutes));
  });

  test('overrule data from a card or a code', async () => {
    await bring('sd', LAST);
    await bring('qr', LAST);
    await bring('sd', ago(1));
    await send([{ night: LAST, minutes: 300 }]);
    expect((await stored()).map(({ night, source, overruled }) => [night, source, overruled])).toEqual([
      [ago(1), 'sd', false],
      [LAST, 'qr', true],
      [LAST, 'sd', true],
      [LAST, 'wireless', false],
    ]);
  });

  test('belong to the patient who had the device then, and nights without a patient are kept', async () => {
    const former = await makePatient(staff.orgId);
    await makeHistory(former, machine, { start_date: ago(300), end_date: ago(200) });
    expect(
      await results([
        { night: ago(201), minutes: 10 },
        { night: ago(200), minutes: 20 },
        { night: ago(101), minutes: 30 },
        { night: ago(100), minutes: 40 },
        { night: ago(301), minutes: 50 },
      ]),
    ).toEqual(['stored', 'not_assigned', 'not_assigned', 'stored', 'not_assigned']);
    expect((await stored()).map(({ patient_id: whose, minutes }) => [whose, minutes])).toEqual([
      [null, 50],
      [former.id, 10],
      [null, 20],
      [null, 30],
      [patient.id, 40],
    ]);
  });

  test('include the one that begins this evening, and not the next one', async () => {
    // A place where it is between 18:00 and 19:00 now: far from noon, when the night changes.
    const offset = ((18 - new Date().getUTCHours() + 11) % 24) - 11;
    const local = new Date(Date.now() + offset * 3_600_000).toISOString();
    const deviceTime = local.replace('Z', `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`);
    const today = local.slice(0, 10);
    const nights = [
      { night: today, minutes: 10 },
      { night: addDays(today, 1), minutes: 10 },
    ];
    expect(await results(nights, deviceTime)).toEqual(['stored', 'future']);
  });

  test('that have not begun are refused individually', async () => {
    expect(
      await results([
        { night: addDays(LAST, 3), minutes: 300 },
        { night: LAST, minutes: 300 },
        { night: '2199-12-31', minutes: 1 },
      ]),
    ).toEqual(['future', 'stored', 'future']);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ['twenty years behind', -7305],
    ['three days ahead', 3],
    ['sixty years ahead', 21_915],
  ])('by a clock that is %s are corrected', async (_title, days) => {
    const [first, second] = [addDays(ago(1), days), addDays(LAST, days)];
    expect(
      await send(
        [
          { night: first, minutes: 300 },
          { night: second, minutes: 301 },
        ],
        clock(days * DAY),
      ),
    ).toEqual([
      { night: first, date: ago(1), result: 'stored', reason: null },
      { night: second, date: LAST, result: 'stored', reason: null },
    ]);
    expect((await stored()).map(({ night }) => night)).toEqual([ago(1), LAST]);
  });

  test("trigger a recalculation of the patient's compliance when they change data, and only then", async () => {
    const asked = async () =>
      (
        await admin.query(
          `select count(*)::int as jobs from pgboss.job where name = 'recompute-compliance' and singleton_key = $1`,
          [String(patient.id)],
        )
      ).rows[0].jobs;
    await running().app.queue.stop(); // so that a new job remains visible
    await send([{ night: LAST, minutes: 300 }]);
    expect(await asked()).toBe(1);
    await admin.query('delete from pgboss.job where singleton_key = $1', [String(patient.id)]);
    await send([{ night: LAST, minutes: 300 }]);
    expect(await asked()).toBe(0);
  });
});

describe('the measurements of a night', () => {
  const ALL = {
    minutes: 400,
    sessions: 2,
    obstructive_apneas: 5,
    central_apneas: 1,
    unclassified_apneas: 0,
    hypopneas: 9,
    reras: 3,
    ahi: 2.3,
    pressure: 9.5,
    p95: 11,
    leak: 4,
    sni: 6.5,
    record_no: 71,
  };
  const row = async () =>
    (
      await admin.query(
        `select minutes, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, ahi::float, pressure::float,
                p95::float, leak::float, sni::float, record_no from usage_nights where machine_id = $1`,
        [machine.id],
      )
    ).rows[0];

  test('are stored as the device sent them', async () => {
    await send([{ night: LAST, ...ALL }]);
    expect(await row()).toEqual(ALL);
  });

  test('that an older device does not send are not available, which is not 0', async () => {
    await send([{ night: LAST, minutes: 0 }]);
    expect(await row()).toEqual({ ...Object.fromEntries(Object.keys(ALL).map((name) => [name, null])), minutes: 0 });
  });

  test('are replaced while the night grows, and not by an older body that arrives late', async () => {
    await send([{ night: LAST, ...ALL }]);
    expect(await results([{ night: LAST, ...ALL, minutes: 399, hypopneas: 8 }])).toEqual(['unchanged']);
    expect(await row()).toEqual(ALL);
    expect(await results([{ night: LAST, ...ALL, hypopneas: 10 }])).toEqual(['stored']);
    expect(await row()).toEqual({ ...ALL, hypopneas: 10 });
  });

  test.each([
    ['sessions', 1000],
    ['sessions', 1.5],
    ['hypopneas', 5001],
    ['reras', -1],
    ['record_no', 2_147_483_648],
    ['sni', '6'],
  ])('out of range are refused at their field: %s %s', async (name, value) => {
    const answer = await device.post('/nights', {
      device_time: clock(),
      nights: [{ night: LAST, ...ALL, [name]: value }],
    });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [`nights.0.${name}`]]);
  });

  test('include a number that staff has set to 0: it stays, and the device counts on from 1', async () => {
    await send([{ night: ago(1), ...ALL }]);
    await admin.query('update usage_nights set record_no = 0 where machine_id = $1', [machine.id]);
    expect(await results([{ night: ago(1), ...ALL }])).toEqual(['unchanged']);
    await send([
      { night: ago(1), ...ALL, minutes: 410 },
      { night: LAST, ...ALL, record_no: 1 },
    ]);
    const { rows } = await admin.query(
      'select record_no, minutes from usage_nights where machine_id = $1 order by night',
      [machine.id],
    );
    expect(rows).toEqual([
      { record_no: 0, minutes: 410 },
      { record_no: 1, minutes: 400 },
    ]);
  });
});

describe('a night keeps', () => {
  const kept = async () =>
    (
      await admin.query(
        `select night::text, device_date::text as device, drift_seconds::int as drift, now() - arrived_at < interval '1 minute' as just
           from usage_nights where machine_id = $1 order by night`,
        [machine.id],
      )
    ).rows;

  test("the device's own date, the drift of its clock, and when it arrived first", async () => {
    const device = addDays(LAST, -3);
    await send([{ night: device, minutes: 300 }], clock(-3 * DAY));
    await send([{ night: LAST, minutes: 310 }]);
    expect(await kept()).toEqual([{ night: LAST, device, drift: 3 * 86_400, just: true }]);
  });

  test('its own date when it was recorded before the clock changed: the drift would move it into the future', async () => {
    // The clock fell back by ten days, and the device still has nights of before.
    const [before, after] = [ago(4), addDays(ago(1), -10)];
    expect(
      await send(
        [
          { night: before, minutes: 300 },
          { night: after, minutes: 301 },
        ],
        clock(-10 * DAY),
      ),
    ).toEqual([
      { night: before, date: before, result: 'stored', reason: null },
      { night: after, date: ago(1), result: 'stored', reason: null },
    ]);
  });

  test('its own date when another night of the body has the date to which the drift would move it: none is lost', async () => {
    // The clock was right, and fell back by ten days: the drift would move the nights of 16 and 15 days ago to the last two.
    const nights = [16, 15, 12, 6, 5].map((days, index) => ({ night: ago(days), minutes: 300 + index }));
    const outcomes = await send(nights, clock(-10 * DAY));
    expect(outcomes.map(({ date }) => date)).toEqual([16, 15, 2, 6, 5].map(ago));
    expect(outcomes.map(({ result }) => result)).toEqual(nights.map(() => 'stored'));
    const { rows } = await admin.query('select minutes from usage_nights where machine_id = $1 order by minutes', [
      machine.id,
    ]);
    expect(rows).toEqual(nights.map(({ minutes }) => ({ minutes })));
  });
});

describe('a night that is sent again', () => {
  const FELL_BACK = clock(-10 * DAY);
  const night = (days: number, minutes: number, more = {}) => ({ night: ago(days), minutes, ahi: 4.25, ...more });
  const outcome = async (...args: Parameters<typeof send>) =>
    (await send(...args)).map(({ date, result }) => [date, result]);
  const minutesOf = async () => (await stored()).map((row) => [row.night, row.minutes]);

  test('keeps its date when the clock fell back since, and takes the place of no other night', async () => {
    await send([night(16, 310), night(6, 300)]);
    // By the drift, the night of 16 days ago is that of 6 days ago.
    expect(await outcome([night(16, 310), night(12, 320)], FELL_BACK)).toEqual([
      [ago(16), 'unchanged'],
      [ago(2), 'stored'],
    ]);
    expect(await minutesOf()).toEqual([
      [ago(16), 310],
      [ago(6), 300],
      [ago(2), 320],
    ]);
  });

  test('keeps its date when the drift would have moved it into the future, and would not any more', async () => {
    expect(await outcome([night(4, 300)], FELL_BACK)).toEqual([[ago(4), 'stored']]);
    expect(await outcome([night(4, 300)], clock(-3 * DAY))).toEqual([[ago(4), 'unchanged']]);
  });

  test('keeps its date when the clock was set right since, and an older one moves by the same days', async () => {
    expect(await outcome([night(15, 300)], FELL_BACK)).toEqual([[ago(5), 'stored']]);
    // The night of 8 days ago would be newer than the repeated one: another clock recorded it.
    expect(await outcome([night(17, 305), night(15, 300), night(8, 290), night(3, 310)])).toEqual([
      [ago(7), 'stored'],
      [ago(5), 'unchanged'],
      [ago(8), 'stored'],
      [ago(3), 'stored'],
    ]);
  });

  test('is the same one after staff has set its record number to 0', async () => {
    await send([night(16, 300, { record_no: 7 })]);
    await admin.query('update usage_nights set record_no = 0 where machine_id = $1', [machine.id]);
    expect(await outcome([night(16, 300, { record_no: 7 })], FELL_BACK)).toEqual([[ago(16), 'unchanged']]);
  });

  test.each([
    ['other minutes', { minutes: 301 }],
    ['another AHI', { ahi: 4.5 }],
    ['another record number', { record_no: 8 }],
    ['no record number', { record_no: null }],
  ])('is another night when it has %s: the clock came to the same date twice', async (_title, more) => {
    await send([night(16, 300, { record_no: 7 })]);
    expect(await outcome([night(16, 300, { record_no: 7, ...more })], FELL_BACK)).toEqual([[ago(6), 'stored']]);
    expect((await minutesOf()).map(([date]) => date)).toEqual([ago(16), ago(6)]);
  });

  test('is not replaced by a night of another record, which keeps its own date', async () => {
    await send([night(6, 300, { record_no: 20 })]);
    expect(await outcome([night(16, 310, { record_no: 10 })], FELL_BACK)).toEqual([[ago(16), 'stored']]);
    expect(await minutesOf()).toEqual([
      [ago(16), 310],
      [ago(6), 300],
    ]);
  });

  test('with two record numbers is two nights: the clock fell back between them', async () => {
    const twice = [night(12, 300, { record_no: 5 }), night(12, 310, { record_no: 9 })];
    expect(await outcome(twice, FELL_BACK)).toEqual([
      [ago(12), 'stored'],
      [ago(2), 'stored'],
    ]);
    expect(await outcome(twice, FELL_BACK)).toEqual([
      [ago(12), 'unchanged'],
      [ago(2), 'unchanged'],
    ]);
  });
});

describe('nights that arrive before their assignment', () => {
  const late = async () => {
    const [free, owner] = [await makeMachine(staff.orgId), await makePatient(staff.orgId)];
    await asDevice(free.serial).post('/nights', {
      device_time: clock(),
      nights: [
        { night: ago(3), minutes: 300 },
        { night: ago(1), minutes: 310 },
      ],
    });
    return { free, owner };
  };
  const patientsOf = async ({ id }: Ref) =>
    (await admin.query('select patient_id from usage_nights where machine_id = $1 order by night', [id])).rows.map(
      ({ patient_id }) => patient_id as number | null,
    );
  const recomputed = async () =>
    (
      await admin.query(
        "select singleton_key as id from pgboss.job where name = 'recompute-compliance' and state < 'active' order by 1",
      )
    ).rows.map(({ id }) => Number(id));
  const rest = (method: string, path: string, body: object) => staff.rest(method, path, body);

  test('become the patient’s when one is made or dated back, leave with its dates, and compliance follows', async () => {
    await running().app.queue.stop(); // so that new jobs remain visible
    await admin.query("delete from pgboss.job where name = 'recompute-compliance'");
    const { free, owner } = await late();
    expect([await patientsOf(free), await recomputed()]).toEqual([[null, null], []]);
    const form = { serial_number: free.serial, pin_number: null, start_date: ago(2) };
    const made = await rest('POST', `/api/patients/${owner.id}/devices`, form);
    expect([made.status, await patientsOf(free), await recomputed()]).toEqual([201, [null, owner.id], [owner.id]]);

    await admin.query("delete from pgboss.job where name = 'recompute-compliance'");
    const id = made.body.data.history_id;
    const change = (dates: object) => rest('PATCH', `/api/patients/${owner.id}/devices/${id}`, dates);
    expect((await change({ start_date: ago(5) })).status).toBe(200);
    expect([await patientsOf(free), await recomputed()]).toEqual([[owner.id, owner.id], [owner.id]]);

    await admin.query("delete from pgboss.job where name = 'recompute-compliance'");
    expect((await change({ start_date: ago(5), end_date: ago(2) })).status).toBe(200);
    expect([await patientsOf(free), await recomputed()]).toEqual([[owner.id, null], [owner.id]]);
  });

  test('of a deleted assignment of another patient move too, and the compliance of both is recalculated', async () => {
    const { free, owner } = await late();
    const former = await makePatient(staff.orgId);
    await admin.query('update usage_nights set org_id = $2, patient_id = $3 where machine_id = $1', [
      free.id,
      former.orgId,
      former.id,
    ]);
    await admin.query("delete from pgboss.job where name = 'recompute-compliance'");
    await rest('POST', `/api/patients/${owner.id}/devices`, {
      serial_number: free.serial,
      pin_number: null,
      start_date: ago(5),
    });
    expect(await patientsOf(free)).toEqual([owner.id, owner.id]);
    expect(await recomputed()).toEqual([owner.id, former.id].sort((a, b) => a - b));
  });

  test('of a machine without nights concern its patient alone, whose days to call follow', async () => {
    const [free, owner] = [await makeMachine(staff.orgId), await makePatient(staff.orgId)];
    await admin.query("delete from pgboss.job where name = 'recompute-compliance'");
    await rest('POST', `/api/patients/${owner.id}/devices`, {
      serial_number: free.serial,
      pin_number: null,
      start_date: ago(5),
    });
    expect(await recomputed()).toEqual([owner.id]);
  });
});

describe('the clock', () => {
  const now = new Date('2026-05-02T03:00:00Z');

  test('that is off by any number of days gives each night of a body a date of its own', () => {
    const last = '2026-05-01';
    for (let drift = -40; drift <= 40; drift += 1)
      for (let seed = 1; seed < 64; seed += 1) {
        // Nights of the last sixty days, in a pattern of each seed.
        const days = Array.from({ length: 61 }, (_, day) => day).filter((day) => (day * seed) % 7 < 3);
        const nights = days.map((day) => ({ night: addDays(last, -day), storedOn: null, taken: false }));
        const kept = keptNights(nights, drift * DAY, last);
        if (new Set(kept).size < nights.length)
          throw new Error(`${drift} days, seed ${seed}: two nights have one date`);
      }
  });

  test.each([
    ['before noon in New York', '2026-05-02T11:59:00-04:00', '2026-05-02T15:59:00Z', '2026-05-01'],
    ['at noon in New York', '2026-05-02T12:00:00-04:00', '2026-05-02T16:00:00Z', '2026-05-02'],
    ['before noon in Kolkata', '2026-05-02T11:59:00+05:30', '2026-05-02T06:29:00Z', '2026-05-01'],
    ['at noon in Kolkata', '2026-05-02T12:00:00+05:30', '2026-05-02T06:30:00Z', '2026-05-02'],
  ])('%s the night changes', (_title, deviceTime, at, night) => {
    expect(runningNight(deviceTime, new Date(at))).toBe(night);
  });

  test.each([
    ['in the evening in New York', '2026-05-01T23:00:00-04:00', '2026-05-01'],
    ['in the morning in Tokyo', '2026-05-02T12:00:00+09:00', '2026-05-02'],
    ['before noon in Tokyo', '2026-05-02T11:59:00+08:59', '2026-05-01'],
    ['by UTC', '2026-05-02T03:00:00Z', '2026-05-01'],
    ['by a clock set to 1999', '1999-12-31T23:00:00-04:00', '2026-05-01'],
  ])('%s the current night has the date of the evening there', (_title, deviceTime, night) => {
    expect(runningNight(deviceTime, now)).toBe(night);
  });

  test.each([
    [0, '2026-05-01'],
    [11, '2026-05-01'],
    [-11, '2026-05-01'],
    [13, '2026-05-02'],
    [-13, '2026-04-30'],
    [24 * 365, '2027-05-01'],
  ])('that is %i hours behind moves a night by whole days', (hours, night) => {
    expect(rightNight('2026-05-01', hours * 3_600_000)).toBe(night);
  });

  test.each([
    ['two hours ago', '2026-05-02T01:00:00Z', '2026-05-02T03:00:00Z', '2026-05-02T01:00:00.000Z'],
    ['two hours ago by a clock of 2001', '2001-01-01T01:00:00Z', '2001-01-01T03:00:00Z', '2026-05-02T01:00:00.000Z'],
    ['in the future', '2026-05-02T05:00:00Z', '2026-05-02T03:00:00Z', '2026-05-02T03:00:00.000Z'],
    ['without a clock', '2026-05-02T01:00:00Z', undefined, '2026-05-02T03:00:00.000Z'],
    ['longer ago than any valid time', '1970-01-01T00:00:00Z', '2199-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('dates what happened %s', (_title, happened, deviceTime, instant) => {
    expect(instantOf(happened, deviceTime, now).toISOString()).toBe(instant);
  });
});
