import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { spent } from '../test/cpu-time.js';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Go collects garbage less often: a fifth less CPU for the types. It takes memory, which a short process has. */
const env = { GOGC: '400', ...process.env };

/**
 * Runs a script of package.json and returns whether it succeeded. Prints one line with the last one of its output, and the
 * whole output of a failed one.
 */
async function passes(script: string): Promise<boolean> {
  const started = performance.now();
  const child = spawn(`npm run --silent ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const took = `(${((performance.now() - started) / 1000).toFixed(1)} s)`;
  const said = Buffer.concat(output).toString().trimEnd();
  say(code === 0 ? `✔ ${script} ${took} ${said.split('\n').at(-1)}`.trimEnd() : `✘ ${script} ${took}\n${said}`);
  return code === 0;
}

/** Returns the scripts that fail. Each core runs one at a time, in the given order. */
async function failuresOf(scripts: string[]): Promise<string[]> {
  const waiting = [...scripts];
  const failed: string[] = [];
  const work = async () => {
    for (let script = waiting.shift(); script; script = waiting.shift())
      if (!(await passes(script))) failed.push(script);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return failed;
}

/** Every script named check:… in the package.json of the working directory, apart from this one. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const checks = Object.keys(scripts).filter((script) => script.startsWith('check:') && script !== 'check:static');

const failed = [...(await failuresOf(['codegen'])), ...(await failuresOf(checks))]; // codegen writes what the others read
say(`CPU seconds: static ${spent().toFixed(0)}`);
if (failed.length > 0) {
  process.stderr.write(`\nStatic checks failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
