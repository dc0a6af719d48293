import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const root = join(import.meta.dirname, '../..');
const run = (command: string, args: string[], cwd: string): Promise<Ended> =>
  new Promise((done) => {
    execFile(command, args, { cwd }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/** Runs the static checks on a package with these scripts and returns their output. */
async function staticChecks(scripts: Record<string, string>): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'airlog-check-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  const runner = [import.meta.resolve('tsx'), join(root, 'api/scripts/check-static.ts')];
  try {
    return await run(process.execPath, ['--import', ...runner], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const FAIL = 'echo three files are wrong && exit 1';

test('a static check that fails is named at the end, with its output above, and the others still run', async () => {
  const { code, stdout, stderr } = await staticChecks({
    codegen: 'exit 0',
    'check:static': 'exit 1',
    'check:lint': FAIL,
    'check:types': 'exit 0',
    test: 'exit 1',
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/✘ check:lint \(.+\)\nthree files are wrong/);
  expect(stdout).toMatch(/✔ check:types/);
  expect(stderr).toMatch(/Static checks failed: check:lint\n$/);
});

test('static checks that all succeed end with code 0', async () => {
  const { code, stdout, stderr } = await staticChecks({ codegen: 'exit 0', 'check:lint': 'exit 0' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^✔ \S+/gm)).toEqual(['✔ codegen', '✔ check:lint']);
  expect(stdout).toMatch(/^CPU seconds: static \d+\n$/m);
});

const ONLY = ['run', '--silent', '--ignore-scripts'];

test.each([
  ['test:api', 'api/src/shared/logger.test.ts'],
  ['test:web', 'web/src/lib/userErrors.test.ts'],
  ['test:browser', 'web/e2e/path-en.test.ts'],
])('npm run %s with a path runs the tests of that path only', async (script, path) => {
  const { stdout } = await run('npm', [...ONLY, script, '--', path, '--listTests'], root);
  expect(stdout.split('\n').filter((line) => line.endsWith('.ts'))).toEqual([join(root, path)]);
});

test('the last line of a test run counts the tests, and the one before it has the CPU seconds of each project and of PostgreSQL', async () => {
  const { stderr } = await run('npm', [...ONLY, 'test:web', '--', 'web/src/lib/userErrors.test.ts'], root);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
  // The run that this test is part of has a PostgreSQL, unless it was given one.
  const ofDatabase = process.env.AIRLOG_TEST_POSTMASTER ? ', postgresql [1-9]\\d*' : '';
  expect(lines.at(-2)).toMatch(new RegExp(`^CPU seconds: web \\d+${ofDatabase}$`));
});
