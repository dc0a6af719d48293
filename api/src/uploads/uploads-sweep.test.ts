import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import { admin, asViewer, running, usePortalHere } from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { sweepUploads } from './uploads.jobs.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-sweep-`));
usePortalHere({ dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const folder = join(dataDir, 'uploads');
const MINUTE_MS = 60_000;

/** Makes a folder with two files, the last of which changed so many minutes ago. */
function leave(path: string, minutes: number): string {
  const whole = join(folder, path);
  mkdirSync(whole, { recursive: true });
  for (const [name, age] of [
    ['0', minutes + 60],
    ['1', minutes],
  ] as const) {
    writeFileSync(join(whole, name), 'x');
    const at = new Date(Date.now() - age * MINUTE_MS);
    utimesSync(join(whole, name), at, at);
  }
  const made = new Date(Date.now() - (minutes + 60) * MINUTE_MS);
  utimesSync(whole, made, made);
  return whole;
}
const sweep = () => runJob(sweepUploads, {});

test('files that no upload names are removed ten minutes after their last change, and no others', async () => {
  const viewer = await asViewer();
  const card = { name: 'a.usr', bytes: 'one' };
  await sendCard(viewer, [card]);
  const { rows } = await admin.query('select storage_key as key from uploads');
  const kept = leave(rows[0].key as string, 600);
  const gone = [leave(`received/${randomUUID()}`, 11), leave(`${viewer.orgId}/${randomUUID()}`, 11)];
  const young = [leave(`received/${randomUUID()}`, 9), leave(`${viewer.orgId}/${randomUUID()}`, 9)];
  await sweep();
  expect([kept, ...gone, ...young].map((path) => existsSync(path))).toEqual([true, false, false, true, true]);
});

test('an upload whose job was lost gets another one after half an hour', async () => {
  const viewer = await asViewer();
  const ids = await Promise.all(
    ['two', 'three'].map(async (bytes) => (await sendCard(viewer, [{ name: 'a.usr', bytes }])).body.id as number),
  );
  await running().app.queue.stop(); // the jobs of this test are not taken
  await admin.query(`delete from pgboss.job where name = 'read-upload'`);
  await admin.query(`update uploads set state = 'parsing', created_at = now() - $2::interval where id = $1`, [
    ids[0],
    '31 minutes',
  ]);
  await admin.query(`update uploads set state = 'parsing', created_at = now() - $2::interval where id = $1`, [
    ids[1],
    '29 minutes',
  ]);
  await sweep();
  const jobs = await admin.query(`select singleton_key as key from pgboss.job where name = 'read-upload'`);
  expect(jobs.rows).toEqual([{ key: String(ids[0]) }]);
});
