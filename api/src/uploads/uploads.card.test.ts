import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import {
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { g3xCard } from '../db/demo/cards/g3x-card.ts';
import { legacyCard } from '../db/demo/cards/legacy-card.ts';
import type { GoldenNight } from '../db/demo/cards/card-plan.ts';
import { readUploadJob } from './uploads.jobs.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-card-`));
usePortal({ dataDir });
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
])('a card %s goes in at the door and comes out as nights, once', async (_name, make, prefix) => {
  count += 1;
  const serial = `${prefix}${String(viewer.orgId).padStart(6, '0')}${String(count).padStart(2, '0')}`;
  const machine = await makeMachine(viewer.orgId, { serial });
  await makeHistory(patient, machine, { start_date: '2026-01-01' });
  running().app.now = () => new Date('2026-06-01T17:00:00Z');
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
