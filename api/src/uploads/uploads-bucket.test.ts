import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import {
  admin,
  anonymous,
  asViewer,
  makeMachine,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { startS3, type Fault, type S3Server } from '../../test/s3-server.ts';
import { g3xCard } from '../demo/cards/g3x-card.ts';
import { bucketOf } from '../shared/config-storage.ts';
import { FolderStore } from '../shared/file-store-folder.ts';
import { S3Store } from '../shared/file-store-s3.ts';
import { createLogger } from '../shared/logger.ts';
import { S3, type Bucket } from '../shared/s3.ts';
import { expireUploads, readUploadJob, sweepUploads } from './uploads.jobs.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-bucket-`));
usePortalHere({ dataDir });

const folder = join(dataDir, 'uploads');
const logged: string[] = [];
let server: S3Server;
let viewer: TestViewer;
let count = 0;
beforeAll(async () => {
  server = await startS3();
  const { app } = running();
  app.files = remote(15_000);
  app.log = createLogger('trace', { write: (line: string) => void logged.push(line) });
  await app.queue.stop(); // the jobs of these tests are not taken
});
beforeEach(async () => {
  viewer = await asViewer();
  server.objects.clear();
  Object.assign(server, { requests: [], faults: [] });
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const remote = (attemptMs: number) => {
  const patience = { attemptMs, perMibMs: 0, pausesMs: [1, 1] };
  return new S3Store(new S3(bucketOf(server.url, false) as Bucket, patience), new FolderStore(folder));
};
const usr = () => ({ name: 'a.usr', bytes: `card ${(count += 1)}` });
const waiting = () => (existsSync(join(folder, 'received')) ? readdirSync(join(folder, 'received')) : []);
const uploads = async () =>
  (await admin.query('select id, state, storage_key as key from uploads where org_id = $1', [viewer.orgId])).rows;

test('a card goes into the bucket before it is acknowledged, is read from there, and its log is removed', async () => {
  const serial = `A39${String(viewer.orgId).padStart(8, '0')}`;
  await makeMachine(viewer.orgId, { serial });
  const { files, golden } = g3xCard(1, { serial, first: '2026-03-01', days: 12 });
  const { status, body } = await sendCard(viewer, files);
  const [{ key }] = await uploads();
  const objects = () => [...server.objects.keys()].sort();
  const names = (...places: (number | string)[]) => places.map((place) => `prod/${key}/${place}`);
  expect([status, objects(), waiting()]).toEqual([201, names(0, 1, 2, 3, 'committed'), []]);
  server.faults = [503, 'half'];
  await runJob(readUploadJob, { uploadId: body.id });
  const { rows } = await admin.query('select state, night_count from uploads where id = $1', [body.id]);
  expect(rows).toEqual([{ state: 'parsed', night_count: golden.nights.length }]);
  expect([objects(), waiting()]).toEqual([names(0, 1, 2, 'committed'), []]);
});

test.each<[string, Fault[], number, string | null]>([
  ['is full', [507], 507, null],
  ['does not answer', ['slow', 'slow', 'slow'], 503, '2'],
  ['fails', [500, 500, 500], 503, '2'],
  ['refuses the key of the portal', [403], 503, '2'],
])(
  'when the bucket %s nothing is acknowledged and nothing stays, the node is ready, and the next card is stored',
  async (_name, faults, wanted, retryAfter) => {
    const { app } = running();
    const files = app.files;
    if (faults.includes('slow')) app.files = remote(700);
    server.faults = [...faults];
    const { status, headers } = await sendCard(viewer, [usr()]);
    app.files = files;
    expect([status, headers.get('retry-after')]).toEqual([wanted, retryAfter]);
    expect([await uploads(), [...server.objects.keys()], waiting()]).toEqual([[], [], []]);
    expect((await anonymous().rest('GET', '/readyz')).status).toBe(200);
    expect((await sendCard(viewer, [usr()])).status).toBe(201);
    expect(logged.join('')).toContain('The store of files');
    expect(logged.join('')).not.toMatch(/AKIDEXAMPLE|wJalr|Signature=|127\.0\.0\.1/);
  },
);

test('a file that is refused is not in the bucket', async () => {
  expect((await sendCard(viewer, [usr(), { name: 'b.exe', bytes: 'x' }])).status).toBe(422);
  expect([await uploads(), [...server.objects.keys()]]).toEqual([[], []]);
});

test('a card whose files cannot be fetched waits, however often, and is read when they can', async () => {
  await admin.query('delete from upload_files');
  await admin.query('delete from uploads'); // cards of the tests before would have their turn first
  const { body } = await sendCard(viewer, [usr()]);
  await admin.query('update uploads set attempts = 9 where id = $1', [body.id]);
  server.faults = [500, 500, 500];
  await expect(runJob(readUploadJob, { uploadId: body.id })).rejects.toThrow('The store of files');
  expect((await uploads()).map(({ state }) => state)).toEqual(['parsing']);
  await runJob(readUploadJob, { uploadId: body.id });
  expect((await uploads()).map(({ state }) => state)).toEqual(['refused']); // it is no card
});

test('objects that no upload names are removed after a day, by the job of every day only', async () => {
  await sendCard(viewer, [usr()]);
  const [{ key }] = await uploads();
  const left = (hours: number) => {
    const object = `prod/${viewer.orgId}/${randomUUID()}/0`;
    server.objects.set(object, { bytes: Buffer.from('x'), changed: new Date(Date.now() - hours * 3_600_000) });
    return object;
  };
  for (const name of ['0', 'committed']) server.objects.get(`prod/${key}/${name}`)!.changed = new Date(0);
  const [gone, young] = [left(24.1), left(23.9)];
  server.requests = [];
  await runJob(sweepUploads, {});
  expect(server.requests).toEqual([]);
  await runJob(expireUploads, {});
  expect([...server.objects.keys()].sort()).toEqual([`prod/${key}/0`, `prod/${key}/committed`, young].sort());
  expect(server.objects.has(gone)).toBe(false);
});

test('a card in the bucket that an older database does not know stays after its restore', async () => {
  const { body } = await sendCard(viewer, [usr()]);
  const [{ key }] = await uploads();
  for (const object of server.objects.values()) object.changed = new Date(0);
  await admin.query('delete from upload_files where upload_id = $1', [body.id]);
  await admin.query('delete from uploads where id = $1', [body.id]);
  logged.length = 0;
  await runJob(expireUploads, {});
  expect([...server.objects.keys()].sort()).toEqual([`prod/${key}/0`, `prod/${key}/committed`]);
  expect(logged.join('')).toContain('"held":1');
});

test('a card is acknowledged also when the bucket fails after its commit, and is marked a day later', async () => {
  server.faults = ['fine', 500, 500, 500];
  expect((await sendCard(viewer, [usr()])).status).toBe(201);
  const [{ key }] = await uploads();
  expect([...server.objects.keys()]).toEqual([`prod/${key}/0`]);
  server.objects.get(`prod/${key}/0`)!.changed = new Date(0);
  await runJob(expireUploads, {});
  expect([...server.objects.keys()].sort()).toEqual([`prod/${key}/0`, `prod/${key}/committed`]);
});
