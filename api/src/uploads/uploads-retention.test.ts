import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import { admin, asViewer, running, usePortalHere } from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { expireUploads, sweepUploads } from './uploads.jobs.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-retention-`));
usePortalHere({ dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const uploadOf = async (id: number) =>
  (
    await admin.query(
      `select u.state, u.night_count, u.files_removed_at is not null as removed, encode(u.digest, 'hex') as digest,
              array_agg(encode(f.sha256, 'hex')) as files, u.storage_key as key
         from uploads u join upload_files f on f.upload_id = u.id where u.id = $1 group by u.id`,
      [id],
    )
  ).rows[0];
const linesOf = async (orgId: number) =>
  (
    await admin.query(
      `select actor_user_id, outcome, properties, patient_ids from audit_log where org_id = $1 and operation = 'Job.expire-uploads' order by id`,
      [orgId],
    )
  ).rows;
const isStored = (key: string) => existsSync(join(dataDir, 'uploads', key));

test('files are kept for seven years; then the row, its digests and its outcome stay, and one line says what was removed', async () => {
  const viewer = await asViewer();
  const send = async (bytes: string) => (await sendCard(viewer, [{ name: 'a.usr', bytes }])).body.id as number;
  const [old, open, young] = [await send('old'), await send('open'), await send('young')];
  await running().app.queue.stop(); // the jobs of this test are not taken
  const age = (id: number, days: number, state: string) =>
    admin.query(
      'update uploads set created_at = now() - make_interval(days => $2), state = $3, night_count = 3 where id = $1',
      [id, days, state],
    );
  await age(old, 2558, 'partly');
  await age(open, 2558, 'parsing');
  await age(young, 2556, 'parsed');
  const before = await uploadOf(old);
  await runJob(expireUploads, {});
  expect(await uploadOf(old)).toEqual({ ...before, removed: true });
  const kept = await Promise.all([open, young].map(uploadOf));
  expect(kept.map(({ removed }) => removed)).toEqual([false, false]);
  expect([before, ...kept].map(({ key }) => isStored(key))).toEqual([false, true, true]);
  expect(await linesOf(viewer.orgId)).toEqual([
    { actor_user_id: null, outcome: 'done', properties: { uploads: [old] }, patient_ids: [] },
  ]);
  // A second run removes nothing more, and the same files are a new upload.
  await runJob(expireUploads, {});
  expect(await linesOf(viewer.orgId)).toHaveLength(1);
  const again = await send('old');
  expect([again === old, isStored((await uploadOf(again)).key)]).toEqual([false, true]);
});

test('what a removal left when it was killed is removed by the sweep', async () => {
  const viewer = await asViewer();
  const { body } = await sendCard(viewer, [{ name: 'a.usr', bytes: 'left' }]);
  await admin.query(`update uploads set state = 'parsed', files_removed_at = now() where id = $1`, [body.id]);
  const { key } = await uploadOf(body.id);
  const { app } = running();
  try {
    app.now = () => new Date(Date.now() + 11 * 60_000);
    await runJob(sweepUploads, {});
  } finally {
    app.now = () => new Date();
  }
  expect(isStored(key)).toBe(false);
});

test('a line of a job names no user', async () => {
  const line = (columns: string, values: string) =>
    `insert into audit_log (org_id, operation, outcome${columns}) values (1, 'Job.expire-uploads', 'done'${values})`;
  await admin.query('begin');
  await admin.query('set local role airlog_jobs');
  await admin.query(line('', ''));
  await expect(admin.query(line(', actor_user_id', ', 1'))).rejects.toThrow('permission denied');
  await admin.query('rollback');
});
