import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { openSocket, type Received } from '../../test/contract/socket.ts';
import { happened, timeOfDatabase } from '../../test/happened.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  superuserUrl,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { cardNight as night, cardReading, storedUpload } from '../../test/stored-card.ts';
import { setClock } from '../../test/second-factor.ts';
import { until } from '../../test/until.ts';
import { Context } from '../shared/context.ts';
import type { CardNight, CardReading } from './cards/card-reading.types.ts';
import { CardParseError } from './cards/parse-in-worker.ts';
import { readUpload } from './uploads-reading.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-reading-`));
usePortalHere({ dataDir });
beforeAll(() => running().app.queue.stop()); // which would run its jobs in a set time
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let history: number;

afterEach(() => setClock());
beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: '2026-01-01' });
  machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
});

/** What the files of a card of the patient's machine hold. The last night may have been running. */
const card = (nights: CardNight[], facts: Partial<CardReading> = {}): CardReading =>
  cardReading(machine.serial, nights, facts);
/** A stored upload without a job. */
const stored = (as = viewer, facts: Record<string, unknown> = {}): Promise<number> => storedUpload(as, facts);
const job = () => Context.of(running().app, { kind: 'jobs' }, 'test');
/** Reads a new upload that holds the card. */
async function read(reading: CardReading, as = viewer, facts: Record<string, unknown> = {}): Promise<number> {
  const id = await stored(as, facts);
  await readUpload(job(), id, async () => reading);
  return id;
}
const uploadOf = async (id: number) =>
  (
    await admin.query(
      'select state, reason, serial, machine_id, night_count, added_count, attempts from uploads where id = $1',
      [id],
    )
  ).rows[0];
const nightsOf = async (machineId = machine.id) =>
  (
    await admin.query(
      `select night::text, source, minutes, overruled, patient_id from usage_nights where machine_id = $1 order by night, source`,
      [machineId],
    )
  ).rows;
const sd = (date: string, minutes = 420, facts: object = {}) => ({
  night: date,
  source: 'sd',
  minutes,
  overruled: false,
  patient_id: patient.id,
  ...facts,
});

describe('the nights of a card', () => {
  test('are those of its machine, and of the patient of each date', async () => {
    const id = await read(card([night('2025-12-31', 300), night('2026-01-01'), night('2026-01-02', 0)]));
    expect(await nightsOf()).toEqual([
      sd('2025-12-31', 300, { patient_id: null }),
      sd('2026-01-01'),
      sd('2026-01-02', 0),
    ]);
    expect(await uploadOf(id)).toMatchObject({
      state: 'parsed',
      serial: machine.serial,
      machine_id: machine.id,
      night_count: 3,
      added_count: 3,
    });
    const { rows } = await admin.query(
      `select sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, ahi::float, pressure::float, p95::float, leak
         from usage_nights where machine_id = $1 and night = '2026-01-01'`,
      [machine.id],
    );
    expect(rows).toEqual([
      {
        sessions: 1,
        obstructive_apneas: 4,
        central_apneas: 1,
        unclassified_apneas: 0,
        hypopneas: 2,
        reras: null,
        ahi: 1,
        pressure: 8.5,
        p95: 10.5,
        leak: null,
      },
    ]);
  });

  test.each([
    ['America/New_York', '2026-05-01'],
    ['Asia/Tokyo', '2026-05-02'],
  ])('are of days up to today in the zone of the organization that sends it: %s', async (timezone, today) => {
    setClock(new Date('2026-05-02T03:59:00Z'));
    await admin.query('update organizations set timezone = $1 where id = $2', [timezone, viewer.orgId]);
    let last: string | null = null;
    await readUpload(job(), await stored(), async (_files, day) => {
      last = day;
      return card([night('2026-01-01')]);
    });
    expect(last).toBe(today);
  });

  test('are overruled by wireless nights, which stay, and overrule those of codes', async () => {
    const existing = (source: string, date: string) =>
      make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: date,
        source,
        minutes: 111,
      });
    await existing('wireless', '2026-01-01');
    await existing('qr', '2026-01-02');
    await read(card([night('2026-01-01'), night('2026-01-02')]));
    expect((await nightsOf()).map((row) => [row.night, row.source, row.minutes, row.overruled])).toEqual([
      ['2026-01-01', 'sd', 420, true],
      ['2026-01-01', 'wireless', 111, false],
      ['2026-01-02', 'qr', 111, true],
      ['2026-01-02', 'sd', 420, false],
    ]);
  });

  test('of an earlier card that are longer on a later one keep the time at which they first arrived', async () => {
    const arrived = async () =>
      (await admin.query('select minutes, arrived_at from usage_nights where machine_id = $1', [machine.id])).rows;
    for (const [minutes, time] of [
      [250, '2026-01-03T12:00:00Z'],
      [420, '2026-02-03T12:00:00Z'],
    ] as const) {
      const before = await timeOfDatabase();
      await read(card([night('2026-01-02', minutes)]));
      await happened(before, time);
    }
    expect(await arrived()).toEqual([{ minutes: 420, arrived_at: expect.any(Date) }]);
    expect((await arrived())[0].arrived_at.toISOString()).toMatch(/^2026-01-03T12:0/);
    const { data } = await viewer.gql(
      'query ($id: ID!) { patient(id: $id) { compliance(asOf: "2026-01-10") { compliantDays } } }',
      { id: String(patient.id) },
    );
    expect(data.patient.compliance.compliantDays).toBe(1);
  });

  test('of an earlier card stay with the patient of another organization whose assignment was deleted', async () => {
    const other = await asViewer();
    const former = await makePatient(other.orgId);
    const assignment = await makeHistory(former, machine, { start_date: '2025-06-01', end_date: '2025-07-01' });
    await read(card([night('2025-06-10', 300)]), other);
    await admin.query('delete from device_history where id = $1', [assignment]);
    await read(card([night('2025-06-10', 500)]));
    expect(await nightsOf()).toEqual([sd('2025-06-10', 300, { patient_id: former.id })]);
  });

  test('of an earlier card stay; only its last night is replaced, by a longer one', async () => {
    await read(card([night('2026-01-01', 400), night('2026-01-02', 100)]));
    const second = await read(card([night('2026-01-01', 500), night('2026-01-02', 380), night('2026-01-03', 50)]));
    expect((await uploadOf(second)).added_count).toBe(2);
    expect(await nightsOf()).toEqual([sd('2026-01-01', 400), sd('2026-01-02', 380), sd('2026-01-03', 50)]);
    // The second night is no longer the last one of its card; a shorter last night changes nothing.
    const third = await read(card([night('2026-01-02', 600), night('2026-01-03', 40)]));
    expect((await uploadOf(third)).added_count).toBe(0);
    expect(await nightsOf()).toEqual([sd('2026-01-01', 400), sd('2026-01-02', 380), sd('2026-01-03', 50)]);
  });

  test('of patients that the sender does not see are left out', async () => {
    const other = await asViewer();
    const theirs = await makePatient(other.orgId);
    const shared = await makeMachine(other.orgId);
    await makeHistory(theirs, shared, { start_date: '2026-01-01', end_date: '2026-01-03' });
    await makeHistory(patient, machine, { start_date: '2025-01-01', end_date: '2025-02-01' });
    await admin.query('update device_history set end_date = $2 where id = $1', [history, '2026-01-01']);
    await makeHistory(patient, shared, { start_date: '2026-01-03' });
    const reading = card([night('2026-01-02'), night('2026-01-03'), night('2026-01-04')]);
    const device = { ...reading.device!, serial: shared.serial };
    const id = await read({ ...reading, device });
    expect((await nightsOf(shared.id)).map((row) => [row.night, row.patient_id])).toEqual([
      ['2026-01-03', patient.id],
      ['2026-01-04', patient.id],
    ]);
    expect(await uploadOf(id)).toMatchObject({ night_count: 3, added_count: 2 });
  });

  test('of no patient are left out on days on which another organization had the device', async () => {
    const other = await asViewer();
    await admin.query('update device_history set end_date = $2 where id = $1', [history, '2026-01-02']);
    const time = new Date('2026-01-03T18:00:00Z');
    await make('hand_offs', {
      ...{ org_id: other.orgId, user_id: other.userId, side: 'asker', kind: 'device', state: 'accepted' },
      ...{ serial: machine.serial, asked_by: 'Do*, Jan*', machine_org_id: machine.orgId, machine_id: machine.id },
      ...{ starts_on: '2026-01-03', created_at: time, expires_at: time, ended_at: time },
    });
    await admin.query('select machine_refresh_visible_orgs($1)', [machine.id]);
    const reading = card(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map((date) => night(date)));
    expect(await uploadOf(await read(reading))).toMatchObject({ night_count: 4, added_count: 2 });
    expect(await nightsOf()).toEqual([sd('2026-01-01'), sd('2026-01-02', 420, { patient_id: null })]);
    const theirs = await makePatient(other.orgId);
    await makeHistory(theirs, machine, { start_date: '2026-01-04' });
    expect(await uploadOf(await read(reading, other))).toMatchObject({ night_count: 4, added_count: 2 });
    expect((await nightsOf()).slice(2)).toEqual([
      sd('2026-01-03', 420, { patient_id: null }),
      sd('2026-01-04', 420, { patient_id: theirs.id }),
    ]);
  });

  test('change the compliance of the patient', async () => {
    await read(card([night('2026-01-01')]));
    const { rows } = await admin.query(
      `select count(*)::int as n from pgboss.job where name = 'recompute-compliance' and singleton_key = $1`,
      [String(patient.id)],
    );
    expect(rows[0].n).toBeGreaterThan(0);
  });

  test('of overlapping cards that are read at once are there once', async () => {
    const dates = Array.from({ length: 28 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
    const [one, other] = [
      card(dates.slice(0, 20).map((date) => night(date))),
      card(dates.slice(8).map((date) => night(date))),
    ];
    const ids = await Promise.all([read(one), read(other), read({ ...one, nights: one.nights.toReversed() })]);
    expect((await nightsOf()).map((row) => row.night)).toEqual(dates);
    const added = await Promise.all(ids.map(async (id) => (await uploadOf(id)).added_count as number));
    expect(added.reduce((sum, each) => sum + each)).toBe(28);
  });
});

describe('a card', () => {
  test.each<[string, string, () => Promise<Partial<CardReading>>]>([
    ['of two devices', 'two_serials', async () => ({ problem: { code: 'two_serials', serials: ['A', 'B'] } })],
    ['without a serial number', 'no_serial', async () => ({ device: null })],
    ['without usage', 'no_usage', async () => ({ nights: [] })],
    ['of an unknown device', 'serial_unknown', async () => ({ device: { ...card([]).device!, serial: 'NONE1' } })],
    [
      'of a device of another organization',
      'serial_unknown',
      async () => ({ device: { ...card([]).device!, serial: (await makeMachine(await makeOrganization())).serial } }),
    ],
  ])('%s is refused, and adds nothing', async (_name, reason, facts) => {
    const id = await read(card([night('2026-01-01')], await facts()));
    expect(await uploadOf(id)).toMatchObject({
      state: 'refused',
      reason,
      serial: null,
      machine_id: null,
      added_count: 0,
    });
    expect(await nightsOf()).toEqual([]);
    const { data } = await viewer.gql(
      'query ($id: ID!) { upload(uploadId: $id) { state reason machine { serial } } }',
      { id: String(id) },
    );
    expect(data.upload).toEqual({ state: 'REFUSED', reason: expect.stringMatching(/\.$/), machine: null });
  });

  test('of another device than the chosen one is refused', async () => {
    const chosen = await makeMachine(viewer.orgId);
    const facts = { machine_org_id: chosen.orgId, machine_id: chosen.id };
    expect((await uploadOf(await read(card([night('2026-01-01')]), viewer, facts))).reason).toBe('other_device');
  });

  test('whose file name has only the end of the serial number is that of the one device that ends so', async () => {
    const device = { ...card([]).device!, serial: machine.serial.slice(-8), serialFrom: 'name' as const };
    expect(await uploadOf(await read(card([night('2026-01-01')], { device })))).toMatchObject({
      machine_id: machine.id,
    });
    await makeMachine(viewer.orgId, { serial: `Z${machine.serial}` });
    expect((await uploadOf(await read(card([night('2026-01-02')], { device })))).reason).toBe('serial_unknown');
  });

  test('of a user who has left is refused', async () => {
    const leaver = await asViewer({ orgId: viewer.orgId });
    await admin.query('update users set active = false where id = $1', [leaver.userId]);
    expect((await uploadOf(await read(card([night('2026-01-01')]), leaver))).reason).toBe('sender_inactive');
  });

  test('with warnings is partly read, and each file says what was left out', async () => {
    const id = await read(
      card([night('2026-01-01')], {
        files: [{ name: 'A.idx', format: 'g3x-idx', outcome: 'partly' }],
        warnings: [
          { code: 'record.damaged', file: 'A.idx', night: null, count: 3 },
          { code: 'card.two_generations', file: null, night: null, count: 1 },
        ],
      }),
    );
    const { data } = await viewer.gql(
      'query ($id: ID!) { upload(uploadId: $id) { state warnings { message } files { state format warnings { code message count } } machine { serial } } }',
      { id: String(id) },
    );
    expect(data.upload).toEqual({
      state: 'PARTLY',
      machine: { serial: machine.serial },
      warnings: [{ message: 'The files are of both generations of cards.' }],
      files: [
        {
          state: 'PARTLY',
          format: 'G3X_IDX',
          warnings: [{ code: 'record.damaged', message: 'Damaged records that were left out: 3.', count: 3 }],
        },
      ],
    });
  });
});

describe('settings of a card', () => {
  const settings = (min: number, date = '2026-01-05') => [
    { night: date, changedAt: null, values: { mode: 'AutoCPAP', min_apap: min } },
  ];
  const recordsOf = async () =>
    (
      await admin.query(
        'select status, source, values, collected_at from settings_records where history_id = $1 order by collected_at, id',
        [history],
      )
    ).rows;

  test('are the current ones, collected via SD card, when the device has reported none since', async () => {
    await read(card([night('2026-01-05')], { settings: settings(6) }));
    expect(await recordsOf()).toEqual([
      {
        status: 'current',
        source: 'sd card',
        values: { mode: 'AutoCPAP', min_apap: 6 },
        collected_at: new Date('2026-01-06T17:00:00Z'),
      },
    ]);
    await read(card([night('2026-01-07')], { settings: settings(7, '2026-01-07') }));
    expect((await recordsOf()).map(({ status, values }) => [status, values.min_apap])).toEqual([
      ['past', 6],
      ['current', 7],
    ]);
  });

  test.each([
    ['America/New_York', '2026-01-06T17:00:00Z'],
    ['America/Los_Angeles', '2026-01-06T20:00:00Z'],
    ['Asia/Tokyo', '2026-01-06T03:00:00Z'],
  ])('are of the noon at which their night ends, in the zone of the organization: %s', async (timezone, noon) => {
    await admin.query('update organizations set timezone = $1 where id = $2', [timezone, viewer.orgId]);
    await read(card([night('2026-01-05')], { settings: settings(6) }));
    expect((await recordsOf()).map(({ collected_at }) => collected_at)).toEqual([new Date(noon)]);
  });

  test('are past ones when the device has reported others since, and a card that is read again adds none', async () => {
    await make('settings_records', {
      org_id: patient.orgId,
      patient_id: patient.id,
      history_id: history,
      status: 'current',
      values: { mode: 'AutoCPAP', min_apap: 9 },
      collected_at: '2026-02-01T00:00:00Z',
      source: 'wireless',
    });
    for (const minutes of [1, 2]) await read(card([night('2026-01-05', minutes)], { settings: settings(6) }));
    expect((await recordsOf()).map(({ status, source }) => [status, source])).toEqual([
      ['past', 'sd card'],
      ['current', 'wireless'],
    ]);
  });
});

describe('the job of an upload', () => {
  test('whose thread is killed is repeated, and each night is there once', async () => {
    const id = await stored();
    const killed = new CardParseError('ended', 'the thread ended with 1');
    await expect(readUpload(job(), id, () => Promise.reject(killed))).rejects.toBe(killed);
    expect([await uploadOf(id), await nightsOf()]).toEqual([
      expect.objectContaining({ state: 'parsing', attempts: 1 }),
      [],
    ]);
    for (const _time of [1, 2]) await readUpload(job(), id, async () => card([night('2026-01-01')]));
    expect([await uploadOf(id), await nightsOf()]).toEqual([
      expect.objectContaining({ state: 'parsed', attempts: 2, added_count: 1 }),
      [sd('2026-01-01')],
    ]);
  });

  test('that is killed while it adds nights leaves none; its repeat adds each once', async () => {
    const id = await stored();
    const other = new pg.Client({ connectionString: superuserUrl() });
    await other.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(7, $1)', [machine.id]);
    const reading = card([night('2026-01-01'), night('2026-01-02')]);
    const ended = readUpload(job(), id, async () => reading).catch((error: Error) => error);
    const waiting = async () =>
      (
        await admin.query(
          "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%pg_advisory_xact_lock(7%' and datname = current_database()",
        )
      ).rows[0]?.pid as number | undefined;
    let pid: number | undefined;
    await until(async () => (pid = await waiting()));
    await admin.query('select pg_terminate_backend($1)', [pid]);
    expect(await ended).toBeInstanceOf(Error);
    await other.query('rollback');
    await other.end();
    expect([await nightsOf(), (await uploadOf(id)).state]).toEqual([[], 'parsing']);
    await readUpload(job(), id, async () => reading);
    expect((await nightsOf()).map((row) => row.night)).toEqual(['2026-01-01', '2026-01-02']);
  });

  test('gives up after five repeats, or at once when the files cannot be read', async () => {
    const id = await stored(viewer, { attempts: 5, state: 'parsing' });
    await readUpload(job(), id, () => Promise.reject(new CardParseError('ended', 'x'))).catch(() => undefined);
    expect(await uploadOf(id)).toMatchObject({ state: 'refused', reason: 'unreadable' });
    const once = await stored();
    await readUpload(job(), once, () => Promise.reject(new CardParseError('deadline', 'x')));
    expect(await uploadOf(once)).toMatchObject({ state: 'refused', reason: 'unreadable', attempts: 1 });
  });

  test('is announced to those who see the upload, and to no one else', async () => {
    const id = await stored();
    const events: Received[] = [];
    const refused: unknown[] = [];
    const listen = (as: TestViewer, into: unknown[]) => {
      const socket = openSocket(as);
      socket.subscribe(
        {
          query: 'subscription ($id: ID!) { uploadProgress(uploadId: $id) { databaseId state } }',
          variables: { id: String(id) },
        },
        {
          next: (event) => void into.push(event),
          error: (error) => void into.push(error),
          complete: () => undefined,
        },
      );
      return socket;
    };
    const sockets = [listen(viewer, events), listen(await asViewer(), refused)];
    await until(() => running().app.pubsub.listeners('upload.changed') === 1 && refused.length === 1);
    await readUpload(job(), id, async () => card([night('2026-01-01')]));
    const states = () => events.map(({ data }) => (data!.uploadProgress as { state: string }).state);
    await until(() => states().includes('PARSED'));
    expect([states().at(-1), JSON.stringify(refused)]).toEqual(['PARSED', expect.stringContaining('NOT_FOUND')]);
    for (const socket of sockets) await socket.dispose();
  });
});
