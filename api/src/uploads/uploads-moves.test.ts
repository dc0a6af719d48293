import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { setClock } from '../../test/second-factor.ts';
import { cardNight as night, cardReading, storedUpload } from '../../test/stored-card.ts';
import { g3xCard } from '../demo/cards/g3x-card.ts';
import { legacyCard } from '../demo/cards/legacy-card.ts';
import { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import { readUploadJob } from './uploads.jobs.ts';
import { readUpload } from './uploads-reading.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-moves-`));
usePortalHere({ dataDir });
// Their uploads are months old to the sweep that runs at the start: it would have them read once more, and discard those
// that wait.
beforeAll(() => running().app.queue.stop());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let count = 0;

/** The days of the device, 30 days before the noon at which the tests run. */
const NOW = '2026-06-01T17:00:00Z';
beforeEach(async () => {
  setClock(new Date(NOW));
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: '2026-05-02' });
  count += 1;
  machine = await makeMachine(viewer.orgId, { serial: `F39${String(count).padStart(8, '0')}` });
  await makeHistory(patient, machine, { start_date: '2026-05-01' });
});
afterEach(() => setClock());

const job = () => Context.of(running().app, { kind: 'jobs' }, 'test');
const neverParsed = () => Promise.reject(new Error('the files are not read again'));
const nights = (first: string, days: number) =>
  Array.from({ length: days }, (_, index) => night(addDays(first, index)));
async function read(reading: CardReading, facts: Record<string, unknown> = {}): Promise<number> {
  const id = await storedUpload(viewer, { created_at: new Date(NOW), ...facts });
  await readUpload(job(), id, async () => reading);
  return id;
}
const card = (first: string, days: number, facts: Partial<CardReading> = {}) =>
  cardReading(machine.serial, nights(first, days), facts);
const waiting = (reading: CardReading) => read(reading, { preview: true });
const written = (id: number) => readUpload(job(), id, neverParsed);
const restOf = async (id: number) => (await viewer.rest('GET', `/api/uploads/${id}`)).body.data;
const rows = async (): Promise<unknown[]> =>
  (
    await admin.query(
      'select night::text, usage_date::text as date, patient_id as patient from usage_nights where machine_id = $1 order by night',
      [machine.id],
    )
  ).rows.map((row) => [row.night, row.date, row.patient]);
const log = async () =>
  (
    await admin.query(
      'select source, night::text, old_date::text, new_date::text, actor_user_id as actor, patient_id as patient from usage_date_changes where machine_id = $1 order by id',
      [machine.id],
    )
  ).rows;

interface Input {
  shiftDays?: number;
  version?: string;
}
const CHECK = `query ($input: ConfirmUploadInput!) { checkConfirmUpload(input: $input) {
  version nights { date recordedDate hasPatient outcome } unassigned { nights from to } patients { nights after { compliantDays } } userErrors { field code message }
} }`;
const check = async (id: number, input: Input = {}, as = viewer) => {
  const { data, errors } = await as.gql(CHECK, { input: { uploadId: String(id), ...input } });
  expect(errors).toBeUndefined();
  return data.checkConfirmUpload;
};
const CONFIRM =
  'mutation ($input: ConfirmUploadInput!) { confirmUpload(input: $input) { upload { state } userErrors { field code } } }';
const confirm = async (id: number, input: Input = {}) => {
  const { data, errors } = await viewer.gql(CONFIRM, { input: { uploadId: String(id), ...input } });
  expect(errors).toBeUndefined();
  return data.confirmUpload;
};
const saved = { upload: { state: 'QUEUED' }, userErrors: [] };
const codes = ({ userErrors }: { userErrors: { field: string; code: string }[] }) =>
  userErrors.map(({ field, code }) => [field, code]);
const stateOf = async (id: number) =>
  (await admin.query('select state, shift_days from uploads where id = $1', [id])).rows[0];

const MOVE = 'Send the files again with a review to move all nights to their right dates.';

describe('a card of which no night has a possible date', () => {
  test.each([
    ['of the present generation, in the future', g3xCard, '2027-01-01', `01/01/2027 to 01/12/2027. ${MOVE}`],
    ['of the legacy generation, in the future', legacyCard, '2027-01-01', `01/01/2027 to 01/12/2027. ${MOVE}`],
    ['of the present generation, within 20 years', g3xCard, '2006-08-01', `08/01/2006 to 08/12/2006. ${MOVE}`],
    ['of the present generation, before that', g3xCard, '2005-01-01', '01/01/2005 to 01/12/2005.'],
    ['of the legacy generation, before that', legacyCard, '2005-01-01', '01/01/2005 to 01/12/2005.'],
  ])('%s, is refused with its first and last date', async (_name, make, first, dates) => {
    const { files } = make(4, { serial: machine.serial, first, days: 12, missed: 0 });
    const { status, body } = await sendCard(viewer, files);
    expect(status).toBe(201);
    await runJob(readUploadJob, { uploadId: body.id });
    expect(await restOf(body.id)).toMatchObject({
      state: 'refused',
      reason: `The dates of the card are wrong. They are from ${dates}`,
      first_night: first,
      added: 0,
    });
    expect(await rows()).toEqual([]);
    const spanish = await (
      await asViewer({ orgId: viewer.orgId, locale: 'es' })
    ).rest('GET', `/api/uploads/${body.id}`);
    expect(spanish.body.data.reason).toContain('Las fechas de la tarjeta son incorrectas.');
  });

  test('is saved with the days by which it is moved, when it was sent with a review; its files say so', async () => {
    const { files, golden } = g3xCard(4, { serial: machine.serial, first: '2027-01-01', days: 12, missed: 0 });
    // Refused first, as the user who sends a card learns of its dates.
    const { body: refused } = await sendCard(viewer, files);
    await runJob(readUploadJob, { uploadId: refused.id });
    const { body } = await sendCard(viewer, files, { fields: { preview: '1' } });
    expect(body.id).toBe(refused.id);
    await runJob(readUploadJob, { uploadId: body.id });
    const id = body.id as number;
    expect(codes(await check(id))).toEqual([['shiftDays', 'uploads.reason.wrong_dates']]);
    expect(codes(await confirm(id))).toEqual([['shiftDays', 'uploads.reason.wrong_dates']]);

    const { data } = await viewer.gql('query ($id: ID!) { upload(uploadId: $id) { lastNight proposedShiftDays } }', {
      id: String(id),
    });
    // The newest night, 2027-01-12, becomes 2026-05-31, the evening before the day on which the card was sent.
    expect(data.upload).toEqual({ lastNight: '2027-01-12', proposedShiftDays: -226 });
    const found = await check(id, { shiftDays: -226 });
    expect(found).toMatchObject({ userErrors: [], unassigned: null });
    expect(found.nights.map((each: { date: string }) => each.date)).toEqual(
      golden.nights.map((_, index) => addDays('2026-05-20', index)),
    );
    expect(await confirm(id, { shiftDays: -226, version: found.version })).toEqual(saved);
    await runJob(readUploadJob, { uploadId: id });
    expect(await rows()).toEqual(
      golden.nights.map((each, index) => [each.night, addDays('2026-05-20', index), patient.id]),
    );
    expect(await restOf(id)).toMatchObject({
      state: 'partly',
      added: 12,
      unassigned: null,
      warnings: [
        { code: 'card.dates', message: 'No night of the card has a possible date: the clock of the device was wrong.' },
      ],
    });
  });

  test('has another reason than one without usage', async () => {
    expect((await restOf(await read(cardReading(machine.serial, [])))).reason).toBe(
      'The files contain no usage data. Send all files of the card together.',
    );
  });
});

describe('nights of a card that are of no patient', () => {
  test('are named in the answers and in the preview, with their dates', async () => {
    const id = await read(card('2010-01-01', 30));
    const ofNoPatient = { nights: 30, from: '2010-01-01', to: '2010-01-30' };
    expect(await restOf(id)).toMatchObject({ state: 'parsed', added: 30, unassigned: ofNoPatient });
    const { data } = await viewer.gql('query ($id: ID!) { upload(uploadId: $id) { unassigned { nights from to } } }', {
      id: String(id),
    });
    expect(data.upload.unassigned).toEqual(ofNoPatient);
    const found = await check(await waiting(card('2010-01-01', 30)));
    expect(found.unassigned).toEqual(ofNoPatient);
  });

  test('are only those that no assignment covers, on both sides of its first day', async () => {
    const reading = card('2026-04-29', 4);
    const found = await check(await waiting(reading));
    expect(found.nights.map((each: Record<string, unknown>) => [each.date, each.hasPatient])).toEqual([
      ['2026-04-29', false],
      ['2026-04-30', false],
      ['2026-05-01', true],
      ['2026-05-02', true],
    ]);
    expect(found.unassigned).toEqual({ nights: 2, from: '2026-04-29', to: '2026-04-30' });
    const id = await read(reading);
    expect((await restOf(id)).unassigned).toEqual({ nights: 2, from: '2026-04-29', to: '2026-04-30' });
    // An assignment over them ends the note.
    await makeHistory(patient, machine, { start_date: '2026-04-01', end_date: '2026-05-01' });
    expect((await restOf(id)).unassigned).toBeNull();
  });

  test('are none when each night has a patient', async () => {
    expect((await restOf(await read(card('2026-05-02', 3)))).unassigned).toBeNull();
  });
});

describe('a move of all nights before they are saved', () => {
  const shift = 5965; // from 2010-01-30 to 2026-05-31

  test('keeps the recorded dates, is a line of the log for each night, and is undone like any correction', async () => {
    const id = await waiting(card('2010-01-01', 30));
    const found = await check(id, { shiftDays: shift });
    expect([found.nights.length, found.nights[0], found.nights[29], found.unassigned]).toEqual([
      30,
      { date: '2026-05-02', recordedDate: '2010-01-01', hasPatient: true, outcome: 'ADDED' },
      { date: '2026-05-31', recordedDate: '2010-01-30', hasPatient: true, outcome: 'ADDED' },
      null,
    ]);
    expect(found.patients).toEqual([{ nights: 30, after: { compliantDays: 30 } }]);
    expect(await rows()).toEqual([]);
    expect(await confirm(id, { shiftDays: shift, version: found.version })).toEqual(saved);
    await written(id);
    await written(id); // repeated: each once
    const expected = nights('2010-01-01', 30).map((each, index) => [
      each.night,
      addDays('2026-05-02', index),
      patient.id,
    ]);
    expect(await rows()).toEqual(expected);
    expect(await stateOf(id)).toEqual({ state: 'parsed', shift_days: shift });
    expect(await log()).toEqual(
      nights('2010-01-01', 30).map((each, index) => ({
        source: 'sd',
        night: each.night,
        old_date: each.night,
        new_date: addDays('2026-05-02', index),
        actor: viewer.userId,
        patient: patient.id,
      })),
    );
    const ids = (await admin.query('select id from usage_nights where machine_id = $1', [machine.id])).rows.map((row) =>
      String(row.id),
    );
    const { data } = await viewer.gql(
      'mutation ($input: UndoUsageDatesInput!) { undoUsageDates(input: $input) { result userErrors { code } } }',
      { input: { machineId: String(machine.id), source: 'SD', nightIds: ids } },
    );
    expect(data.undoUsageDates).toEqual({ result: 'The usage dates were saved.', userErrors: [] });
    expect(await rows()).toEqual(nights('2010-01-01', 30).map((each) => [each.night, each.night, null]));
    expect(await log()).toHaveLength(60);
  });

  test('is in the version, and other days than those that were seen are refused', async () => {
    const id = await waiting(card('2010-01-01', 3));
    const [none, one] = [await check(id), await check(id, { shiftDays: shift })];
    expect(none.version).not.toBe(one.version);
    expect(codes(await confirm(id, { shiftDays: shift - 1, version: one.version }))).toEqual([['', 'conflict']]);
    expect(codes(await confirm(id, { version: one.version }))).toEqual([['', 'conflict']]);
  });

  test('is to at most today in the zone of the organization, and at most 20 years', async () => {
    const id = await waiting(card('2010-01-01', 30));
    const today = shift + 1; // 2026-06-01
    expect(codes(await check(id, { shiftDays: today }))).toEqual([]);
    expect(codes(await check(id, { shiftDays: today + 1 }))).toEqual([['shiftDays', 'date.future']]);
    expect(codes(await check(id, { shiftDays: 7306 }))).toEqual([['shiftDays', 'usage_date.too_far']]);
    setClock(new Date('2026-06-02T03:59:59Z'));
    expect(codes(await check(id, { shiftDays: today + 1 }))).toEqual([['shiftDays', 'date.future']]);
    setClock(new Date('2026-06-02T04:00:00Z'));
    expect(codes(await check(id, { shiftDays: today + 1 }))).toEqual([]);
  });

  test('of a card of 2006 is possible by 7,305 days and not by 7,306', async () => {
    // 2006-05-31 and 7,305 days are 2026-05-31.
    const misdated = (first: string) => card('2026-01-01', 0, { misdated: { nights: nights(first, 1), settings: [] } });
    expect(codes(await check(await waiting(misdated('2006-05-31')), { shiftDays: 7305 }))).toEqual([]);
    expect(codes(await check(await waiting(misdated('2006-05-30')), { shiftDays: 7306 }))).toEqual([
      ['shiftDays', 'usage_date.too_far'],
    ]);
  });

  test('puts at most two nights of a card on a date', async () => {
    await read(card('2026-05-10', 1));
    const id = await waiting(card('2010-01-01', 1));
    const to = 5973; // 2026-05-10
    expect(codes(await check(id, { shiftDays: to }))).toEqual([]);
    await confirm(id, { shiftDays: to });
    await written(id);
    expect((await rows()).map((row) => (row as string[])[1])).toEqual(['2026-05-10', '2026-05-10']);
    const third = await waiting(card('2010-01-02', 1));
    expect(codes(await check(third, { shiftDays: to - 1 }))).toEqual([['shiftDays', 'usage_date.taken']]);
  });

  test('that a night overtook before the job writes has the upload wait again, without the move', async () => {
    const id = await waiting(card('2010-01-01', 1));
    await confirm(id, { shiftDays: 5973 });
    await read(card('2026-05-10', 1));
    await admin.query(
      `insert into usage_nights (machine_org_id, machine_id, night, usage_date, source, minutes) values ($1, $2, '2011-01-01', '2026-05-10', 'sd', 60)`,
      [machine.orgId, machine.id],
    );
    await written(id);
    expect(await stateOf(id)).toEqual({ state: 'to_confirm', shift_days: 0 });
    expect(await log()).toEqual([]);
  });

  test('leaves known nights where they are, and adds the new ones under the moved date', async () => {
    await read(card('2010-01-01', 2));
    const id = await waiting(card('2010-01-01', 3));
    const found = await check(id, { shiftDays: shift });
    expect(found.nights.map((each: Record<string, unknown>) => [each.outcome, each.date])).toEqual([
      ['KNOWN', '2010-01-01'],
      ['KNOWN', '2010-01-02'],
      ['ADDED', '2026-05-04'],
    ]);
    expect(found.unassigned).toEqual({ nights: 2, from: '2010-01-01', to: '2010-01-02' });
  });

  test('leaves out the nights of a patient that the user does not see, as any card does', async () => {
    const other = await asViewer();
    await admin.query('delete from device_history where machine_id = $1', [machine.id]);
    await makeHistory(patient, machine, { start_date: '2026-05-01', end_date: '2026-05-03' });
    await makeHistory(await makePatient(other.orgId), machine, { start_date: '2026-05-03' });
    const found = await check(await waiting(card('2010-01-01', 30)), { shiftDays: shift });
    expect(found.nights.map((each: { date: string }) => each.date)).toEqual(['2026-05-02']);
  });

  test('moves the settings of the card too', async () => {
    const settings = [{ night: '2010-01-02', changedAt: null, values: { mode: 'AutoCPAP', min_apap: 6 } }];
    const id = await waiting(card('2010-01-01', 3, { settings } as Partial<CardReading>));
    const { data } = await viewer.gql(
      'query ($input: ConfirmUploadInput!) { checkConfirmUpload(input: $input) { settings { night } } }',
      { input: { uploadId: String(id), shiftDays: shift } },
    );
    expect(data.checkConfirmUpload.settings).toEqual({ night: '2026-05-03' });
  });

  test('takes update.machine.date_change_utility, also when the job writes', async () => {
    const id = await waiting(card('2010-01-01', 2));
    const staff = await asViewer({ orgId: viewer.orgId, can: ['upload.device.usage', 'view.patient'] });
    for (const document of [CHECK, CONFIRM]) {
      const { errors } = await staff.gql(document, { input: { uploadId: String(id), shiftDays: shift } });
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
    expect(codes(await check(id, {}, staff))).toEqual([]);
    await confirm(id, { shiftDays: shift });
    // The user is one without it by the time at which the job writes.
    await admin.query('update uploads set user_id = $1 where id = $2', [staff.userId, id]);
    await written(id);
    expect([await stateOf(id), await rows()]).toEqual([{ state: 'to_confirm', shift_days: 0 }, []]);
  });

  test('was no night of its recorded date as of any day between the upload and the confirmation', async () => {
    // The patient had the device in 2010 too: the night would be one of then.
    await makeHistory(patient, machine, { start_date: '2010-01-01', end_date: '2010-02-01' });
    const id = await waiting(card('2010-01-01', 1));
    await confirm(id, { shiftDays: shift });
    await written(id);
    const { rows: found } = await admin.query<{ same: boolean }>(
      `select n.arrived_at = l.created_at as same from usage_nights n join usage_date_changes l on l.night_id = n.id where n.machine_id = $1`,
      [machine.id],
    );
    expect(found).toEqual([{ same: true }]);
  });
});

describe('the date change utility', () => {
  test('moves nights of a card that are saved, and back, over the documented paths', async () => {
    await read(card('2010-01-01', 2));
    const path = `/api/machines/${machine.id}/usage/date-change-utility/sd`;
    const { body } = await viewer.rest('GET', `${path}?orderBy=record_date&orderDir=asc`);
    expect(body.data.map((row: Record<string, unknown>) => [row.record_date, row.treat_minutes])).toEqual([
      ['2010-01-01', 420],
      ['2010-01-02', 420],
    ]);
    expect(body.data[0]).not.toHaveProperty('record_no');
    const moved = (to: string[]) =>
      body.data.map((row: Record<string, unknown>, index: number) => ({
        id: row.id,
        new_usage_date: to[index],
      }));
    expect((await viewer.rest('POST', path, { rows: moved(['2026-05-30', '2026-05-31']) })).body).toEqual({
      result: 'The usage dates were saved.',
    });
    expect(await rows()).toEqual([
      ['2010-01-01', '2026-05-30', patient.id],
      ['2010-01-02', '2026-05-31', patient.id],
    ]);
    const line = await viewer.rest('GET', `/api/machines/device/date-change-log?serial=${machine.serial}`);
    expect(line.body.data[0]).toMatchObject({ source: 'sd', ventilator_id: machine.id });
    await viewer.rest('POST', path, { rows: moved(['2010-01-01', '2010-01-02']) });
    expect(await rows()).toEqual([
      ['2010-01-01', '2010-01-01', null],
      ['2010-01-02', '2010-01-02', null],
    ]);
  });
});
