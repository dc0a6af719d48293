import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { admin, asViewer, running, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { ANY_TIME, type StoredKey } from '../shared/file-store.ts';
import { Context } from '../shared/context.ts';
import { unnamedKeys } from '../uploads/uploads-unnamed.ts';
import { archivedLines, archiveLines } from './audit-archive.ts';
import { sealKeys } from './audit-keys.ts';
import { sealLogs } from './audit-seals.ts';
import { verifySeals } from './audit-verify.ts';

usePortalHere();

const LATER = new Date('2100-01-01');
const files = () => running().app.files;
const keys = () => sealKeys((sql) => admin.query(sql), running().app.config);
const seal = () => sealLogs(Context.of(running().app, { kind: 'jobs' }, 'test'));
const archive = async (before = LATER) => archiveLines(admin, files(), await keys(), before);
const verify = async () => verifySeals(admin, await keys(), await archivedLines(admin, files()));
const lines = async (where = 'true') =>
  (await admin.query<{ count: number }>(`select count(*)::int from audit_log where ${where}`)).rows[0]!.count;
const keyOfFile = async () =>
  (await admin.query<{ key: string }>('select file_key as key from audit_archives order by id desc limit 1')).rows[0]!
    .key;
const changeFile = async (change: (path: string) => Promise<void>) =>
  files().read(await keyOfFile(), [0], ([path]) => change(path!));

let viewer: TestViewer;

async function addLines(operation: string, count = 1, at = 'now()'): Promise<void> {
  await admin.query(
    `insert into audit_log (org_id, actor_user_id, operation, outcome, patient_ids, properties, created_at)
     select $1, $2, $3, 'read', '{1,2}', '{"text": "a\\tb\\nc"}', ${at} from generate_series(1, $4)`,
    [viewer.orgId, viewer.userId, operation, count],
  );
}

beforeAll(async () => {
  await running().app.queue.stop(); // which seals too
  viewer = await asViewer();
});
beforeEach(async () => {
  await addLines('Query.old', 3);
  await seal();
});

test('archived lines are in a file and no longer in the database, and every seal is as before', async () => {
  const [count, { sealed, head }] = [await lines(), await verify()];
  expect(await archive()).toEqual({ lines: count, files: 1 });
  expect(await lines()).toBe(0);
  expect(await verify()).toEqual({ findings: [], sealed, head });
  await changeFile(async (path) => {
    const text = gunzipSync(await readFile(path)).toString('utf8');
    expect(text.split('\n')).toHaveLength(count + 1);
    expect(text).toMatch(/^\d+\t\[.*"Query\.old".*\\tb\\nc/m);
  });
  expect(await archive()).toEqual({ lines: 0, files: 0 });
});

test('lines of the time and later stay', async () => {
  await addLines('Query.before', 1, "'2020-01-01T00:00:00Z'::timestamptz - interval '1 millisecond'");
  await addLines('Query.at', 1, "'2020-01-01T00:00:00Z'");
  await seal();
  expect(await archive(new Date('2020-01-01T00:00:00Z'))).toEqual({ lines: 1, files: 1 });
  expect([await lines("operation = 'Query.before'"), await lines("operation = 'Query.at'")]).toEqual([0, 1]);
});

test('a file has at most 20,000 lines', async () => {
  await archive();
  await addLines('Query.many', 20_001);
  await seal();
  expect(await archive()).toEqual({ lines: 20_001, files: 2 });
  expect((await verify()).findings).toEqual([]);
});

test('a line that waits for its seal stays', async () => {
  await archive();
  await addLines('Query.new');
  expect(await archive()).toEqual({ lines: 0, files: 0 });
  expect(await lines("operation = 'Query.new'")).toBe(1);
  await seal();
});

test.each([
  ['changed', "update audit_log set outcome = 'done' where operation = 'Query.evil'"],
  [
    'sealed by another hash',
    "update audit_seals set hash = sha256('x') where log = 'audit_log' and row_id = (select id from audit_log where operation = 'Query.evil')",
  ],
  [
    'whose earlier seal is missing',
    "delete from audit_seals where seq = (select seq - 1 from audit_seals where log = 'audit_log' and row_id = (select id from audit_log where operation = 'Query.evil'))",
  ],
])('a line that was %s is not archived, and nothing is deleted', async (_title, change) => {
  await addLines('Query.evil');
  await seal();
  const count = await lines();
  await admin.query('begin');
  await admin.query(change);
  await expect(archive()).rejects.toThrow(/^audit_log \d+ is not as it was sealed\. It stays in the database/);
  expect(await lines()).toBe(count);
  await admin.query('rollback');
  await archive();
});

test.each([
  ['missing', (path: string) => rm(path)],
  ['changed', (path: string) => appendFile(path, 'x')],
])('a file that is %s is one finding', async (_title, change) => {
  await archive();
  await addLines('Query.kept', 2);
  await seal();
  await archive();
  const key = await keyOfFile();
  const file = await files().read(key, [0], ([path]) => readFile(path!));
  await changeFile(change);
  expect((await verify()).findings).toEqual([{ problem: 'file lost', file: key }]);
  await changeFile(async (path) => writeFile(path, file));
  expect((await verify()).findings).toEqual([]);
});

test('a line that no file has is missing', async () => {
  await archive();
  await admin.query('begin');
  await admin.query('delete from audit_archives where id = (select max(id) from audit_archives)');
  const { findings } = await verify();
  expect(findings.length).toBeGreaterThan(0);
  expect(new Set(findings.map(({ problem }) => problem))).toEqual(new Set(['missing']));
  await admin.query('rollback');
});

test('the sweep of the files knows the file, which has its mark', async () => {
  await archive();
  const stored: StoredKey[] = [];
  for await (const key of files().keys(ANY_TIME)) stored.push(key);
  expect(stored.find(({ key }) => key.startsWith('0/'))?.isCommitted).toBe(true);
  const jobs = Context.of(running().app, { kind: 'jobs' }, 'test');
  const unnamed = await unnamedKeys(stored, (sql, json) => jobs.run('read', () => jobs.em.execute(sql, [json])));
  expect(unnamed).toEqual({ leftovers: [], held: [], unmarked: [] });
});

test.each([
  'delete from audit_log',
  'insert into audit_archives (first_row, last_row, lines) values (1, 1, 1)',
  'delete from audit_archives',
  "select archive_lines('{1}', 'x', sha256('x'))",
])('the login of a node may not archive: %s', async (sql) => {
  const jobs = Context.of(running().app, { kind: 'jobs' }, 'test');
  await expect(jobs.run('write', () => jobs.em.execute(sql))).rejects.toMatchObject({ code: '42501' });
});
