import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { anonymous, asViewer, running, usePortal } from '../test/harness.ts';
import { TEST_KEY, TEST_SECRET } from '../test/secrets.ts';
import { versionOf } from './version.ts';

usePortal({ metricsPort: 0 });

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const newest = readdirSync(join(import.meta.dirname, 'db/migrations'))
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .at(-1)!
  .slice(0, -'.sql'.length);

describe('GET /version', () => {
  test('says to everyone what the node runs, without a cookie', async () => {
    const { status, body, headers } = await anonymous().rest('GET', '/version');
    expect([status, body]).toEqual([200, { name: 'airlog', version, commit: null, migration: newest }]);
    expect(headers.get('set-cookie')).toBeNull();
    expect((await (await asViewer()).rest('GET', '/version')).body).toEqual(body);
  });

  test('says the same as the metrics', async () => {
    const text = await running().app.metrics!.registry.metrics();
    expect(text).toContain(`\nairlog_build_info{version="${version}",commit="",migration="${newest}"} 1\n`);
  });

  test('says the same as the first lines of the log, of a start that fails too', async () => {
    const env = { DATABASE_URL: 'postgres://a@127.0.0.1:1/a', PORT: '0', LOG_LEVEL: 'info', NODE_OPTIONS: '' };
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'api/src/main.ts', '--no-web'], {
      cwd: ROOT,
      env: { ...process.env, ...env, SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex') },
    }).catch((error: { stdout: string }) => error);
    const [first, log] = stdout.split('\n').filter(Boolean);
    expect(first).toBe(`  Airlog is starting: version ${version}`);
    expect(JSON.parse(log!)).toMatchObject({ version, commit: null, migration: newest, msg: 'starting' });
  });
});

test.each([
  ['0123456789abcdef\n', '0123456789abcdef'],
  ['\n', null],
  [null, null],
])('the commit of a folder whose file COMMIT is %j is %j', (text, commit) => {
  const folder = mkdtempSync(join(tmpdir(), 'airlog-version-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"name": "airlog", "version": "7.8.9", "private": true}');
    if (text !== null) writeFileSync(join(folder, 'COMMIT'), text);
    expect(versionOf(folder)).toEqual({ name: 'airlog', version: '7.8.9', commit, migration: newest });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
