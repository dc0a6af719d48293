import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

// npm run test:cost [-- <path>…]: what test files add to a run. The machine must be idle.

/** A typical feature: a list and a form. */
const FEATURE = [
  'api/src/device-index/device-index.test.ts',
  'web/src/pages/DevicesPage.test.tsx',
  'api/src/org-messages/org-messages.test.ts',
  'web/src/pages/OrgMessagesPage.test.tsx',
];
/** Visits each screen of the portal in light, in dark and on a phone. */
const SCREENS = 'web/e2e/screens.ts';
const WALKS = ['web/e2e/accessibility.test.ts', 'web/e2e/accessibility-phone.test.ts'];
const CORES = 2;

interface Result {
  numPassedTests: number;
  success: boolean;
  testResults: { name: string; startTime: number; endTime: number; assertionResults: unknown[] }[];
}

/** Runs the files one after the other. A first run fills Jest's cache of compiled files; a second one is measured. */
function run(paths: string[]): Result {
  const folder = mkdtempSync(join(tmpdir(), 'airlog-cost-'));
  const file = join(folder, 'result.json');
  try {
    for (const pass of ['warm', 'measured']) {
      process.stderr.write(`${pass}: ${paths.join(' ')}\n`);
      const args = ['run', '--silent', 'jest', '--', ...paths, '-w', '1', '--json', '--outputFile', file];
      spawnSync('npm', args, { stdio: 'ignore', shell: process.platform === 'win32' });
    }
    const result = JSON.parse(readFileSync(file, 'utf8')) as Result;
    if (!result.success) throw new Error('A test failed: run the files with npm run jest first.');
    return result;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const secondsOf = ({ testResults }: Result) =>
  testResults.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0) / 1000;
const say = (seconds: number, what: string) => process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${what}\n`);

const given = process.argv.slice(2);
const feature = run(given.length > 0 ? given : FEATURE);
for (const { name, startTime, endTime, assertionResults } of feature.testResults)
  say((endTime - startTime) / 1000, `${relative('.', name)}, ${assertionResults.length} tests`);

// The seconds of a screen include its share of the stage and of signing in.
const screens = readFileSync(SCREENS, 'utf8').match(/^ +(?:\{ )?name: '/gm)!.length;
const browser = given.length > 0 ? 0 : secondsOf(run(WALKS)) / screens;
if (browser > 0) say(browser, `one screen of ${screens} in the browser: light, dark, phone`);

const total = secondsOf(feature) + browser;
say(total, `together, ${feature.numPassedTests} tests, on one core`);
say(total / CORES, `of a run on ${CORES} cores`);
