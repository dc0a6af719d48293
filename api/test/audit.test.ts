import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealLogs } from '../src/activity/audit-seals.ts';
import { temporaryFolder } from '../src/db/embedded/temporary.ts';
import { Context } from '../src/shared/context.ts';
import { admin, asViewer, queryAsOwner, running, usePortal } from './harness.ts';
import { TEST_KEY, TEST_SECRET } from './secrets.ts';

// npm run audit, as a user runs it on the database of a portal.

usePortal();

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: { dir: string; remove: () => Promise<void> };
let dataDir: string;

interface Answer {
  code: number;
  lines: string[];
  error: string;
}

const audit = (...args: string[]): Promise<Answer> => auditAs(running().adminUrl, ...args);

async function auditAs(login: string, ...args: string[]): Promise<Answer> {
  const env = {
    ...process.env,
    DATABASE_URL: login,
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: TEST_KEY.toString('hex'),
    SESSION_SECRET: TEST_SECRET,
    NODE_OPTIONS: '',
  };
  const answered = (code: number, out: string, error: string) => ({ code, lines: out.trimEnd().split('\n'), error });
  return run(process.execPath, ['--import', 'tsx', 'api/scripts/audit.ts', ...args], { cwd: ROOT, env }).then(
    ({ stdout, stderr }) => answered(0, stdout, stderr),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => answered(code, stdout, stderr),
  );
}

/** The numbers of six lines of the audit log, and of their seals. */
let rows: { id: string; seq: string }[];
let noted: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = folder.dir;
  const viewer = await asViewer();
  const { app } = running();
  await app.queue.stop(); // which seals too
  const seal = () => sealLogs(Context.of(app, { kind: 'jobs' }, 'test'));
  await seal();
  await admin.query(
    "insert into audit_log (org_id, actor_user_id, operation, outcome) select $1, $2, 'Query.test', 'done' from generate_series(1, 6)",
    [viewer.orgId, viewer.userId],
  );
  app.config.dataDir = dataDir;
  await seal();
  ({ rows } = await admin.query<{ id: string; seq: string }>(
    "select l.id, s.seq from audit_log l join audit_seals s on s.log = 'audit_log' and s.row_id = l.id where l.operation = 'Query.test' order by l.id",
  ));
  const { rows: last } = await admin.query<{ head: string }>(
    "select seq || ':' || encode(hash, 'hex') as head from audit_seals order by seq desc limit 1",
  );
  noted = last[0]!.head;
});
afterAll(() => folder.remove());

test('an untouched log has no findings, and the command ends with 0', async () => {
  const { code, lines } = await audit('--verify');
  expect([code, ...lines]).toEqual([0, expect.stringMatching(/^[1-9]\d* sealed, 0 findings$/), `head ${noted}`]);
});

test('a changed line, a missing line, a missing seal and a missing end have a line each, and the command ends with 1', async () => {
  await admin.query("update audit_log set outcome = 'denied' where id = $1", [rows[1]!.id]);
  await admin.query('delete from audit_log where id = $1', [rows[2]!.id]);
  await admin.query('delete from audit_seals where seq = $1', [rows[3]!.seq]);
  await admin.query('delete from audit_seals where seq = $1', [rows[5]!.seq]);
  const { code, lines } = await audit('--verify');
  expect([code, ...lines.slice(0, -2)]).toEqual([
    1,
    `head ${noted} is not in the chain: its end is missing, or the database is an older copy`,
    `audit_log ${rows[1]!.id}: the line or its seal ${rows[1]!.seq} was changed`,
    `audit_log ${rows[2]!.id}: the line of seal ${rows[2]!.seq} is missing`,
    `seal ${rows[3]!.seq} is missing, and perhaps others after it`,
  ]);
  expect(lines.at(-2)).toMatch(/^[1-9]\d* sealed, 4 findings$/);
});

test('with --accept the head of the chain is noted as it is, and the lost one is no finding any more', async () => {
  const { lines } = await audit('--verify', '--accept');
  expect([lines[0], lines.at(-1)]).toEqual([
    `head ${noted} is not in the chain: its end is missing, or the database is an older copy`,
    expect.stringMatching(/^noted [1-9]\d*:[0-9a-f]{64}$/),
  ]);
  const again = await audit('--verify');
  expect(again.lines.filter((line) => line.includes('not in the chain'))).toEqual([]);
});

test('without a noted head it says that a missing end is not found, and compares with one of --head', async () => {
  await rm(join(dataDir, 'audit-head'));
  const { lines } = await audit('--verify', '--head', noted);
  expect(lines[0]).toBe(`head ${noted} is not in the chain: its end is missing, or the database is an older copy`);
  expect(lines.at(-1)).toBe(`no head was noted in ${dataDir}: only --head finds an end that is missing`);
});

test('a head that is none is refused with one line, and the command ends with 2', async () => {
  const { code, error } = await audit('--verify', '--head', 'x');
  expect([code, error.trim()]).toEqual([
    2,
    expect.stringMatching(/^--head is a line that an earlier run printed: .+$/),
  ]);
});

test('a login that owns nothing is refused with the login that the command needs', async () => {
  const name = `node_of_tests_${process.pid}`;
  await queryAsOwner(`create role ${name} login password 'test'`);
  try {
    const login = Object.assign(new URL(running().adminUrl), { username: name, password: 'test' }).href;
    const { code, error } = await auditAs(login, '--verify');
    expect([code, error.trim()]).toEqual([
      2,
      `The tables belong to owner_of_tests, and DATABASE_URL has the login ${name}: give this command the address of owner_of_tests (docs/operations.md, "The owner of the database").`,
    ]);
  } finally {
    await queryAsOwner(`drop role ${name}`);
  }
});
