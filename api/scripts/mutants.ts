import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { numbered, problemsOf, type Fault } from './mutants/fault.ts';
import { FAULTS } from './mutants/list.ts';
import { FaultRunner, type Outcome } from './mutants/runner.ts';

// Puts small faults into a copy of the code, one at a time, and runs the tests that must fail.
// A fault that survives is a behavior that no test checks.

const ROOT = join(import.meta.dirname, '../..');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const all = numbered(FAULTS);
const areas = [...new Set(all.map(({ area }) => area))];
const USAGE = `Usage: npm run mutants -- [--area <area>] … [--only <number>] … [--workers <number>]
       npm run mutants -- --check
Puts each fault of the list into a copy of the code and runs the tests that must fail. --check only
compares the list with the code. Without --area and --only it runs all ${all.length} faults. Areas:
  ${areas.join(', ')}`;

function readOptions() {
  try {
    return parseArgs({
      options: {
        area: { type: 'string', multiple: true },
        only: { type: 'string', multiple: true },
        check: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        workers: { type: 'string', default: '1' },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return process.exit(1);
  }
}
const options = readOptions();
if (options.help) {
  say(USAGE);
  process.exit(0);
}

const problems = problemsOf(ROOT, all);
if (problems.length > 0) {
  process.stderr.write(`The list of faults does not fit the code (api/scripts/mutants/):\n${problems.join('\n')}\n`);
  process.exit(1);
}
if (options.check) {
  say(`${all.length} faults apply.`);
  process.exit(0);
}

const chosen = all.filter(
  ({ area, number }) =>
    (!options.area || options.area.includes(area)) && (!options.only || options.only.includes(String(number))),
);
if (chosen.length === 0) {
  process.stderr.write(`No fault is chosen.\n${USAGE}\n`);
  process.exit(1);
}

const runner = await FaultRunner.open(ROOT);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => void runner.close().finally(() => process.exit(code)));

const results: { fault: Fault; outcome: Outcome }[] = [];

/** Runs faults of the queue until it is empty. Each worker has its own copy. */
async function work(copy: string, queue: Fault[]): Promise<void> {
  for (let fault = queue.shift(); fault; fault = queue.shift()) {
    const started = performance.now();
    const outcome = await runner.outcomeOf(copy, fault);
    results.push({ fault, outcome });
    const seconds = Math.round((performance.now() - started) / 1000);
    const [find, replace] = [fault.find, fault.replace].map((text) => text.replace(/\s+/g, ' ').slice(0, 70));
    say(
      `${outcome.padEnd(8)} ${fault.number} ${fault.area} ${fault.file}: ${find} -> ${replace || '(nothing)'} (${seconds} s)`,
    );
  }
}

function summary(): boolean {
  say('\narea                  killed  survived');
  for (const area of [...new Set(results.map(({ fault }) => fault.area))].sort()) {
    const ofArea = results.filter(({ fault }) => fault.area === area);
    const killed = ofArea.filter(({ outcome }) => outcome === 'killed' || outcome === 'timeout').length;
    say(`${area.padEnd(20)} ${String(killed).padStart(7)} ${String(ofArea.length - killed).padStart(9)}`);
  }
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  say(
    `\n${count('killed')} killed, ${count('timeout')} timed out (killed), ${count('survived')} survived, ${count('broken')} did not load`,
  );
  return count('survived') + count('broken') === 0;
}

let passed = false;
try {
  const tests = [...new Set(chosen.flatMap((fault) => fault.tests))];
  const copies = Array.from({ length: Math.max(1, Number(options.workers) || 1) }, () => runner.copy());
  // Web tests import the generated operations.
  if (tests.some((file) => file.startsWith('web/')) && existsSync(join(ROOT, 'codegen.ts')))
    for (const copy of copies) await runner.run(copy, 'npm', ['run', '--silent', 'codegen']);
  say(`${chosen.length} faults against ${tests.length} test files; first the tests of the unchanged code.`);
  const unchanged = await runner.test(copies[0]!, tests);
  if (unchanged === 'survived') {
    const queue = [...chosen];
    await Promise.all(copies.map((copy) => work(copy, queue)));
    passed = summary();
  } else {
    const failures = runner.failuresOf(copies[0]!).join('\n');
    process.stderr.write(`The tests of the unchanged code must pass (${unchanged}):\n${failures}\n`);
  }
} finally {
  await runner.close();
}
process.exit(passed ? 0 : 1);
