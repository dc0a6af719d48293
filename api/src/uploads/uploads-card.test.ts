import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
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
import { until } from '../../test/until.ts';
import { g3xCard } from '../demo/cards/g3x-card.ts';
import { legacyCard } from '../demo/cards/legacy-card.ts';
import type { GoldenNight } from '../demo/cards/card-plan.ts';
import { Context } from '../shared/context.ts';
import { parseInWorker } from './cards/parse-in-worker.ts';
import { readUploadJob } from './uploads.jobs.ts';
import { readUpload } from './uploads-reading.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-card-`));
usePortalHere({ dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const NIGHTS = `query ($id: ID!) { patient(id: $id) { nights(from: "2026-01-01", to: "2026-12-31") {
  date recordedDate source effective minutes sessions obstructiveApneas centralApneas unclassifiedApneas hypopneas reras ahi pressure p95 leak sni recordNo
} } }`;
const UPLOAD = 'query ($id: ID!) { upload(uploadId: $id) { state nightCount addedCount serial } }';

let viewer: TestViewer;
let patient: Ref;
let count = 0;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
});
afterAll(() => {
  running().app.now = () => new Date();
});

/** The database rounds figures to one decimal, which is 0.05 off at most; neither generation has leak and snores on its card. */
const rounded = (value: number | null) => (value === null ? null : expect.closeTo(value, 0.95));
const shown = ({ night, running: _, ahi, pressure, p95, ...figures }: GoldenNight) => ({
  ...figures,
  date: night,
  recordedDate: night,
  source: 'SD',
  effective: true,
  ahi: rounded(ahi),
  pressure: rounded(pressure),
  p95: rounded(p95),
  leak: null,
  sni: null,
  recordNo: null,
});

test.each([
  ['of the present generation', g3xCard, 'A39'],
  ['of the legacy generation', legacyCard, 'B39'],
])('a card %s is received and becomes nights, once', async (_name, make, prefix) => {
  const serial = serialOf(prefix);
  await device(serial);
  const { files, golden } = make(count, { serial, first: '2026-03-01', days: 40 });
  const send = async () => {
    const { status, body } = await sendCard(viewer, files);
    expect(status).toBe(201);
    await runJob(readUploadJob, { uploadId: body.id });
    return (await viewer.gql(UPLOAD, { id: String(body.id) })).data.upload;
  };
  const nights = golden.nights.length;
  expect(nights).toBeGreaterThan(30);
  for (let time = 0; time < 2; time += 1)
    expect(await send()).toEqual({ state: 'PARSED', nightCount: nights, addedCount: nights, serial });
  const { data, errors } = await viewer.gql(NIGHTS, { id: String(patient.id) });
  expect(errors).toBeUndefined();
  expect(data.patient.nights).toEqual(golden.nights.map(shown));
});

/** Returns a serial number that no other test has. */
function serialOf(prefix: string): string {
  count += 1;
  return `${prefix}${String(viewer.orgId).padStart(6, '0')}${String(count).padStart(2, '0')}`;
}
/** Adds a machine of the patient, and returns its id. */
async function device(serial: string): Promise<number> {
  const machine = await makeMachine(viewer.orgId, { serial });
  await makeHistory(patient, machine, { start_date: '2026-01-01' });
  running().app.now = () => new Date('2026-06-01T17:00:00Z');
  return machine.id;
}
const stored = async (machineId: number) =>
  (
    await admin.query<{ night: string; minutes: number }>(
      'select night::text, minutes from usage_nights where machine_id = $1 order by night',
      [machineId],
    )
  ).rows;
const shortly = ({ nights }: { nights: GoldenNight[] }) => nights.map(({ night, minutes }) => ({ night, minutes }));

test('overlapping cards of a device that are sent and read at once have each night once', async () => {
  const serial = serialOf('C39');
  const one = legacyCard(1, { serial, first: '2026-03-01', days: 30, missed: 0 });
  const other = legacyCard(2, { serial, first: '2026-03-20', days: 30, missed: 0 });
  const id = await device(serial);
  const answers = await Promise.all([one, other].map(({ files }) => sendCard(viewer, files)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  // The portal's own jobs run too, and one of them may still read a card.
  await Promise.all(answers.map(({ body }) => runJob(readUploadJob, { uploadId: body.id })));
  const ids = answers.map(({ body }) => body.id as number);
  const left = async () =>
    (await admin.query("select from uploads where id = any ($1) and state in ('queued', 'parsing')", [ids])).rowCount;
  await until(async () => (await left()) === 0);
  const nights = await stored(id);
  const dates = [...new Set([...shortly(one.golden), ...shortly(other.golden)].map(({ night }) => night))].sort();
  expect(nights.map(({ night }) => night)).toEqual(dates);
  const added = await Promise.all(
    answers.map(async ({ body }) => (await viewer.gql(UPLOAD, { id: String(body.id) })).data.upload),
  );
  expect(added.map(({ state }) => state)).toEqual(['PARSED', 'PARSED']);
  // The last night of the card that was read first may have been replaced by a longer one.
  const sum = added.reduce((all, { addedCount }) => all + addedCount, 0);
  expect([dates.length, dates.length + 1]).toContain(sum);
});

test('a card with an .evt of 66 MiB is received; its reading is killed and repeated, and each night is there once', async () => {
  const serial = serialOf('D39');
  const { files, golden } = g3xCard(5, { serial, first: '2026-03-01', days: 3, missed: 0 });
  const evt = files.find(({ name }) => name.endsWith('.evt'))!;
  // Nearly all records of a real file are markers of breaths.
  const marker = Buffer.from(evt.bytes.subarray(0, 32));
  marker[0x10] = 0x0c;
  evt.bytes = Buffer.concat([evt.bytes, Buffer.alloc(66 * 2 ** 20 - evt.bytes.length, marker)]);
  const id = await device(serial);
  await running().app.queue.stop(); // the job of this card is not taken
  const { status, body } = await sendCard(viewer, files);
  expect(status).toBe(201);
  expect(body.files.map(({ size }: { size: number }) => size)).toContain(66 * 2 ** 20);
  const killed = readUpload(Context.of(running().app, { kind: 'jobs' }, 'test'), body.id, (stored, today) => {
    const killer = new AbortController();
    const reading = parseInWorker(stored, today, killer.signal);
    killer.abort();
    return reading;
  });
  await expect(killed).rejects.toThrow('aborted');
  expect(await stored(id)).toEqual([]);
  for (let time = 0; time < 2; time += 1) await runJob(readUploadJob, { uploadId: body.id });
  expect(await stored(id)).toEqual(shortly(golden));
  expect((await viewer.gql(UPLOAD, { id: String(body.id) })).data.upload).toMatchObject({
    state: 'PARSED',
    addedCount: golden.nights.length,
  });
});
