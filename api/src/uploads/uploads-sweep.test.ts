import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import { admin, asViewer, running, usePortalHere } from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { until } from '../../test/until.ts';
import { createLogger } from '../shared/logger.ts';
import { heldKeys } from './uploads-held.command.ts';
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

/** Sends a card, and makes its files look as if they were stored an hour ago. Returns their folder. */
async function storedCard(bytes: string) {
  const viewer = await asViewer();
  const { body } = await sendCard(viewer, [{ name: 'a.usr', bytes }]);
  const { rows } = await admin.query('select storage_key as key from uploads where id = $1', [body.id]);
  const path = join(folder, rows[0].key as string);
  return { id: body.id as number, key: rows[0].key as string, path };
}
function age(path: string): void {
  const at = new Date(Date.now() - 60 * MINUTE_MS);
  for (const name of [...globSync('*', { cwd: path }).map((file) => join(path, file)), path]) utimesSync(name, at, at);
}

test('cards that an older database does not know stay after its restore, each time with an error, until a person removes them', async () => {
  const card = await storedCard('newer than the database');
  const left = leave(`7/${randomUUID()}`, 60);
  age(card.path);
  await admin.query('delete from upload_files where upload_id = $1', [card.id]);
  await admin.query('delete from uploads where id = $1', [card.id]);
  const { app } = running();
  const logged: string[] = [];
  app.log = createLogger('error', { write: (line: string) => void logged.push(line) });
  await sweep();
  await sweep();
  expect([existsSync(join(card.path, '0')), existsSync(left)]).toEqual([true, false]);
  expect(logged.map((line) => JSON.parse(line).held)).toEqual([1, 1]);
  // The page of the installation shows it.
  expect((await admin.query('select held from file_sweeps')).rows).toEqual([{ held: 1 }]);
  // The commands read with the rights of the owner.
  const held: string[] = [];
  for await (const key of heldKeys(app.files, admin)) held.push(key);
  expect(held).toEqual([card.key]);
  await app.files.remove(card.key);
  await sweep();
  expect([existsSync(card.path), logged.length]).toEqual([false, 2]);
});

test('files that were stored before there were marks are marked by the sweep', async () => {
  const { path } = await storedCard('of before');
  rmSync(join(path, 'committed'));
  age(path);
  await sweep();
  expect(existsSync(join(path, 'committed'))).toBe(true);
});

test('files that are kept no longer are removed, though they are marked, when the node ended before it removed them', async () => {
  const { id, path } = await storedCard('of long ago');
  age(path);
  const ended = "update uploads set files_removed_at = now() where id = $1 and state = 'refused'"; // it is no card
  await until(async () => (await admin.query(ended, [id])).rowCount === 1);
  await sweep();
  expect(existsSync(path)).toBe(false);
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
