import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
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
import { cardNight as night, cardReading, storedUpload } from '../../test/stored-card.ts';
import { until } from '../../test/until.ts';
import { openDatabase } from '../db/orm.ts';
import { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import { sweepUploads } from './uploads.jobs.ts';
import { readUpload } from './uploads-reading.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-confirm-`));
usePortalHere({ dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let history: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: '2026-01-01' });
  machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
});

const job = () => Context.of(running().app, { kind: 'jobs' }, 'test');
const neverParsed = () => Promise.reject(new Error('the files are not read again'));
const nights = (first: string, count: number, minutes = 420) =>
  Array.from({ length: count }, (_, index) => night(addDays(first, index), minutes));
/** Runs the job of an upload that was sent with a preview; returns its id. */
async function waiting(reading: CardReading, as = viewer): Promise<number> {
  const id = await storedUpload(as, { preview: true });
  await readUpload(job(), id, async () => reading);
  return id;
}
const written = (id: number) => readUpload(job(), id, neverParsed);
const wireless = (date: string, source = 'wireless') =>
  make('usage_nights', { machine_org_id: machine.orgId, machine_id: machine.id, night: date, source, minutes: 300 });
const rowOf = async (id: number) =>
  (
    await admin.query('select state, preview, sent_by, user_id, night_count, added_count from uploads where id = $1', [
      id,
    ])
  ).rows[0];
const nightsOf = async () =>
  (
    await admin.query(
      `select night::text, source, minutes, overruled from usage_nights where machine_id = $1 order by night, source`,
      [machine.id],
    )
  ).rows.map((row) => [row.night, row.source, row.minutes, row.overruled]);

const CHECK = `query ($input: ConfirmUploadInput!) { checkConfirmUpload(input: $input) {
  version nights { date minutes outcome overruledBy overrules } settings { night isCurrent values { name value } }
  patients { patient { id databaseId } nights before { state compliantDays } after { state compliantDays metOn } } userErrors { field code }
} }`;
const check = async (id: number, as = viewer) => {
  const { data, errors } = await as.gql(CHECK, { input: { uploadId: String(id) } });
  expect(errors).toBeUndefined();
  return data.checkConfirmUpload;
};
const confirm = async (id: number, version?: string, as = viewer) => {
  const { data, errors } = await as.gql(
    'mutation ($input: ConfirmUploadInput!) { confirmUpload(input: $input) { upload { state } userErrors { field code } } }',
    { input: { uploadId: String(id), version } },
  );
  expect(errors).toBeUndefined();
  return data.confirmUpload;
};
const CANCEL = 'mutation ($input: CancelUploadInput!) { cancelUpload(input: $input) { userErrors { code } } }';
const cancel = (id: number, as = viewer) => as.gql(CANCEL, { input: { uploadId: String(id) } });
const refusedAs = (code: string, field = '') => ({ upload: null, userErrors: [{ field, code }] });
const saved = { upload: { state: 'QUEUED' }, userErrors: [] };

/** Runs while each login has one connection: what needs a second one of the same login waits for itself. */
async function overOneConnection<T>(work: () => Promise<T>): Promise<T> {
  const { db } = running().app;
  const { pools, connections } = db;
  const single = await openDatabase(db.logins, { org: 1, support: 1, auth: 1, background: 1 });
  Object.assign(db, { pools: single.pools, connections: single.connections });
  try {
    return await work();
  } finally {
    Object.assign(db, { pools, connections });
    await single.close();
  }
}

test('an upload is looked at and confirmed over one connection of each login', async () => {
  const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 3)));
  await overOneConnection(async () => {
    const found = await check(id);
    expect(found.nights).toHaveLength(3);
    expect(await confirm(id, found.version)).toEqual(saved);
  });
});

describe('an upload with a preview', () => {
  test('stops before nights are written, and says which nights it would add, which are overruled and by what', async () => {
    await wireless('2026-01-02');
    await wireless('2026-01-03', 'qr');
    const before = await nightsOf();
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 3)));
    expect([await rowOf(id), await nightsOf()]).toEqual([
      expect.objectContaining({ state: 'to_confirm', night_count: 3, added_count: 0 }),
      before,
    ]);
    const found = await check(id);
    const [added, none] = [
      { minutes: 420, outcome: 'ADDED' },
      { overruledBy: null, overrules: [] },
    ];
    expect(found.nights).toEqual([
      { date: '2026-01-01', ...added, ...none },
      { date: '2026-01-02', ...added, ...none, overruledBy: 'WIRELESS' },
      { date: '2026-01-03', ...added, ...none, overrules: ['QR'] },
    ]);
    expect(await nightsOf()).toEqual(before);
  });

  test('overrules no night of a deleted assignment on a date without one', async () => {
    await wireless('2026-01-01', 'qr');
    await admin.query('delete from device_history where id = $1', [history]);
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 1)));
    const found = await check(id);
    expect(found.nights).toMatchObject([{ outcome: 'ADDED', overruledBy: null, overrules: [] }]);
    expect(await confirm(id, found.version)).toEqual(saved);
    await written(id);
    expect(await nightsOf()).toEqual([
      ['2026-01-01', 'qr', 300, false],
      ['2026-01-01', 'sd', 420, false],
    ]);
  });

  test('says per patient what compliance is and would be; what is written then is what was said', async () => {
    await read(cardReading(machine.serial, [...nights('2026-01-01', 4), night('2026-01-05', 100)]));
    const reading = cardReading(machine.serial, [...nights('2026-01-04', 1, 500), ...nights('2026-01-05', 21)]);
    const id = await waiting(reading);
    const found = await check(id);
    expect(
      found.nights.slice(0, 3).map(({ date, outcome }: { date: string; outcome: string }) => [date, outcome]),
    ).toEqual([
      ['2026-01-04', 'KNOWN'],
      ['2026-01-05', 'LONGER'],
      ['2026-01-06', 'ADDED'],
    ]);
    expect(found.patients).toEqual([
      {
        patient: expect.objectContaining({ databaseId: patient.id }),
        nights: 21,
        before: { state: expect.any(String), compliantDays: 4 },
        after: { state: 'MET', compliantDays: 25, metOn: '2026-01-21' },
      },
    ]);
    expect(await confirm(id, found.version)).toEqual(saved);
    await written(id);
    expect(await rowOf(id)).toMatchObject({ state: 'parsed', preview: false, added_count: 21 });
    const rows = await nightsOf();
    expect(rows.slice(3, 6)).toEqual([
      ['2026-01-04', 'sd', 420, false],
      ['2026-01-05', 'sd', 420, false],
      ['2026-01-06', 'sd', 420, false],
    ]);
    const again = await waiting(reading);
    const after = await check(again);
    expect(new Set(after.nights.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['KNOWN']));
    expect(after.patients).toEqual([]);
  });

  test('says which settings it would collect, and whether they would be the current ones', async () => {
    const settings = [{ night: '2026-01-02', changedAt: null, values: { mode: 'AutoCPAP', min_apap: 6 } }];
    const id = await waiting(
      cardReading(machine.serial, nights('2026-01-01', 2), { settings } as Partial<CardReading>),
    );
    expect((await check(id)).settings).toEqual({
      night: '2026-01-02',
      isCurrent: true,
      values: [
        { name: 'mode', value: 'AutoCPAP' },
        { name: 'min_apap', value: '6.0' },
      ],
    });
    const { rows } = await admin.query('select id from settings_records where history_id = $1', [history]);
    expect(rows).toEqual([]);
    await make('settings_records', {
      org_id: patient.orgId,
      patient_id: patient.id,
      history_id: history,
      status: 'current',
      values: { mode: 'AutoCPAP', min_apap: 9 },
      collected_at: '2026-02-01T00:00:00Z',
      source: 'wireless',
    });
    expect((await check(id)).settings.isCurrent).toBe(false);
  });

  test('shows each file with its warnings while it waits', async () => {
    const id = await waiting(
      cardReading(machine.serial, nights('2026-01-01', 1), {
        files: [{ name: 'A.idx', format: 'g3x-idx', outcome: 'partly' }],
        warnings: [{ code: 'record.damaged', file: 'A.idx', night: null, count: 3 }],
      }),
    );
    const { data } = await viewer.gql(
      'query ($id: ID!) { upload(uploadId: $id) { state serial files { state warnings { message } } } }',
      { id: String(id) },
    );
    expect(data.upload).toEqual({
      state: 'TO_CONFIRM',
      serial: machine.serial,
      files: [{ state: 'PARTLY', warnings: [{ message: 'Damaged records that were left out: 3.' }] }],
    });
  });

  test('of a device that the sender does not see is refused as without a preview', async () => {
    const id = await waiting(cardReading('NONE1', nights('2026-01-01', 1)));
    expect(await rowOf(id)).toMatchObject({ state: 'refused', preview: true });
    expect((await check(id)).userErrors).toEqual([{ field: '', code: 'uploads.not_waiting' }]);
  });

  test('leaves nights of patients out that the viewer does not see, also when a colleague sent it', async () => {
    const other = await asViewer();
    await admin.query('update device_history set end_date = $2 where id = $1', [history, '2026-01-03']);
    await makeHistory(await makePatient(other.orgId), machine, { start_date: '2026-01-03', end_date: '2026-01-05' });
    const found = await check(await waiting(cardReading(machine.serial, nights('2026-01-01', 5))));
    expect(found.nights.map(({ date }: { date: string }) => date)).toEqual(['2026-01-01', '2026-01-02', '2026-01-05']);
  });
});

describe('the confirmation', () => {
  test('of what has changed since is refused, and shows what would change now', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 2)));
    const { version } = await check(id);
    await wireless('2026-01-02');
    expect(await confirm(id, version)).toEqual(refusedAs('conflict'));
    const now = await check(id);
    expect([now.version === version, now.nights[1].overruledBy]).toEqual([false, 'WIRELESS']);
    expect(await confirm(id, now.version)).toEqual(saved);
  });

  test('overtaken by a night that arrives before the job writes has the upload wait again', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 2)));
    expect(await confirm(id, (await check(id)).version)).toEqual(saved);
    await wireless('2026-01-02');
    await written(id);
    expect([(await rowOf(id)).state, (await nightsOf()).length]).toEqual(['to_confirm', 1]);
    expect(await confirm(id, (await check(id)).version)).toEqual(saved);
    await written(id);
    expect([(await rowOf(id)).state, (await nightsOf()).length]).toEqual(['parsed', 3]);
  });

  test('without a version writes whatever it is', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 2)));
    expect(await confirm(id)).toEqual(saved);
    await wireless('2026-01-02');
    await written(id);
    expect((await rowOf(id)).state).toBe('parsed');
  });

  test('of a colleague has the nights written with the rights of the colleague, once', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 2)));
    const colleague = await asViewer({ orgId: viewer.orgId });
    const [first, second] = await Promise.all([confirm(id, undefined, colleague), confirm(id, undefined, colleague)]);
    expect([first, second]).toContainEqual(saved);
    expect([first, second]).toContainEqual(refusedAs('uploads.not_waiting'));
    expect(await rowOf(id)).toMatchObject({ user_id: colleague.userId });
    await written(id);
    await written(id);
    expect([(await rowOf(id)).added_count, (await nightsOf()).length]).toEqual([2, 2]);
  });

  test('whose job is killed is repeated', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 2)));
    await confirm(id, (await check(id)).version);
    // A job that ended after it began: the row is being read, and nothing is written.
    await admin.query(`update uploads set state = 'parsing', attempts = 1 where id = $1`, [id]);
    await written(id);
    expect([(await rowOf(id)).state, (await nightsOf()).length]).toEqual(['parsed', 2]);
    const { rows } = await admin.query('select upload_id from upload_readings where upload_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('is not for another organization, nor without upload.device.usage', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 1)));
    const outsider = await asViewer();
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    const input = { uploadId: String(id) };
    for (const [as, code] of [
      [outsider, 'NOT_FOUND'],
      [reader, 'FORBIDDEN'],
    ] as const)
      for (const answer of [
        await as.gql(CHECK, { input }),
        await as.gql('mutation ($input: ConfirmUploadInput!) { confirmUpload(input: $input) { upload { id } } }', {
          input,
        }),
        await cancel(id, as),
      ])
        expect(answer.errors?.[0]?.extensions.code).toBe(code);
    expect((await rowOf(id)).state).toBe('to_confirm');
  });
});

describe('an upload that waits', () => {
  test('is discarded with everything that was read from it, once', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 2)));
    expect((await cancel(id)).data.cancelUpload).toEqual({ userErrors: [] });
    const { rows } = await admin.query(
      `select (select count(*)::int from uploads where id = $1) as uploads, (select count(*)::int from upload_files where upload_id = $1) as files,
              (select count(*)::int from upload_readings where upload_id = $1) as readings`,
      [id],
    );
    expect([rows, await nightsOf()]).toEqual([[{ uploads: 0, files: 0, readings: 0 }], []]);
    expect((await cancel(id)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    await readUpload(job(), id, neverParsed); // a job that is left does nothing
  });

  test('is discarded only before it is confirmed', async () => {
    const id = await waiting(cardReading(machine.serial, nights('2026-01-01', 2)));
    await confirm(id);
    expect((await cancel(id)).data.cancelUpload.userErrors).toEqual([{ code: 'uploads.not_waiting' }]);
    await written(id);
    expect((await cancel(id)).data.cancelUpload.userErrors).toEqual([{ code: 'uploads.not_waiting' }]);
    expect((await nightsOf()).length).toBe(2);
  });

  test('is discarded after 30 days, and not before', async () => {
    const [old, young] = [
      await waiting(cardReading(machine.serial, nights('2026-01-01', 1))),
      await waiting(cardReading(machine.serial, nights('2026-01-01', 1))),
    ];
    await admin.query(`update uploads set created_at = now() - interval '30 days 1 minute' where id = $1`, [old]);
    await admin.query(`update uploads set created_at = now() - interval '29 days 23 hours' where id = $1`, [young]);
    await runJob(sweepUploads, {});
    expect([await rowOf(old), (await rowOf(young)).state]).toEqual([undefined, 'to_confirm']);
  });
});

describe('POST /api/uploads', () => {
  let count = 0;
  const bytes = () => `preview ${(count += 1)}`;
  const send = (text: string, fields: Record<string, string> = {}) =>
    sendCard(viewer, [{ name: 'A.usr', bytes: text }], { fields });

  test.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
    ['', false],
  ])('with preview=%j is %s', async (preview, expected) => {
    const { status, body } = await send(bytes(), { preview });
    expect([status, (await rowOf(body.id)).preview]).toEqual([201, expected]);
  });

  test('without preview has none, and with another word is refused', async () => {
    expect((await rowOf((await send(bytes())).body.id)).preview).toBe(false);
    const { status, body } = await send(bytes(), { preview: 'maybe' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['preview']]);
  });

  test('of the same files without a preview has nothing wait any longer; with one it changes nothing', async () => {
    const text = bytes();
    const { body } = await send(text, { preview: '1' });
    expect((await send(text, { preview: '1' })).body.id).toBe(body.id);
    expect((await rowOf(body.id)).preview).toBe(true);
    expect((await send(text)).body.id).toBe(body.id);
    expect((await rowOf(body.id)).preview).toBe(false);

    // The queue may be reading the file.
    await until(async () => !['queued', 'parsing'].includes((await rowOf(body.id)).state));
    await admin.query(`update uploads set state = 'to_confirm', preview = true where id = $1`, [body.id]);
    expect((await send(text, { preview: '1' })).body).toMatchObject({ id: body.id, state: 'to_confirm' });
    expect((await send(text)).body).toMatchObject({ id: body.id, state: 'queued' });
    expect((await rowOf(body.id)).preview).toBe(false);
  });
});

/** Runs the job of an upload without a preview. */
async function read(reading: CardReading): Promise<void> {
  await readUpload(job(), await storedUpload(viewer), async () => reading);
}
